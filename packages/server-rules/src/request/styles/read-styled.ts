import type { Located, ParameterModel, SchemaObject } from "@metadata-service/spec-tools";
import type { TextReader } from "./text-reader.js";

/** Returns whether a schema allows arrays or objects, which are written in several parts. */
export const hasParts = (reader: TextReader, schema: Located<SchemaObject>): boolean =>
  reader.isArray(schema) || reader.isObject(schema);

/** Groups alternating names and values, such as `a,1,b,2`, into pairs. */
export function inPairs(texts: readonly string[]): [string, string][] {
  return texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? ""] as [string, string]] : []));
}

/**
 * Reads a parameter that was split at its delimiters: an object as name-value pairs or as `name=value` (`explode`), an
 * array as its elements, or a single value.
 *
 * @param decode applied to each text after the split
 */
export function readTexts(
  reader: TextReader,
  { schema, explode }: Pick<ParameterModel, "schema" | "explode">,
  texts: readonly string[],
  decode: (text: string) => string = (text) => text,
): unknown {
  if (!reader.isObject(schema)) return reader.read(schema, texts.map(decode));
  const pairs = explode ? texts.map((pair) => pair.split("=", 2)) : inPairs(texts);
  return reader.readMembers(
    schema,
    pairs.map(([member = "", value = ""]) => [[decode(member)], decode(value)] as const),
  );
}
