import { quote, Violation } from "@metadata-service/server-rules";
import { type Located, type OpenApiDocument, propertiesOf, type SchemaObject } from "@metadata-service/spec-tools";

const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads a text as the type that its schema asks for; what is not of that type stays text, for the schema to refuse. */
export function readValue(text: string, { type }: SchemaObject): unknown {
  const types = [type ?? []].flat() as string[];
  if (types.includes("integer") && INTEGER.test(text)) return Number(text);
  if (types.includes("number") && NUMBER.test(text)) return Number(text);
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  if (types.includes("null") && text === "null") return null;
  return text;
}

/** Reads the texts of an object's members as the types of its properties. */
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

/** Reads the text of a parameter that is described by `content`. */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Violation(`${name} must be JSON, not ${quote(text)}`);
  }
}
