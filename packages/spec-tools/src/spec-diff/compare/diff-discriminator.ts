import { nameOf, nodeAt, pointerTo } from "../../document/pointer.js";
import type { Comparison } from "./comparison.js";
import { diffUnknown } from "./diff-fields.js";
import type { Flat } from "./flatten-schema.js";
import { entries, equal, isNode, list, type Node, type Spec } from "./node.js";

/**
 * The discriminator: it adds nothing to what is valid, and generated clients choose the class of a value by it
 * (OpenAPI 3.1, section 4.8.25).
 */
export function diffDiscriminator(comparison: Comparison, old: Flat, now: Flat, what: string): void {
  const [was, is] = [old.node["discriminator"], now.node["discriminator"]];
  if (equal(was, is)) return;
  const { changes, direction } = comparison;
  const at = pointerTo(now.at, "discriminator");
  const rule = `${direction}-discriminator-changed`;
  if (!isNode(was)) changes.compatible(direction, rule, at, `${what} has a discriminator now`);
  else if (!isNode(is)) {
    const text = `${what} has no discriminator any more`;
    if (direction === "response")
      changes.breaking(direction, rule, at, `${text}; generated clients that chose a class by it cannot read it`);
    else changes.compatible(direction, rule, at, text);
  } else {
    const place = pointerTo(at, "propertyName");
    if (was["propertyName"] !== is["propertyName"])
      changes.breaking(
        direction,
        rule,
        place,
        `${what} is told apart by ${is["propertyName"]} instead of ${was["propertyName"]}`,
      );
    diffMapping(comparison, old, now, at, what);
    diffUnknown(
      changes,
      direction,
      { node: was, at },
      { node: is, at },
      ["propertyName", "mapping"],
      `the discriminator of ${what}`,
    );
  }
}

function diffMapping(comparison: Comparison, old: Flat, now: Flat, at: string, what: string): void {
  const { changes, direction, before, after } = comparison;
  const [was, is] = [mappingOf(old), mappingOf(now)];
  const rule = `${direction}-discriminator-changed`;
  const mapping = pointerTo(at, "mapping");
  changes.examined(mapping);
  let isSame = true;
  for (const [value, target] of was) {
    const other = is.get(value);
    if (other === target) continue;
    // A schema under another name is the same schema.
    if (other !== undefined && equal(schemaAt(before, target), schemaAt(after, other))) continue;
    isSame = false;
    const text =
      other === undefined
        ? `${what} is no longer chosen by the value ${value}`
        : `${what} is ${nameOf(other)} instead of ${nameOf(target)} where the value is ${value}`;
    changes.breaking(direction, rule, pointerTo(mapping, value), text);
  }
  for (const value of is.keys())
    if (!was.has(value)) {
      isSame = false;
      changes.compatible(direction, rule, pointerTo(mapping, value), `${what} has the value ${value} in its mapping`);
    }
  const [written, rewritten] = [old, now].map(({ node }) => (node["discriminator"] as Node)["mapping"]);
  if (isSame && !equal(written, rewritten))
    changes.documentation("same-meaning", mapping, `the mapping of ${what} is written differently and means the same`);
}

/** Value to pointer. A branch that the mapping does not name is chosen by the name of its component. */
function mappingOf({ node }: Flat): Map<string, string> {
  const discriminator = node["discriminator"] as Node;
  const branches = [...list(node["oneOf"]), ...list(node["anyOf"])].flatMap((branch) =>
    isNode(branch) && typeof branch["$ref"] === "string" ? [branch["$ref"]] : [],
  );
  const explicit = entries(discriminator["mapping"]).map(([value, target]): [string, string] => [
    value,
    String(target).startsWith("#") ? String(target) : `#/components/schemas/${target}`,
  ]);
  const named = new Set(explicit.map(([, target]) => target));
  return new Map([
    ...branches.filter((branch) => !named.has(branch)).map((branch): [string, string] => [nameOf(branch), branch]),
    ...explicit,
  ]);
}

const schemaAt = (spec: Spec, pointer: string) => nodeAt(spec, pointer);
