import type { Change } from "./change.js";

/** The changes as a report lists them: what needs attention first. */
export function groupChanges(changes: Change[]): [heading: string, changes: Change[]][] {
  const of = (verdict: Change["verdict"]) => changes.filter((change) => change.verdict === verdict);
  const isText = ({ side }: Change) => side === "documentation";
  const groups: [string, Change[]][] = [
    ["Breaking", of("breaking")],
    ["Not judged", of("not judged")],
    ["Not breaking", of("compatible").filter((change) => !isText(change))],
    ["Documentation", of("compatible").filter(isText)],
  ];
  return groups.filter(([, group]) => group.length > 0);
}
