import type { Guide } from "./guides.js";

/** The headings of the list of guides, each with the guide that is the first below it. */
const GROUPS: readonly [heading: string, first: string][] = [
  ["Use the API", "first-request"],
  ["Tools", "client"],
  ["Operate and change", "operate"],
  ["About the API", "assumptions"],
];

/**
 * Splits the guides into groups, in their order.
 *
 * @throws Error if the first guide belongs to no group
 */
export function groupGuides(guides: readonly Guide[]): [heading: string, guides: Guide[]][] {
  const groups: [string, Guide[]][] = [];
  for (const guide of guides) {
    const heading = GROUPS.find(([, first]) => first === guide.name)?.[0];
    if (heading) groups.push([heading, []]);
    const group = groups.at(-1);
    if (!group)
      throw new Error(`The guide ${guide.name} is in no group: add it to packages/docs/src/site/group-guides.ts.`);
    group[1].push(guide);
  }
  return groups;
}
