import {
  itemsOf,
  type Located,
  pointerTo,
  propertiesOf,
  type SchemaObject,
  schemaAt,
} from "@metadata-service/spec-tools";
import { DEEPEST, type Row, type ValueMaker } from "../values/value.js";
import { hash } from "./hash.js";

type Place = Located<SchemaObject>;

/**
 * Adds missing required fields to a value, including in nested objects and arrays, and keeps everything else. A request does
 * not contain fields that the server sets, such as the read-only `id` of a nested record.
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
  const required = requiredNames(document, place);
  const whole = { ...(value as Record<string, unknown>) };
  for (const [index, [name, property]] of [...propertiesOf(document, place)].entries()) {
    const made = Object.hasOwn(whole, name)
      ? completeValue(maker, property, whole[name], deeper(index))
      : required.has(name)
        ? maker.at(property.pointer, property.node)(deeper(index))
        : undefined;
    if (made !== undefined) Object.defineProperty(whole, name, { value: made, enumerable: true, configurable: true });
  }
  return firstFitting(maker, place, whole, row);
}

/**
 * Returns the value if it is valid; otherwise completes it by each branch of the union, and returns the first valid
 * result.
 */
function firstFitting(maker: ValueMaker, place: Place, value: unknown, row: Row): unknown {
  if (maker.fits(place.pointer, value)) return value;
  for (const keyword of ["anyOf", "oneOf"] as const)
    for (const [index, branch] of (place.node[keyword] ?? []).entries()) {
      const at = schemaAt(maker.document, branch, pointerTo(place.pointer, keyword, index));
      const whole = completeValue(maker, at, value, row);
      if (maker.fits(place.pointer, whole)) return whole;
    }
  return value;
}

/** Returns the names of all required fields, including those required by `allOf`. */
function requiredNames(document: object, { node, pointer }: Place, within: readonly string[] = []): Set<string> {
  if (within.includes(pointer)) return new Set();
  const parts = (node.allOf ?? []).map((part, index) =>
    requiredNames(document, schemaAt(document, part, pointerTo(pointer, "allOf", index)), [...within, pointer]),
  );
  return new Set([...(node.required ?? []), ...parts.flatMap((names) => [...names])]);
}
