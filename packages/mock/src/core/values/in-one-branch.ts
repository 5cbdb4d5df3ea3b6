import {
  isObject,
  itemsOf,
  type Located,
  pointerTo,
  propertiesOf,
  type SchemaObject,
  schemaAt,
  typesOf,
} from "@metadata-service/spec-tools";
import type { ValueMaker } from "./value.js";

/** Values for a field that exclude a branch of a union. */
const EXCLUDING = [null, 0, "", false, {}, []];

/**
 * Changes an object that several branches of a `oneOf` allow, because they require nothing, so that only one does: it, or an
 * object in it, gets a field of the others with a value that they forbid. This is the only way to satisfy such a schema.
 *
 * @returns undefined if there is no such union, or no such field
 */
export function inOneBranch(maker: ValueMaker, { node, pointer }: Located<SchemaObject>, value: unknown): unknown {
  if (!node.oneOf || !isObject(value)) return undefined;
  const branches = node.oneOf
    .map((branch, index) => schemaAt(maker.document, branch, pointerTo(pointer, "oneOf", index)))
    .filter((branch) => maker.fits(branch.pointer, value));
  for (const kept of branches) {
    let made: object = value;
    for (const other of branches) if (other !== kept) made = excluding(maker, other, kept, made);
    if (maker.fits(pointer, made)) return made;
  }
  return undefined;
}

/** How deep below an object a field is looked for that tells two branches apart. */
const DEEPEST = 3;

/** Returns the object with one more field, in it or below, that the other branch forbids; the object itself if there is none. */
function excluding(
  maker: ValueMaker,
  other: Located<SchemaObject>,
  kept: Located<SchemaObject>,
  value: object,
  depth = 0,
): object {
  const inKept = propertiesOf(maker.document, kept);
  for (const [name, property] of propertiesOf(maker.document, other)) {
    const own = inKept.get(name);
    const candidates = Object.hasOwn(value, name) ? [] : EXCLUDING.filter((one) => !maker.fits(property.pointer, one));
    const below = own && depth < DEEPEST ? excludingBelow(maker, property, own, Reflect.get(value, name), depth) : [];
    const changed = [...candidates, ...below]
      .map((one) => ({ ...value, [name]: one }))
      .find((one) => maker.fits(kept.pointer, one));
    if (changed) return changed;
  }
  return value;
}

/** Changes a field that both branches describe. @param value undefined if the object does not have the field */
function excludingBelow(
  maker: ValueMaker,
  other: Located<SchemaObject>,
  kept: Located<SchemaObject>,
  value: unknown,
  depth: number,
): unknown[] {
  if (value !== undefined && typeof value !== "object") return [];
  const isList = value === undefined ? typesOf(kept.node)[0] === "array" : Array.isArray(value);
  if (isList) {
    const [first = {}, ...rest] = (value ?? []) as unknown[];
    if (!isObject(first)) return [];
    const [others, own] = [itemsOf(maker.document, other), itemsOf(maker.document, kept)];
    const changed = excluding(maker, others, own, first, depth + 1);
    return changed === first ? [] : [[changed, ...rest]];
  }
  if (!isObject(value)) return [];
  const changed = excluding(maker, other, kept, value, depth + 1);
  return changed === value ? [] : [changed];
}
