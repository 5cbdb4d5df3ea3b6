import { pointerTo } from "./pointer.js";
import { isSchema, mapChildren, mapSchemas, mapValues, type Schema } from "./schemas.js";

/**
 * Copies a document with what can be written in several ways written in one: a discriminator refers to schemas by their
 * pointers, not by their names (OpenAPI 3.1, section 4.8.25), and `enum: []`, which no value satisfies, is `not: {}`,
 * because validators reject an empty list. `nullable` and `id` are left out: JSON Schema ignores them, and validators do not.
 */
export function plainSchemas(document: object): object {
  const { components } = document as { components?: { schemas?: object } };
  const named = new Set(Object.keys(components?.schemas ?? {}));
  const plain = (schema: unknown): unknown => {
    if (!isSchema(schema)) return schema;
    return withoutEmptyEnum(withPointers(withoutIgnored(mapChildren(schema, plain)), named));
  };
  return mapSchemas(document, plain);
}

function withoutIgnored(schema: Schema): Schema {
  if (!("nullable" in schema || "id" in schema)) return schema;
  const { nullable: _nullable, id: _id, ...known } = schema;
  return known;
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
