import { isAnnotation } from "./annotations.js";
import { isSchema, type Schema } from "./schemas.js";

/** Keywords that depend on each other; a schema cannot take some from one schema and some from another. */
const GROUPS = [
  ["properties", "patternProperties", "additionalProperties"],
  ["items", "prefixItems", "contains", "minContains", "maxContains", "unevaluatedItems"],
  ["if", "then", "else"],
  ["oneOf", "discriminator"],
  ["contentEncoding", "contentMediaType", "contentSchema"],
];

/** Keywords that apply other schemas to the same value, so that `unevaluated…` sees what those describe. */
const IN_PLACE = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "properties", "patternProperties"];

/**
 * Returns the schema that accepts exactly what two schemas accept together; undefined if no simple schema does.
 * Descriptions of the second one replace those of the first.
 */
export function mergeSchemas(one: Schema, other: Schema): Schema | undefined {
  if (GROUPS.some((group) => !canJoin(group, one, other))) return undefined;
  // What the other schema describes would suddenly count as evaluated.
  if (
    Object.keys(one).some((keyword) => keyword.startsWith("unevaluated")) &&
    IN_PLACE.some((name) => Object.hasOwn(other, name))
  )
    return undefined;
  const merged: Record<string, unknown> = { ...one };
  for (const [keyword, value] of Object.entries(other)) {
    const both = Object.hasOwn(one, keyword) ? mergeKeyword(keyword, one[keyword], value) : value;
    if (both === undefined) return undefined;
    merged[keyword] = both;
  }
  return merged;
}

function canJoin(group: readonly string[], one: Schema, other: Schema): boolean {
  const [ones, others] = [one, other].map((schema) => group.filter((keyword) => Object.hasOwn(schema, keyword)));
  if (ones?.length === 0 || others?.length === 0) return true;
  return [...(ones ?? []), ...(others ?? [])].every((keyword) => keyword === "properties");
}

/** Returns the value of a keyword that says as much as two values together; undefined if there is none. */
function mergeKeyword(keyword: string, one: unknown, other: unknown): unknown {
  if (isSameValue(one, other) || isAnnotation(keyword)) return other;
  if (keyword === "required" || keyword === "allOf") return [...new Set([...Object(one), ...Object(other)])];
  if (keyword === "properties") return mergeProperties(one, other);
  if (keyword === "type") return commonTypes([one].flat(), [other].flat());
  if (typeof one !== "number" || typeof other !== "number") return undefined;
  if (/^(min|exclusiveMin)/.test(keyword)) return Math.max(one, other);
  return /^(max|exclusiveMax)/.test(keyword) ? Math.min(one, other) : undefined;
}

function mergeProperties(one: unknown, other: unknown): unknown {
  const merged = new Map(Object.entries(Object(one)));
  for (const [name, schema] of Object.entries(Object(other))) {
    const before = merged.get(name);
    const both = isSchema(before) && isSchema(schema) ? mergeSchemas(before, schema) : undefined;
    merged.set(name, merged.has(name) ? (both ?? { allOf: [before, schema] }) : schema);
  }
  return Object.fromEntries(merged);
}

function commonTypes(one: readonly unknown[], other: readonly unknown[]): unknown {
  const isIn = (types: readonly unknown[]) => (type: unknown) =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const common = [...new Set([...one.filter(isIn(other)), ...other.filter(isIn(one))])];
  return common.length > 1 ? common : common[0];
}

/** Whether two values are the same JSON, written in the same order. */
const isSameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
