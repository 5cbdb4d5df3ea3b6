import { dereference } from "./dereference.js";
import { pointerTo } from "./pointer.js";
import { isSchema, type Schema } from "./schemas.js";

/** Why no value satisfies a schema, and what to do. */
export interface Impossible {
  /** The JSON pointer to the schema that causes it. */
  readonly pointer: string;
  readonly reason: string;
}

/** Keywords that together allow no value if the first one is larger. */
const BOUNDS = [
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

  function find(written: unknown, at: string, within: readonly string[]): Impossible | undefined {
    const { node, pointer } = dereference<unknown>(document, written, at);
    if (possible.has(pointer)) return undefined;
    if (within.includes(pointer))
      return { pointer, reason: "it requires itself, so every value is endless; make a property on the way optional" };
    if (node === false) return { pointer, reason: "it excludes every value; allow some" };
    const found = isSchema(node) ? findIn(node, pointer, [...within, pointer]) : undefined;
    if (found === undefined) possible.add(pointer);
    return found;
  }

  function findIn(node: Schema, pointer: string, within: readonly string[]): Impossible | undefined {
    return (
      contradiction(node, pointer) ??
      sharedTypes(node, pointer) ??
      inParts(node, pointer, within) ??
      inProperties(node, pointer, within) ??
      inItems(node, pointer, within)
    );
  }

  /** The types that all parts of an `allOf` allow. */
  function sharedTypes(node: Schema, pointer: string): Impossible | undefined {
    return allowedTypes(node).length > 0
      ? undefined
      : { pointer, reason: "the types in its allOf exclude each other; remove one of them" };
  }

  function allowedTypes(node: Schema, depth = 0): string[] {
    const own = node["type"] === undefined ? TYPES : [node["type"]].flat().flatMap(withSubtype);
    if (depth > 8) return own;
    const parts = listOf(node["allOf"]).map((part) => dereference<unknown>(document, part).node);
    return parts
      .filter(isSchema)
      .reduce<string[]>((types, part) => types.filter((type) => allowedTypes(part, depth + 1).includes(type)), own);
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
    const isClosed = node["additionalProperties"] === false && node["patternProperties"] === undefined;
    for (const name of listOf(node["required"]).map(String)) {
      const isThere = Object.hasOwn(properties, name);
      if (!isThere && isClosed)
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

function contradiction(node: Schema, pointer: string): Impossible | undefined {
  const { not } = node;
  if (not === true || (isSchema(not) && Object.keys(not).length === 0))
    return { pointer, reason: "it excludes every value; allow some" };
  if (Array.isArray(node["enum"]) && node["enum"].length === 0)
    return { pointer, reason: "its enum is empty; list a value" };
  for (const [least, most] of BOUNDS) {
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
