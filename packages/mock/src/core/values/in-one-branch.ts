import {
  isObject,
  type Located,
  pointerTo,
  propertiesOf,
  type SchemaObject,
  schemaAt,
} from "@metadata-service/spec-tools";
import type { ValueMaker } from "./value.js";

/** Values for a field that exclude a branch of a union. */
const EXCLUDING = [null, 0, "", false, {}, []];

/**
 * Changes an object that several branches of a `oneOf` allow, because they require nothing, so that only one does: it gets a
 * field of the others with a value that they forbid. This is the only way to satisfy such a schema.
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

function excluding(
  maker: ValueMaker,
  other: Located<SchemaObject>,
  kept: Located<SchemaObject>,
  value: object,
): object {
  for (const [name, property] of propertiesOf(maker.document, other)) {
    if (Object.hasOwn(value, name)) continue;
    const changed = EXCLUDING.filter((one) => !maker.fits(property.pointer, one))
      .map((one) => ({ ...value, [name]: one }))
      .find((one) => maker.fits(kept.pointer, one));
    if (changed) return changed;
  }
  return value;
}
