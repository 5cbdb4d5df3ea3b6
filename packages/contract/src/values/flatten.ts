import { type Document, resolve, type Schema } from "../document/document.js";
import { isMark } from "../document/exact-numbers.js";

/** The maximum depth to which schemas are merged, because they can be recursive. */
const MOST_DEPTH = 12;

/**
 * Merges the subschemas that apply to the same value into one schema: all of `allOf`, the first of `oneOf` and `anyOf`,
 * and the case in which `if` is true. A value generated part by part could violate other parts that constrain the same
 * property.
 */
export function flatten(document: Document, node: Schema, depth = 0): Schema {
  const { $ref, ...beside } = node;
  const own = $ref === undefined ? node : resolve<Schema>(document, { $ref }, "").node;
  if (typeof own !== "object" || depth > MOST_DEPTH) return typeof own === "object" ? own : {};
  const { allOf = [], oneOf = [], anyOf = [], if: condition, then, ...rest } = own;
  const conditions = condition && then ? [condition, then] : [];
  const parts = [...allOf, ...oneOf.slice(0, 1), ...anyOf.slice(0, 1), ...conditions, ...($ref ? [beside] : [])];
  return parts.map((part) => flatten(document, part, depth + 1)).reduce(join, rest);
}

/**
 * The types that a text in a URL or a header may be read as: those of the schema, and of all its parts that apply to the
 * same value. A schema that names none allows every text.
 */
export function typesOfText(document: Document, node: Schema | undefined, depth = 0): string[] {
  const { $ref, ...beside } = node ?? {};
  const own = $ref === undefined ? beside : { ...resolve<Schema>(document, { $ref }, "").node, ...beside };
  const values = "const" in own ? [own.const] : (own.enum ?? []);
  if (own.type !== undefined) return [own.type].flat();
  if (values.length > 0)
    return values.map((value) => (value === null ? "null" : isMark(value) ? "number" : typeof value));
  if (depth > MOST_DEPTH) return [];
  const parts = [...(own.allOf ?? []), ...(own.anyOf ?? []), ...(own.oneOf ?? [])];
  return parts.flatMap((part) => typesOfText(document, part, depth + 1));
}

/** Returns a schema for values that are valid in both schemas. */
function join(one: Schema, other: Schema): Schema {
  const lists = { required: [...new Set([...(one.required ?? []), ...(other.required ?? [])])] };
  const joined: Schema = { ...one, ...other, ...(lists.required.length > 0 && lists) };
  if (one.properties && other.properties) joined.properties = joinProperties(one.properties, other.properties);
  if (one.enum && other.enum) joined.enum = one.enum.filter((value) => other.enum?.includes(value));
  if (one.type !== undefined && other.type !== undefined) joined.type = joinTypes(one.type, other.type);
  for (const keyword of ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const)
    joinBound(joined, keyword, one, other, Math.max);
  for (const keyword of ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const)
    joinBound(joined, keyword, one, other, Math.min);
  return joined;
}

function joinProperties(one: Record<string, Schema>, other: Record<string, Schema>): Record<string, Schema> {
  const both = Object.entries(other).map(([name, node]): [string, Schema] => {
    const first = Object.hasOwn(one, name) ? one[name] : undefined;
    return [name, first ? { allOf: [first, node] } : node];
  });
  return { ...one, ...Object.fromEntries(both) };
}

function joinTypes(one: string | string[], other: string | string[]): string[] {
  const others = [other].flat();
  const isBoth = (type: string) => others.includes(type) || (type === "integer" && others.includes("number"));
  const same = [one].flat().filter(isBoth);
  return same.length > 0 ? same : others;
}

type Bound =
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | `${"min" | "max"}${"Length" | "Items" | "Properties"}`;

function joinBound(
  joined: Schema,
  keyword: Bound,
  one: Schema,
  other: Schema,
  choose: (a: number, b: number) => number,
): void {
  const [a, b] = [one[keyword], other[keyword]];
  if (a !== undefined && b !== undefined) joined[keyword] = choose(a, b);
}
