import type { Change } from "./change.js";
import { DOCUMENTATION, groupChanges } from "./group-changes.js";

/**
 * The changes for a terminal: the summary, then breaking changes, each with its place in the spec and its rule.
 *
 * @param isVerbose whether changes of texts and notation are listed, and each operation that a change concerns
 */
export function reportText(changes: Change[], summary: string, isVerbose: boolean): string {
  const groups = groupChanges(changes).map(([heading, group]) => {
    if (heading === DOCUMENTATION && !isVerbose)
      return `Texts and notation differ in ${group.length} ${group.length === 1 ? "place" : "places"}; --verbose lists them.\n`;
    return `${heading}\n${(isVerbose ? group.map(listed) : folded(group)).join("\n")}\n`;
  });
  return [`${summary}\n`, ...groups].join("\n").trimEnd();
}

const listed = ({ text, at, rule }: Change) => `  ${text}\n    ${at} (${rule})`;

/** A change of a component concerns many operations: the first one is shown, the others are counted. */
function folded(changes: readonly Change[]): string[] {
  const places = new Map<string, { first: Change; others: number }>();
  for (const change of changes) {
    const place = `${change.rule} ${change.at}`;
    const known = places.get(place);
    if (known) known.others++;
    else places.set(place, { first: change, others: 0 });
  }
  return [...places.values()].map(
    ({ first, others }) => `${listed(first)}${others > 0 ? `, and ${others} more like this` : ""}`,
  );
}
