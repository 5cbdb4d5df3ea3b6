import {
  itemsOf,
  type Located,
  type OpenApiDocument,
  type ParameterModel,
  propertiesOf,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import { inPairs, isArraySchema, isObjectSchema } from "./delimited.js";

/** An integer in canonical form: no `+`, no leading zeros, no fraction, no exponent, and only ASCII digits. */
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Converts a text to the type that its schema requires. Text that cannot be converted is returned unchanged; schema
 * validation then rejects it.
 *
 * @example readValue("10", { type: "integer" }) // 10
 * @example readValue("1e1", { type: "integer" }) // "1e1"
 */
export function readValue(text: string, { type }: SchemaObject): unknown {
  if (type === "string") return text;
  const types = [type ?? []].flat() as string[];
  if (types.includes("integer") && INTEGER.test(text)) return Number(text);
  if (types.includes("number") && NUMBER.test(text)) return Number(text);
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  if (types.includes("null") && text === "null") return null;
  return text;
}

/** Converts the fields of an object from text to the types of its properties. */
export function readMembers(
  document: OpenApiDocument,
  schema: Located<SchemaObject>,
  texts: Iterable<readonly [name: string, text: string]>,
): Record<string, unknown> {
  const properties = propertiesOf(document, schema);
  return Object.fromEntries(
    [...texts].map(([name, text]) => [name, readValue(text, properties.get(name)?.node ?? {})]),
  );
}

/**
 * Converts a parameter that was split at its delimiters: an object as name-value pairs or as `name=value` (`explode`),
 * an array as its elements, or a single value.
 *
 * @param decode applied to each text after the split
 */
export function readTexts(
  document: OpenApiDocument,
  { schema, explode }: Pick<ParameterModel, "schema" | "explode">,
  texts: readonly string[],
  decode: (text: string) => string = (text) => text,
): unknown {
  if (isObjectSchema(schema.node)) {
    const pairs = explode ? texts.map((pair) => pair.split("=", 2)) : inPairs(texts);
    return readMembers(
      document,
      schema,
      pairs.map(([member = "", value = ""]) => [decode(member), decode(value)] as const),
    );
  }
  if (!isArraySchema(schema.node)) return readValue(decode(texts[0] ?? ""), schema.node);
  const { node } = itemsOf(document, schema);
  return texts.map((text) => readValue(decode(text), node));
}
