import {
  itemsOf,
  type Located,
  pointerTo,
  propertiesOf,
  type SchemaObject,
  schemaAt,
} from "@metadata-service/spec-tools";
import type { ValueMaker } from "../values/value.js";

type Place = Located<SchemaObject>;

/** Whether a field is write-only: sent in requests, never returned (JSON Schema validation, section 9.4). */
export const isWriteOnly = (schema: object): boolean => (schema as { writeOnly?: boolean }).writeOnly === true;

/** Whether only the server sets a field (JSON Schema validation, section 9.4). */
export const isReadOnly = (schema: object): boolean => (schema as { readOnly?: boolean }).readOnly === true;

/**
 * Creates a function that removes write-only fields from a value, including in nested objects, arrays and unions. If the
 * result would be invalid, it returns the value unchanged.
 */
export function writeOnlyRemover(maker: ValueMaker): (place: Place, value: unknown) => unknown {
  if (!hasWriteOnly(maker.document)) return (_, value) => value;
  return (place, value) => {
    const rest = removeFrom(maker, place, value);
    return maker.fits(place.pointer, rest) ? rest : value;
  };
}

/** The result for each document, because a reset of the mock asks again for each of its lists. */
const KNOWN = new WeakMap<object, boolean>();

/** Whether a document may have write-only fields; most have none. */
function hasWriteOnly(document: object): boolean {
  const known = KNOWN.get(document) ?? JSON.stringify(document).includes('"writeOnly"');
  KNOWN.set(document, known);
  return known;
}

function removeFrom(maker: ValueMaker, place: Place, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { document } = maker;
  const branch = branchOf(maker, place, value);
  const known = branch ? removeFrom(maker, branch, value) : value;
  if (Array.isArray(known)) {
    const items = place.node.items === undefined ? undefined : itemsOf(document, place);
    return items ? known.map((one) => removeFrom(maker, items, one)) : known;
  }
  const properties = new Map(propertiesOf(document, place));
  const entries = Object.entries(known as object).flatMap(([name, one]) => {
    const property = properties.get(name);
    if (!property) return [[name, one]];
    return isWriteOnly(property.node) ? [] : [[name, removeFrom(maker, property, one)]];
  });
  return Object.fromEntries(entries);
}

/** Returns the branch of a union that a value satisfies. */
function branchOf(maker: ValueMaker, { node, pointer }: Place, value: unknown): Place | undefined {
  for (const keyword of ["oneOf", "anyOf"] as const)
    for (const [index, branch] of (node[keyword] ?? []).entries()) {
      const at = schemaAt(maker.document, branch, pointerTo(pointer, keyword, index));
      if (maker.fits(at.pointer, value)) return at;
    }
  return undefined;
}
