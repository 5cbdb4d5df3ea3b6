import type { Change } from "./change.js";
import { groupChanges } from "./group-changes.js";

/** The changes for a terminal: breaking ones first, each with its place in the spec and its rule. */
export function reportText(changes: Change[], verdict: string): string {
  const groups = groupChanges(changes).map(
    ([heading, group]) =>
      `${heading}\n${group.map(({ text, at, rule }) => `  ${text}\n    ${at} (${rule})`).join("\n")}\n`,
  );
  return [...groups, verdict].join("\n");
}
