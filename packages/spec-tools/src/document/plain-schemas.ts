import { pointerTo } from "./pointer.js";
import { isSchema, mapChildren, mapSchemas, mapValues, type Schema } from "./schemas.js";

/**
 * Copies a document with what can be written in several ways written in one: a discriminator refers to schemas by their
 * pointers, not by their names (OpenAPI 3.1, section 4.8.25), and `enum: []`, which no value satisfies, is `not: {}`,
 * because validators reject an empty list. Keywords that restrict nothing, and that validators reject, are left out.
 * What should be a list and is none can be read by nobody; where such a document is served, the reasons are told by others.
 */
export function plainSchemas(document: object): object {
  const { components } = document as { components?: { schemas?: object } };
  const named = new Set(Object.keys(components?.schemas ?? {}));
  const plain = (schema: unknown): unknown => {
    if (!isSchema(schema)) return schema;
    const readable = withReadableLists(without(schema, ignoredIn(schema)));
    return withoutEmptyEnum(withPointers(mapChildren(readable, plain), named));
  };
  return mapSchemas(document, plain);
}

/** Keywords that JSON Schema does not have; and the name of a dialect, of which validators know only their own. */
const ignoredIn = ({ $schema }: Schema) => ["nullable", "id", ...(typeof $schema === "string" ? ["$schema"] : [])];

function without(schema: Schema, keywords: readonly string[]): Schema {
  if (!keywords.some((keyword) => keyword in schema)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));
}

/** Keywords with lists of schemas of which one, or each, is the schema of the value. */
const COMBINED = ["allOf", "anyOf", "oneOf"];

/** Without a readable list of alternatives, as with an empty one, no value is valid; names and examples are left out. */
function withReadableLists(schema: Schema): Schema {
  const isReadable = (keyword: string) => schema[keyword] === undefined || Array.isArray(schema[keyword]);
  const isImpossible = (keyword: string) =>
    !isReadable(keyword) || (keyword !== "allOf" && Object(schema[keyword]).length === 0);
  const combined = mapValues(schema, (list, keyword) =>
    COMBINED.includes(keyword) && isImpossible(keyword) ? [false] : list,
  );
  return without(
    combined,
    ["required", "examples"].filter((keyword) => !isReadable(keyword)),
  );
}

function withPointers(schema: Schema, named: ReadonlySet<string>): Schema {
  const { discriminator } = schema;
  if (!isSchema(discriminator) || !isSchema(discriminator["mapping"])) return schema;
  const mapping = mapValues(discriminator["mapping"], (target) =>
    typeof target === "string" && named.has(target) ? pointerTo("#/components/schemas", target) : target,
  );
  return { ...schema, discriminator: { ...discriminator, mapping } };
}

function withoutEmptyEnum(schema: Schema): Schema {
  if (!Array.isArray(schema["enum"]) || schema["enum"].length > 0) return schema;
  const { enum: _, ...rest } = schema;
  // A value that satisfied `not` was excluded before; now, all are.
  return { ...rest, not: {} };
}
