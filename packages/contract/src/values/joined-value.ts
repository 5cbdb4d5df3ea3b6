import { type Document, type Schema, schemaExamples } from "../document/document.js";
import { NoValue } from "../document/document-limits.js";
import { flatten } from "./flatten.js";
import { freshValue } from "./fresh-value.js";
import { numberValue, regExpOf, textValue, typesOf } from "./leaf-value.js";

/** The maximum depth, because schemas can be recursive. */
const MOST_DEPTH = 8;

/** The maximum number of values in a value; each level could multiply them. */
const MOST_VALUES = 20_000;

/** Returns a small value that satisfies all parts of a schema together. */
export function joinedValue(document: Document, node: Schema, depth = 0, left = { count: MOST_VALUES }): unknown {
  spend(left);
  if (typeof node === "boolean") return "x";
  const schema = flatten(document, node);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const inner = (child: Schema) => joinedValue(document, child, depth + 1, left);
  const [type] = typesOf(schema);
  if (type === "object") return depth > MOST_DEPTH ? {} : objectValue(schema, inner);
  if (type === "array") return depth > MOST_DEPTH ? [] : arrayValue(schema, inner);
  const given = schemaExamples(schema)[0] ?? schema.default;
  if (given !== undefined) return given;
  if (type === "integer" || type === "number") return numberValue(schema);
  if (type === "boolean") return true;
  return type === "null" ? null : textValue(schema);
}

function spend(left: { count: number }): void {
  if (--left.count < 0) throw new NoValue("No small value can be generated for a schema; add an example to it");
}

/** The maximum number of elements to generate, if a schema requires even more. */
const MOST_ITEMS = 10_000;

type Inner = (child: Schema) => unknown;

function objectValue(schema: Schema, inner: Inner): Record<string, unknown> {
  const { required = [], properties = {}, minProperties = 0 } = schema;
  const names = [...new Set([...required, ...Object.keys(properties).slice(0, minProperties)])];
  const others = otherNames(schema, Math.min(minProperties, MOST_ITEMS) - names.length);
  const open = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
  return Object.fromEntries(
    [...names, ...others].map((name) => [name, inner((Object.hasOwn(properties, name) && properties[name]) || open)]),
  );
}

/** Returns names for properties that a schema requires without naming them. */
function otherNames({ propertyNames = {} }: Schema, count: number): string[] {
  if (count <= 0) return [];
  const fits = (name: string) => regExpOf(propertyNames.pattern ?? "").test(name);
  const found = Array.from({ length: count * 8 }, (_, i) =>
    freshValue({ ...propertyNames, type: "string" }, `name${i}`, (name) => typeof name === "string" && fits(name)),
  );
  const names = propertyNames.enum ?? found.filter((name) => name !== undefined);
  return [...new Set(names.map(String))].slice(0, count);
}

function arrayValue(schema: Schema, inner: Inner): unknown[] {
  const { prefixItems = [], items = {}, minItems = 0, contains, minContains = 1, uniqueItems } = schema;
  const first = prefixItems.map(inner);
  const contained = contains
    ? Array.from({ length: Math.min(minContains, MOST_ITEMS) }, () => inner({ allOf: [items, contains] }))
    : [];
  const rest = Math.min(Math.max(minItems - first.length - contained.length, 0), MOST_ITEMS);
  const plain = Array.from({ length: rest }, (_, i) => (uniqueItems ? another(inner(items), items, i) : inner(items)));
  return [...first, ...contained, ...plain];
}

/** Returns a different value for each number. */
function another(value: unknown, { enum: values, multipleOf = 1 }: Schema, i: number): unknown {
  if (values) return values[i];
  if (typeof value === "number") return value + i * multipleOf;
  return typeof value === "string" && i > 0 ? `${value}${i}` : value;
}
