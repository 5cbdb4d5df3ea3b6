import { type SchemaObject, typesOf } from "@metadata-service/spec-tools";

/** Returns whether a schema allows objects, which are serialized as names and values. */
export const isObjectSchema = (schema: SchemaObject): boolean => typesOf(schema).includes("object");

/** Returns whether a schema allows arrays, which are serialized element by element. */
export const isArraySchema = (schema: SchemaObject): boolean => typesOf(schema).includes("array");

/** Returns whether a schema allows arrays or objects, which are serialized in several parts. */
export const hasParts = (schema: SchemaObject): boolean => isArraySchema(schema) || isObjectSchema(schema);

/** Groups alternating names and values, such as `a,1,b,2`, into pairs. */
export function inPairs(texts: readonly string[]): [string, string][] {
  return texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ""] as [string, string]] : []));
}
