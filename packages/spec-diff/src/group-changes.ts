import type { Change } from "./change.js";

/** The heading of the changes that only readers of the documentation notice. */
export const DOCUMENTATION = "Documentation";

/** Groups the changes for a report: what needs attention comes first. */
export function groupChanges(changes: Change[]): [heading: string, changes: Change[]][] {
  const of = (verdict: Change["verdict"]) => changes.filter((change) => change.verdict === verdict);
  const isText = ({ side }: Change) => side === "documentation";
  const groups: [string, Change[]][] = [
    ["Breaking", of("breaking")],
    ["Not judged", of("not judged")],
    ["Not breaking", of("compatible").filter((change) => !isText(change))],
    [DOCUMENTATION, oncePerPlace(of("compatible").filter(isText))],
  ];
  return groups.filter(([, group]) => group.length > 0);
}

/** Many operations may use a component. A change of its texts is listed once, for the first of them. */
function oncePerPlace(changes: Change[]): Change[] {
  const places = new Set<string>();
  return changes.filter(({ rule, at }) => {
    const place = `${rule} ${at}`;
    if (!at.startsWith("#/components/")) return true;
    if (places.has(place)) return false;
    places.add(place);
    return true;
  });
}
