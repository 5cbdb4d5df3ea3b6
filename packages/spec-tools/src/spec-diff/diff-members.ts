import { pointerTo } from "../document/pointer.js";
import { type Descent, report } from "./comparison.js";
import { entries, isNode, list, type Node } from "./spec.js";

interface Flat {
  node: Node;
  at: string;
}

/** The differences in the members of an object. */
export function diffMembers(descent: Descent, old: Flat, now: Flat, what: string): void {
  const before = new Map(entries(old.node["properties"]));
  const after = new Map(entries(now.node["properties"]));
  const wasRequired = new Set(list(old.node["required"]));
  const isRequired = new Set(list(now.node["required"]));
  for (const [name, value] of before) {
    const at = pointerTo(old.at, "properties", name);
    const place = pointerTo(now.at, "properties", name);
    if (after.has(name))
      descent.diffSchemas({ value, at }, { value: after.get(name), at: place }, `${name} of ${what}`);
    else add(descent, true, "member-removed", at, gone(descent, what, name));
  }
  for (const name of after.keys()) if (!before.has(name)) addNew(descent, old, now, name, what);
  for (const name of new Set([...wasRequired, ...isRequired])) {
    if (wasRequired.has(name) === isRequired.has(name)) continue;
    const member = String(name);
    // A member that is new or gone was told above.
    if (before.has(member) !== after.has(member)) continue;
    const at = pointerTo(now.at, "required");
    if (isRequired.has(name))
      report(descent, "narrowed", "member-became-required", at, `${name} of ${what} is required now`);
    else report(descent, "widened", "member-became-optional", at, `${name} of ${what} may be missing now`);
  }
  diffOthers(descent, old, now, what);
}

function add({ changes, direction }: Descent, breaking: boolean, rule: string, at: string, text: string): void {
  changes.add(breaking, direction, `${direction}-${rule}`, at, text);
}

function addNew(descent: Descent, old: Flat, now: Flat, name: string, what: string): void {
  const { direction } = descent;
  const required = list(now.node["required"]).includes(name);
  // A reader that was promised no other members may refuse one; a request need not have it unless it is required.
  const breaking = direction === "request" ? required : old.node["additionalProperties"] === false;
  const text = `${name} of ${what} is new${required && direction === "request" ? " and required" : ""}`;
  const rule = required ? "required-member-added" : "member-added";
  add(descent, breaking, rule, pointerTo(now.at, "properties", name), text);
}

const gone = ({ direction }: Descent, what: string, name: string) =>
  `${name} of ${what} is gone${direction === "request" ? "; whoever sends it is refused or not heard" : ""}`;

/** `additionalProperties`: whether other members may be there, and what they have to be. */
function diffOthers(descent: Descent, old: Flat, now: Flat, what: string): void {
  const [before, after] = [old.node["additionalProperties"] ?? true, now.node["additionalProperties"] ?? true];
  const at = pointerTo(now.at, "additionalProperties");
  if (isNode(before) && isNode(after)) {
    const place = pointerTo(old.at, "additionalProperties");
    descent.diffSchemas({ value: before, at: place }, { value: after, at }, `${what}, its other members`);
    return;
  }
  const rank = (value: unknown) => (value === false ? 0 : value === true ? 2 : 1);
  if (rank(after) < rank(before))
    report(descent, "narrowed", "other-members-restricted", at, `${what} cannot have just any other members any more`);
  if (rank(after) > rank(before))
    report(descent, "widened", "other-members-opened", at, `${what} can have other members now`);
}
