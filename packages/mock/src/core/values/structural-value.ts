import {
  impliedType,
  isObject,
  type OpenApiDocument,
  pointerTo,
  type SchemaObject,
  typesWithin,
} from "@metadata-service/spec-tools";
import { hash } from "../data/hash.js";
import { arrayValue } from "./array-value.js";
import { inOneBranch } from "./in-one-branch.js";
import { numberValue } from "./number-value.js";
import { objectValue } from "./object-value.js";
import { stringValue } from "./string-value.js";
import { type FullSchema, type Propose, partOf, type Row, type ValueMaker } from "./value.js";

/** Generates values from the type of a schema, its bounds and its valid examples. */
export function structuralValue(schema: FullSchema, pointer: string, maker: ValueMaker): Propose {
  if (schema.const !== undefined) return () => schema.const;
  if (schema.enum?.length) return pick(schema.enum);
  const union = schema.oneOf ? "oneOf" : schema.anyOf ? "anyOf" : undefined;
  const plain = plainValue(schema, pointer, maker);
  if (!union) return plain;
  return branchValue(schema[union] ?? [], (index) => pointerTo(pointer, union, index), pointer, maker, plain);
}

function plainValue(schema: FullSchema, pointer: string, maker: ValueMaker): Propose {
  const type = typeOf(schema, maker.document);
  switch (type) {
    case "string":
      return stringValue(schema, (value) => maker.fits(pointer, value));
    case "integer":
    case "number":
      return numberValue(schema, type === "integer", (value) => maker.fits(pointer, value));
    case "boolean":
      return ({ stream, row }) => hash(stream, row) % 2 === 0;
    case "object":
      return objectValue(schema, pointer, maker);
    case "array":
      return arrayValue(schema, pointer, maker);
    case "null":
      return () => null;
    default:
      return anyValue((value) => maker.fits(pointer, value));
  }
}

/** Generates a small value for a schema that does not say of which type its values are. */
function anyValue(fits: (value: unknown) => boolean): Propose {
  return (row, trusted) => (trusted.length > 0 ? pick(trusted)(row) : ANY.find(fits));
}

/** Small values of every type. */
export const ANY = ["text", 1, true, null, {}, []];

/**
 * Generates a value for a union: starts at a random branch and returns the first valid value. For objects, properties
 * declared next to the union are added.
 */
function branchValue(
  branches: readonly unknown[],
  at: (index: number) => string,
  pointer: string,
  maker: ValueMaker,
  plain: Propose,
): Propose {
  const fits = (value: unknown) => value !== undefined && maker.fits(pointer, value);
  const sizeAt = (index: number) => maker.sizeOf(branches[index], at(index));
  const isOneOf = at(0) === pointerTo(pointer, "oneOf", 0);
  let smallest: number[] | undefined;
  const branchAt = (index: number, row: Row): unknown => {
    const branch = maker.at(at(index), branches[index])(partOf(row, row.stream));
    if (fits(branch) || !isObject(branch)) return branch;
    const beside = plain(row, []);
    return isObject(beside) ? { ...beside, ...branch } : branch;
  };
  const alone = (value: unknown) => inOneBranch(maker, { node: { oneOf: branches } as SchemaObject, pointer }, value);
  const orderIn = (row: Row): number[] => {
    const indexes = [...branches.keys()];
    const first = hash(row.stream, row.row, 7);
    // Where the value is large already, the smallest branch is enough.
    const isFull = row.room !== undefined && row.room.left <= 0;
    if (!isFull) return indexes.map((index) => (first + index) % branches.length);
    smallest ??= indexes.sort((a, b) => sizeAt(a) - sizeAt(b));
    return smallest;
  };
  return (row, trusted) => {
    if (trusted.length > 0) return pick(trusted)(row);
    const tried: unknown[] = [];
    for (const index of orderIn(row)) {
      const value = branchAt(index, row);
      if (fits(value)) return value;
      tried.push(value);
    }
    return isOneOf ? tried.map(alone).find(fits) : undefined;
  };
}

/**
 * Returns the type of the values to generate. If the schema has no `type`, it is derived from the keywords, and then from
 * those of `allOf`.
 */
function typeOf(schema: FullSchema, document: OpenApiDocument): string | undefined {
  const types = [schema.type ?? typesWithin(document, { node: schema as SchemaObject, pointer: "" })].flat();
  const type = types.find((one) => one !== "null") ?? types[0];
  return type ?? impliedType(schema);
}

function pick(values: readonly unknown[]): (row: Row) => unknown {
  return ({ stream, row }) => values[hash(stream, row) % values.length];
}
