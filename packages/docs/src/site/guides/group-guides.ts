import type { Guide } from "./guides.js";

/** The heading of the guides for those who run the service or change the API. */
const OPERATORS = "Operate and change";

/** The headings in the list of guides, each with its guides. */
const GROUPS: readonly [heading: string, names: readonly string[]][] = [
  [
    "Use the API",
    [
      "first-request",
      "item-kinds",
      "paging",
      "incremental-sync",
      "errors",
      "rate-limits",
      "authentication",
      "versions",
    ],
  ],
  ["Tools", ["client", "other-languages", "warehouse", "assistant", "mock"]],
  [OPERATORS, ["operate", "settings", "watch", "security", "change"]],
  ["About the API", ["assumptions", "not-offered", "glossary"]],
];

/**
 * Splits the guides into groups, in order. Omits empty groups: the site of another API has no guides about operations
 * that its spec does not have.
 *
 * @throws Error if a guide belongs to no group
 */
export function groupGuides(guides: readonly Guide[]): [heading: string, guides: Guide[]][] {
  const lost = guides.find(({ name }) => !GROUPS.some(([, names]) => names.includes(name)));
  if (lost)
    throw new Error(`The guide ${lost.name} is in no group: add it to packages/docs/src/site/guides/group-guides.ts.`);
  return GROUPS.map(([heading, names]): [string, Guide[]] => [
    heading,
    guides.filter(({ name }) => names.includes(name)),
  ]).filter(([, group]) => group.length > 0);
}

/** Whether a guide is for those who run the service or change the API, rather than for those who use it. */
export const isForOperators = ({ name }: Pick<Guide, "name">): boolean =>
  GROUPS.some(([heading, names]) => heading === OPERATORS && names.includes(name));
