import { pointerTo } from "./pointer.js";

/** Keywords whose value is a schema, an array of schemas, and schemas by name (JSON Schema 2020-12). */
const ONE = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const MANY = ["allOf", "anyOf", "oneOf", "prefixItems"];
export const NAMED = ["$defs", "dependentSchemas", "patternProperties", "properties"];
const ALONE = new Set(ONE);
const BY_NAME = new Set([...MANY, ...NAMED]);

/** A schema as it is written, apart from `true` and `false`. */
export type Schema = Readonly<Record<string, unknown>>;

export const isSchema = (node: unknown): node is Schema =>
  typeof node === "object" && node !== null && !Array.isArray(node);

export function childrenOf(node: Schema, pointer: string): [unknown, string][] {
  const found: [unknown, string][] = [];
  for (const [keyword, value] of Object.entries(node)) {
    if (value === undefined) continue;
    if (ALONE.has(keyword)) found.push([value, `${pointer}/${keyword}`]);
    else if (BY_NAME.has(keyword) && typeof value === "object" && value !== null)
      for (const [name, child] of Object.entries(value)) found.push([child, pointerTo(`${pointer}/${keyword}`, name)]);
  }
  return found;
}

/** Keywords whose schemas apply to the same value as the schema with them. */
const PARTS = new Set(["allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependentSchemas"]);

/** The schemas inside a schema that apply to the same value as it. */
export function partsOf(node: Schema): unknown[] {
  return Object.entries(node).flatMap(([keyword, value]) => {
    if (!PARTS.has(keyword) || value === undefined) return [];
    if (Array.isArray(value)) return value;
    return keyword === "dependentSchemas" ? Object.values(Object(value)) : [value];
  });
}

/**
 * Replaces each of the schemas inside a schema. The schema is copied if one of them changed.
 *
 * @param change is passed a schema and its place: the keyword, and its name or index there
 */
export function mapChildren(
  node: Schema,
  change: (child: unknown, ...names: readonly (string | number)[]) => unknown,
): Schema {
  return mapValues(node, (value, keyword) => {
    if (ONE.includes(keyword)) return change(value, keyword);
    if (MANY.includes(keyword) && Array.isArray(value)) return mapList(value, (one, i) => change(one, keyword, i));
    return NAMED.includes(keyword) && isSchema(value)
      ? mapValues(value, (one, name) => change(one, keyword, name))
      : value;
  });
}

/** The schemas that no other schema contains, with their pointers: those under `schema` and in components. */
export function schemasOf(document: object): [pointer: string, schema: unknown][] {
  const found: [string, unknown][] = [];
  mapSchemas(document, (schema, pointer) => found.push([pointer, schema]));
  return found;
}

/** Replaces each schema that no other schema contains, and copies what contains replaced ones. */
export function mapSchemas(document: object, change: (schema: unknown, pointer: string) => unknown): object {
  const copy = (node: unknown, pointer: string, isMap: boolean): unknown => {
    if (Array.isArray(node)) return mapList(node, (one, i) => copy(one, pointerTo(pointer, i), false));
    if (!isSchema(node)) return node;
    return mapValues(node, (child, name) => {
      const at = pointerTo(pointer, name);
      if (isMap) return copy(child, at, false);
      if (name === "example" || name === "examples" || name.startsWith("x-")) return child;
      if (name === "schema") return change(child, at);
      if (at === "#/components/schemas" && isSchema(child))
        return mapValues(child, (schema, own) => change(schema, pointerTo(at, own)));
      return copy(child, at, MAPS.includes(name));
    });
  };
  return copy(document, "#", false) as object;
}

/** Objects of OpenAPI whose keys are names that the author chose. */
export const MAPS = [
  ...["callbacks", "content", "encoding", "headers", "links", "parameters", "pathItems", "paths", "requestBodies"],
  ...["responses", "securitySchemes", "variables", "webhooks"],
];

/** Keywords by which nothing is validated, with data in which Ajv looks for an `$id` or an anchor: in objects, not in lists. */
const isRemark = (name: string, value: unknown) =>
  (name === "example" || name === "examples" || name.startsWith("x-")) && isSchema(value);
const DATA = ["const", "default", "enum"];
/** Fields whose keys are names that the author chose, in schemas and in OpenAPI. */
export const NAMES = new Set([...NAMED, ...MAPS, "schemas"]);

/** Copies a document, or a part of it, without examples and extensions that are objects. @param isMap whether its keys are names of the author */
export function withoutRemarks<T>(node: T, isMap = false): T {
  if (Array.isArray(node)) return node.map((one) => withoutRemarks(one)) as T;
  if (!isSchema(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, child]) => isMap || !isRemark(name, child))
      .map(([name, child]) => [
        name,
        !isMap && DATA.includes(name) ? child : withoutRemarks(child, !isMap && NAMES.has(name)),
      ]),
  ) as T;
}

/** The same object with other values; the object itself if they are the same. */
export function mapValues(node: object, change: (value: unknown, name: string) => unknown): Schema {
  let changed: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(node)) {
    const next = change(value, name);
    if (next === value) continue;
    changed ??= { ...node };
    changed[name] = next;
  }
  return changed ?? (node as Schema);
}

/** The same list with other elements; the list itself if they are the same. */
export function mapList(
  list: readonly unknown[],
  change: (one: unknown, index: number) => unknown,
): readonly unknown[] {
  const changed = list.map(change);
  return changed.some((one, i) => one !== list[i]) ? changed : list;
}
