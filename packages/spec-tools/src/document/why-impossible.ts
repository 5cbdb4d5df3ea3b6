import { BOUNDS } from "./bounds.js";
import { dereference } from "./dereference.js";
import { pointerTo } from "./pointer.js";
import { isSchema, type Schema } from "./schemas.js";
import { createSizes } from "./smallest-size.js";

/** Why no value satisfies a schema, and what to do. */
export interface Impossible {
  /** The JSON pointer to the schema that causes it. */
  readonly pointer: string;
  readonly reason: string;
  /** Whether there are values, which are too large to be made. */
  readonly isLarge?: boolean;
}

/** Keywords that together allow no value if the first one is larger. */
const PAIRS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

/** Finds schemas that no value satisfies, such as `not: {}`, `allOf` of a text and a number, or one that requires itself. */
export interface ImpossibleFinder {
  /** Returns why no value satisfies a schema; undefined if some may, as not every contradiction is found. */
  find(schema: unknown, pointer: string): Impossible | undefined;
}

/** @param document a document without references to other files */
export function createImpossibleFinder(document: object): ImpossibleFinder {
  /** Schemas that some value satisfies. */
  const possible = new Set<string>();
  /** Schemas that no value satisfies, as long as that is so for those that are being examined. */
  const impossible = new Map<string, Impossible>();
  const sizeOf = createSizes(document);
  const amongParts = createPartsCheck(document);

  function find(written: unknown, at: string, within: readonly string[]): Impossible | undefined {
    const { node, pointer } = dereference<unknown>(document, written, at);
    if (possible.has(pointer)) return undefined;
    if (within.includes(pointer))
      return { pointer, reason: "it requires itself, so every value is endless; make a property on the way optional" };
    if (node === false) return { pointer, reason: "it excludes every value; allow some" };
    return impossible.get(pointer) ?? (isSchema(node) ? examine(node, pointer, within) : undefined);
  }

  function examine(node: Schema, pointer: string, within: readonly string[]): Impossible | undefined {
    const before = impossible.size;
    const found = findIn(node, pointer, [...within, pointer]);
    if (found) impossible.set(pointer, found);
    else {
      possible.add(pointer);
      for (const since of [...impossible.keys()].slice(before)) impossible.delete(since);
    }
    return found;
  }

  function findIn(node: Schema, pointer: string, within: readonly string[]): Impossible | undefined {
    return (
      contradiction(node, pointer) ??
      amongParts(node, pointer) ??
      inParts(node, pointer, within) ??
      inProperties(node, pointer, within) ??
      inItems(node, pointer, within) ??
      tooLarge(sizeOf(node, pointer), pointer)
    );
  }

  function inParts(node: Schema, pointer: string, within: readonly string[]): Impossible | undefined {
    for (const [index, part] of listOf(node["allOf"]).entries()) {
      const found = find(part, pointerTo(pointer, "allOf", index), within);
      if (found) return found;
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = listOf(node[keyword]).map((branch, i) => find(branch, pointerTo(pointer, keyword, i), within));
      const [first] = branches;
      if (first && branches.every((found) => found !== undefined)) return first;
    }
    return undefined;
  }

  function inProperties(node: Schema, pointer: string, within: readonly string[]): Impossible | undefined {
    if (!isOnly(node, "object")) return undefined;
    const properties = Object(node["properties"]) as Schema;
    for (const name of listOf(node["required"]).map(String)) {
      const isThere = isListed(node, name);
      if (!isThere && isClosed(node))
        return { pointer, reason: `it requires ${JSON.stringify(name)} and forbids it; add it to properties` };
      const found = isThere ? find(properties[name], pointerTo(pointer, "properties", name), within) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  function inItems(node: Schema, pointer: string, within: readonly string[]): Impossible | undefined {
    const least = Number(node["minItems"] ?? 0);
    if (!isOnly(node, "array") || node["items"] === undefined || least <= listOf(node["prefixItems"]).length)
      return undefined;
    return find(node["items"], pointerTo(pointer, "items"), within);
  }

  return { find: (schema, pointer) => find(schema, pointer, []) };
}

/** Returns a function that returns why the parts of an `allOf` allow no value together. */
function createPartsCheck(document: object): (node: Schema, pointer: string) => Impossible | undefined {
  const allowedTypes = createAllowedTypes(document);
  return (node, pointer) => {
    const types = allowedTypes(node);
    if (types.length === 0) return { pointer, reason: "the types in its allOf exclude each other; remove one of them" };
    if (COMBINING.every((keyword) => node[keyword] === undefined) || types.some((type) => type !== "object"))
      return undefined;
    const parts = allParts(document, node);
    // `additionalProperties` applies to what the `properties` beside it do not list.
    const forbidden = (all: readonly Schema[]) =>
      all
        .flatMap((part) => listOf(part["required"]).map(String))
        .find((one) => parts.some((part) => isClosed(part) && !isListed(part, one)));
    const remedy = "write unevaluatedProperties: false beside them instead";
    const name = node["allOf"] === undefined ? undefined : forbidden(parts);
    if (name !== undefined)
      return {
        pointer,
        reason: `its allOf requires ${JSON.stringify(name)} in one part, and forbids it by additionalProperties: false in another; ${remedy}`,
      };
    const unions = parts.flatMap((part) => [part["oneOf"], part["anyOf"]]).map(listOf);
    const [first] = unions.flatMap((branches) => {
      const names = branches.map((branch) => forbidden(allParts(document, { allOf: [branch] })));
      return names.includes(undefined) ? [] : names.slice(0, 1);
    });
    if (first === undefined) return undefined;
    const reason = `each branch of its union requires a property, such as ${JSON.stringify(first)}, and another part forbids it by additionalProperties: false; ${remedy}`;
    return { pointer, reason };
  };
}

const COMBINING = ["allOf", "oneOf", "anyOf"];

/** A schema and the parts of its `allOf`, and theirs. */
function allParts(document: object, node: Schema, seen = new Set<Schema>()): Schema[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const parts = listOf(node["allOf"]).map((part) => dereference<unknown>(document, part).node);
  return [node, ...parts.filter(isSchema).flatMap((part) => allParts(document, part, seen))];
}

/** Whether a schema allows only the properties that it lists. */
const isClosed = (node: Schema): boolean =>
  node["additionalProperties"] === false && node["patternProperties"] === undefined;

const isListed = ({ properties }: Schema, name: string): boolean => Object.hasOwn(Object(properties), name);

/** Returns a function that returns the types that a schema and its `allOf` allow. */
function createAllowedTypes(document: object): (node: Schema) => readonly string[] {
  /** By schema; while it is being examined, all types. */
  const known = new Map<Schema, readonly string[]>();
  const allowedTypes = (node: Schema): readonly string[] => {
    const before = known.get(node);
    if (before) return before;
    known.set(node, TYPES);
    const own = node["type"] === undefined ? TYPES : [node["type"]].flat().flatMap(withSubtype);
    const parts = listOf(node["allOf"]).map((part) => dereference<unknown>(document, part).node);
    const allowed = parts
      .filter(isSchema)
      .map(allowedTypes)
      .reduce((left, part) => left.filter((type) => part.includes(type)), own);
    known.set(node, allowed);
    return allowed;
  };
  return allowedTypes;
}

function tooLarge(size: number, pointer: string): Impossible | undefined {
  if (size <= BOUNDS.smallest) return undefined;
  const [count, most] = [size, BOUNDS.smallest].map((one) => one.toLocaleString("en-US"));
  return {
    pointer,
    reason: `they have at least ${count} characters and parts, and none with more than ${most} is made; require fewer`,
    isLarge: true,
  };
}

function contradiction(node: Schema, pointer: string): Impossible | undefined {
  const { not } = node;
  if (not === true || (isSchema(not) && Object.keys(not).length === 0))
    return { pointer, reason: "it excludes every value; allow some" };
  if (Array.isArray(node["enum"]) && node["enum"].length === 0)
    return { pointer, reason: "its enum is empty; list a value" };
  for (const [least, most] of PAIRS) {
    const [low, high] = [node[least], node[most]];
    if (typeof low === "number" && typeof high === "number" && low > high && isOnly(node, ...typesOfBound(least)))
      return {
        pointer: pointerTo(pointer, least),
        reason: `${least}: ${low} is above ${most}: ${high}; correct one of them`,
      };
  }
  return undefined;
}

function typesOfBound(keyword: string): string[] {
  if (keyword === "minimum") return ["integer", "number"];
  return [keyword === "minLength" ? "string" : keyword === "minItems" ? "array" : "object"];
}

/** Whether a schema allows values of these types only. */
const isOnly = (node: Schema, ...types: readonly string[]): boolean =>
  node["type"] !== undefined && [node["type"]].flat().every((type) => types.includes(String(type)));

/** An integer is a number. */
const withSubtype = (type: unknown): string[] => (type === "number" ? ["number", "integer"] : [String(type)]);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
