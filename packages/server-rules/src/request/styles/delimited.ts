import { type SchemaObject, typesOf } from "@metadata-service/spec-tools";

/** Whether a value of a schema is written as names and values. */
export const isObjectSchema = (schema: SchemaObject): boolean => typesOf(schema).includes("object");

/** Whether a value of a schema is written as several texts. */
export const isArraySchema = (schema: SchemaObject): boolean => typesOf(schema).includes("array");

/** Whether a value of a schema is written as more than one text: elements, or names and values. */
export const hasParts = (schema: SchemaObject): boolean => isArraySchema(schema) || isObjectSchema(schema);

/** `a,1,b,2`: names and values in turn. */
export function inPairs(texts: readonly string[]): [string, string][] {
  return texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ""] as [string, string]] : []));
}
