import {
  itemsOf,
  type Located,
  pointerTo,
  propertiesOf,
  requiredNames,
  type SchemaObject,
  schemaAt,
} from "@metadata-service/spec-tools";
import { inOneBranch } from "../values/in-one-branch.js";
import { DEEPEST, type Row, type ValueMaker } from "../values/value.js";
import { hash } from "./hash.js";

type Place = Located<SchemaObject>;

/**
 * Adds missing required fields to a value, including in nested objects and arrays, and keeps everything else that the
 * schema allows. A request does not contain fields that the server sets, such as the read-only `id` of a nested record, and
 * may have other values than a response, such as the name of a user in place of the user.
 *
 * @param place the schema that the value must satisfy
 * @returns the value unchanged if nothing is missing, or if it cannot be made valid
 */
export function completeValue(maker: ValueMaker, place: Place, value: unknown, row: Row): unknown {
  if (typeof value !== "object" || value === null || maker.fits(place.pointer, value)) return value;
  const { document } = maker;
  // However deep a value was sent, what is missing inside of it is made.
  const depth = Math.min(row.depth + 1, DEEPEST);
  const deeper = (index: number): Row => ({ ...row, stream: hash(row.stream, index), depth });
  if (Array.isArray(value)) {
    const items = place.node.items === undefined ? undefined : itemsOf(document, place);
    const whole = items ? value.map((one, index) => completeValue(maker, items, one, deeper(index))) : value;
    return firstFitting(maker, place, whole, row);
  }
  return firstFitting(maker, place, completeObject(maker, place, value as Record<string, unknown>, deeper), row);
}

function completeObject(
  maker: ValueMaker,
  place: Place,
  value: Record<string, unknown>,
  deeper: (index: number) => Row,
): Record<string, unknown> {
  const required = requiredNames(maker.document, place);
  const whole = { ...value };
  for (const [index, [name, property]] of [...propertiesOf(maker.document, place)].entries()) {
    const given = Object.hasOwn(whole, name) ? completeValue(maker, property, whole[name], deeper(index)) : undefined;
    const isKept = given !== undefined && maker.fits(property.pointer, given);
    const made = isKept || !required.has(name) ? given : maker.at(property.pointer, property.node)(deeper(index));
    delete whole[name];
    if (isKept || (required.has(name) && made !== undefined))
      Object.defineProperty(whole, name, { value: made, enumerable: true, configurable: true });
  }
  return whole;
}

/**
 * Returns the value if it is valid; otherwise completes it by each branch of the union, and returns the first valid
 * result, or excludes all branches but one.
 */
function firstFitting(maker: ValueMaker, place: Place, value: unknown, row: Row): unknown {
  if (maker.fits(place.pointer, value)) return value;
  for (const keyword of ["anyOf", "oneOf"] as const)
    for (const [index, branch] of (place.node[keyword] ?? []).entries()) {
      const at = schemaAt(maker.document, branch, pointerTo(place.pointer, keyword, index));
      const whole = completeValue(maker, at, value, row);
      if (maker.fits(place.pointer, whole)) return whole;
    }
  return inOneBranch(maker, place, value) ?? value;
}
