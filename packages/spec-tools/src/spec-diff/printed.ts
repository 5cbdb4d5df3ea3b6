import type { Change } from "./change.js";

/** The changes for a terminal: what breaks first, each with its path in the spec. */
export function printed(changes: Change[], verdict: string): string {
  const groups: [string, Change[]][] = [
    ["BREAKS A CLIENT", changes.filter(({ breaking }) => breaking)],
    ["breaks nothing", changes.filter(({ breaking, side }) => !breaking && side !== "documentation")],
    ["documentation", changes.filter(({ breaking, side }) => !breaking && side === "documentation")],
  ];
  const parts = groups
    .filter(([, group]) => group.length > 0)
    .map(
      ([name, group]) => `${name}\n${group.map(({ text, at, rule }) => `  ${text}\n    ${at} (${rule})`).join("\n")}\n`,
    );
  return [...parts, verdict].join("\n");
}
