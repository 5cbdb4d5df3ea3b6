import { isAnnotation } from "../document/annotations.js";
import { dereference, type Located } from "../document/dereference.js";
import type { SchemaObject } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import { typeOfJson } from "../json/type-of.js";

/**
 * Returns the schema at a place, with references followed. `true`, `false` and a missing schema count as schemas, too.
 */
export function schemaAt(document: object, schema: unknown, pointer: string): Located<SchemaObject> {
  const { node, ...place } = dereference<unknown>(document, schema, pointer);
  return { node: isObject(node) ? (node as SchemaObject) : booleanSchema(node), ...place };
}

/** What a schema of `true` or `false` means, as an object. */
const booleanSchema = (node: unknown): SchemaObject => (node === false ? ({ not: {} } as SchemaObject) : {});

const isObject = (node: unknown): node is object => typeof node === "object" && node !== null;

/** The properties of an object schema by name, including those of its `allOf`, and where each is written. */
export function propertiesOf(
  document: object,
  { node, pointer }: Located<SchemaObject>,
  within: readonly string[] = [],
): Map<string, Located<SchemaObject>> {
  const properties = new Map<string, Located<SchemaObject>>();
  if (within.includes(pointer)) return properties;
  for (const [index, part] of (node.allOf ?? []).entries()) {
    const located = schemaAt(document, part, pointerTo(pointer, "allOf", index));
    for (const [name, schema] of propertiesOf(document, located, [...within, pointer])) properties.set(name, schema);
  }
  for (const [name, schema] of Object.entries(node.properties ?? {}))
    properties.set(name, schemaAt(document, schema, pointerTo(pointer, "properties", name)));
  return properties;
}

/** The properties of a record, including those that all branches of a union have in common, such as its identity. */
export function fieldsOf(
  document: object,
  record: Located<SchemaObject>,
  within: readonly string[] = [],
): Map<string, Located<SchemaObject>> {
  const fields = propertiesOf(document, record);
  if (within.includes(record.pointer)) return fields;
  const partsOf = (keyword: "allOf" | "oneOf" | "anyOf") =>
    (record.node[keyword] ?? [])
      .map((part, index) => schemaAt(document, part, pointerTo(record.pointer, keyword, index)))
      .filter(({ node }) => node.type !== "null")
      .map((part) => fieldsOf(document, part, [...within, record.pointer]));
  const extended = partsOf("allOf").flatMap((part) => [...part]);
  const shared = [partsOf("oneOf"), partsOf("anyOf")].flatMap(([first, ...others]) =>
    [...(first ?? [])].filter(([name, field]) => others.every((other) => isSameSchema(other.get(name), field))),
  );
  for (const [name, field] of [...extended, ...shared]) if (!fields.has(name)) fields.set(name, field);
  return fields;
}

/** The properties of a record, and those that only some branches of a union describe, with the schemas of each. */
export function describedProperties(
  document: object,
  record: Located<SchemaObject>,
  within: readonly string[] = [],
): Map<string, Located<SchemaObject>[]> {
  const found = new Map<string, Located<SchemaObject>[]>();
  if (within.includes(record.pointer)) return found;
  const add = (name: string, properties: readonly Located<SchemaObject>[]) =>
    found.set(name, [...(found.get(name) ?? []), ...properties]);
  for (const [name, property] of propertiesOf(document, record)) add(name, [property]);
  for (const branch of branchesWithin(document, record))
    for (const [name, properties] of describedProperties(document, branch, [...within, record.pointer]))
      add(name, properties);
  return found;
}

/** The branches of the unions of a schema, and of those that it extends. */
function branchesWithin(
  document: object,
  { node, pointer }: Located<SchemaObject>,
  within: readonly string[] = [],
): Located<SchemaObject>[] {
  if (within.includes(pointer)) return [];
  const partsOf = (keyword: "allOf" | "oneOf" | "anyOf") =>
    (node[keyword] ?? []).map((part, index) => schemaAt(document, part, pointerTo(pointer, keyword, index)));
  const extended = partsOf("allOf").flatMap((part) => branchesWithin(document, part, [...within, pointer]));
  return [...partsOf("oneOf"), ...partsOf("anyOf"), ...extended];
}

/**
 * The names of the fields that every object of a schema has: those that it, its `allOf` or all branches of a union require; with
 * `some`, also those that only some branches require.
 */
export function requiredNames(
  document: object,
  { node, pointer }: Located<SchemaObject>,
  by: "every" | "some" = "every",
  within: readonly string[] = [],
): Set<string> {
  if (within.includes(pointer)) return new Set();
  const ofParts = (keyword: "allOf" | "oneOf" | "anyOf") =>
    (node[keyword] ?? [])
      .map((part, index) => schemaAt(document, part, pointerTo(pointer, keyword, index)))
      .filter((part) => part.node.type !== "null")
      .map((part) => requiredNames(document, part, by, [...within, pointer]));
  const ofUnions = [ofParts("oneOf"), ofParts("anyOf")].flatMap(([first = new Set<string>(), ...others]) =>
    by === "some"
      ? [first, ...others].flatMap((names) => [...names])
      : [...first].filter((name) => others.every((other) => other.has(name))),
  );
  return new Set([...(node.required ?? []), ...ofParts("allOf").flatMap((names) => [...names]), ...ofUnions]);
}

/** All fields that a record may have, including those of only some branches of a union; one of several branches is there several times. */
export function fieldsWithin(
  document: object,
  { node, pointer }: Located<SchemaObject>,
  within: readonly string[] = [],
): [name: string, field: Located<SchemaObject>][] {
  if (within.includes(pointer)) return [];
  const parts = (["allOf", "oneOf", "anyOf"] as const).flatMap((keyword) =>
    (node[keyword] ?? []).flatMap((part, index) =>
      fieldsWithin(document, schemaAt(document, part, pointerTo(pointer, keyword, index)), [...within, pointer]),
    ),
  );
  const own = Object.entries(node.properties ?? {}).map(([name, property]): [string, Located<SchemaObject>] => [
    name,
    schemaAt(document, property, pointerTo(pointer, "properties", name)),
  ]);
  return [...own, ...parts];
}

/** The names of the fields that a parameter may be compared with: all that a record may have whose values are no objects. */
export function comparedFields(document: object, record: Located<SchemaObject>): string[] {
  const compared = fieldsWithin(document, record).filter(([, field]) => {
    const array = arrayIn(document, field);
    return isScalar(document, array ? itemsOf(document, array) : field);
  });
  return [...new Set(compared.map(([name]) => name))];
}

/** Whether a schema allows values that are neither objects nor arrays, so that a part of a URL may be equal to one. */
export function isScalar(document: object, schema: Located<SchemaObject>): boolean {
  const types = typesWithin(document, schema);
  return types.length === 0 || types.some((type) => type !== "object" && type !== "array");
}

/** Whether two schemas say the same about values, apart from descriptions. */
export const isSameSchema = (one: Located<SchemaObject> | undefined, other: Located<SchemaObject>): boolean =>
  rulesOf(one) === rulesOf(other);

const rulesOf = (place: Located<SchemaObject> | undefined) =>
  place && JSON.stringify(Object.entries(place.node).filter(([keyword]) => !isAnnotation(keyword)));

/** The types that a schema allows, without `null`; empty if the schema does not specify them. */
export function typesOf({
  type,
  properties,
  items,
  const: constant,
  enum: values = [],
}: SchemaObject): readonly string[] {
  if (type !== undefined) return [type].flat().filter((one) => one !== "null");
  if (properties) return ["object"];
  if (items) return ["array"];
  const listed = constant === undefined ? values : [constant];
  return [...new Set(listed.map(typeOfJson))].filter((one) => one !== "null");
}

/** The keywords of a schema without a type that show which type its values have. */
const IMPLYING: readonly (readonly [type: string, keywords: readonly (keyof SchemaObject)[]])[] = [
  ["object", ["properties", "required", "minProperties", "additionalProperties", "dependentRequired"]],
  ["array", ["items", "prefixItems", "contains", "minItems"]],
  ["string", ["pattern", "format", "minLength", "maxLength"]],
  // An integer is a number, too.
  ["integer", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The type of a value to make for a schema that does not specify one; undefined if its keywords say nothing either. */
export const impliedType = (schema: Partial<Record<keyof SchemaObject, unknown>>): string | undefined =>
  IMPLYING.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0];

/** The types that a schema and the schemas combined in it allow, without `null`; empty if none of them specifies any. */
export function typesWithin(
  document: object,
  { node, pointer }: Located<SchemaObject>,
  within: readonly string[] = [],
): readonly string[] {
  if (within.includes(pointer)) return [];
  const own = [...typesOf(node)];
  if (typeof node.additionalProperties === "object") own.push("object");
  const combined = (["allOf", "oneOf", "anyOf"] as const).flatMap((keyword) =>
    (node[keyword] ?? []).flatMap((part, index) =>
      typesWithin(document, schemaAt(document, part, pointerTo(pointer, keyword, index)), [...within, pointer]),
    ),
  );
  return [...new Set([...own, ...combined])];
}

/** Whether a schema, or one of those combined in it, names `null` as a value. */
export function allowsNull(
  document: object,
  { node, pointer }: Located<SchemaObject>,
  within: readonly string[] = [],
): boolean {
  if (within.includes(pointer)) return false;
  if ([node.type].flat().includes("null") || node.const === null || node.enum?.includes(null)) return true;
  return (["allOf", "oneOf", "anyOf"] as const).some((keyword) =>
    (node[keyword] ?? []).some((part, index) =>
      allowsNull(document, schemaAt(document, part, pointerTo(pointer, keyword, index)), [...within, pointer]),
    ),
  );
}

/** Returns the only branch of a union beside `null`; the schema itself if it is none. */
export function withoutNull(document: object, schema: Located<SchemaObject>): Located<SchemaObject> {
  const branches = branchesOf(document, schema);
  return branches.length === 1 && branches[0] ? branches[0] : schema;
}

/** The branches of a union beside `null`; empty for other schemas. */
function branchesOf(document: object, { node, pointer }: Located<SchemaObject>): Located<SchemaObject>[] {
  const keyword = (["anyOf", "oneOf"] as const).find((name) => node[name]);
  if (!keyword || node.properties) return [];
  return (node[keyword] ?? [])
    .map((part, index) => schemaAt(document, part, pointerTo(pointer, keyword, index)))
    .filter((branch) => branch.node.type !== "null");
}

/** Returns the only branch of a union beside `null` and arrays; the schema itself if it is none. */
export function withoutArrays(document: object, schema: Located<SchemaObject>): Located<SchemaObject> {
  const [one, ...others] = branchesOf(document, schema).filter((branch) => !isArray(branch));
  return one && others.length === 0 ? one : schema;
}

export const isArray = ({ node }: Located<SchemaObject>): boolean => typesOf(node)[0] === "array";

/** The schema of an array: the schema itself, or the first branch of a union of arrays; undefined if it is none. */
export function arrayIn(document: object, schema: Located<SchemaObject>): Located<SchemaObject> | undefined {
  if (isArray(schema)) return schema;
  const branches = branchesOf(document, schema);
  return branches.every(isArray) ? branches[0] : undefined;
}

/** The schema of the elements of an array. */
export const itemsOf = (document: object, { node, pointer }: Located<SchemaObject>): Located<SchemaObject> =>
  schemaAt(document, node.items, pointerTo(pointer, "items"));
