import { closest } from "../closest.js";
import { addTo } from "../document/grouped-by.js";
import { childrenOf, schemasOf } from "../document/schemas.js";

/** The keywords of JSON Schema 2020-12, and those that OpenAPI 3.1 adds. */
const KEYWORDS = new Set(
  `$anchor $comment $defs $dynamicAnchor $dynamicRef $id $ref $schema $vocabulary additionalProperties allOf anyOf
  const contains contentEncoding contentMediaType contentSchema default dependentRequired dependentSchemas deprecated
  description discriminator else enum example examples exclusiveMaximum exclusiveMinimum externalDocs format if items
  maxContains maxItems maxLength maxProperties maximum minContains minItems minLength minProperties minimum multipleOf not
  oneOf pattern patternProperties prefixItems properties propertyNames readOnly required summary then title type
  unevaluatedItems unevaluatedProperties uniqueItems writeOnly xml`.split(/\s+/),
);

/** Keywords of other tools and languages, with their names in JSON Schema. Their authors mean a bound, so they are mistakes. */
export const FOREIGN: Readonly<Record<string, string>> = {
  allowedValues: "enum",
  ge: "minimum",
  gt: "exclusiveMinimum",
  gte: "minimum",
  le: "maximum",
  lt: "exclusiveMaximum",
  lte: "maximum",
  max: "maximum, or maxLength, maxItems",
  maxCount: "maxItems",
  maxSize: "maxLength, or maxItems",
  min: "minimum, or minLength, minItems",
  minCount: "minItems",
  minSize: "minLength, or minItems",
  options: "enum",
  regex: "pattern",
  regexp: "pattern",
  unique: "uniqueItems",
  values: "enum",
};

/** Words of other languages for the types of JSON Schema, and what to write in their place. */
export const TYPES: Readonly<Record<string, string>> = {
  ...each("int short byte bigint", "Write type: integer."),
  ...each("long int64", "Write type: integer and format: int64."),
  ...each("int32", "Write type: integer and format: int32."),
  ...each("float single", "Write type: number and format: float."),
  ...each("double", "Write type: number and format: double."),
  ...each("decimal numeric real money", "Write type: number, or type: string if no digit may be lost."),
  ...each("str text char varchar", "Write type: string."),
  ...each("enum", "Write type: string, and the values as enum: [a, b]."),
  ...each("bool", "Write type: boolean."),
  ...each("date", "Write type: string and format: date."),
  ...each("datetime timestamp instant", "Write type: string and format: date-time."),
  ...each("time", "Write type: string and format: time."),
  ...each("uuid guid", "Write type: string and format: uuid."),
  ...each("email", "Write type: string and format: email."),
  ...each("uri url", "Write type: string and format: uri."),
  ...each("file binary blob bytes", "Write type: string and format: binary."),
  ...each("any mixed", "Remove it: a schema without type allows any value."),
  ...each(
    "map dict dictionary hash record",
    "Write type: object, and the schema of its values as additionalProperties.",
  ),
  ...each("list set tuple vector", "Write type: array, and the schema of its elements as items."),
  ...each("struct json", "Write type: object."),
  ...each("nil none void undefined", 'Write type: "null".'),
};

/** Words for the places of parameters. */
export const PLACES: Readonly<Record<string, string>> = {
  ...each(
    "params param parameter parameters search querystring queryparam",
    "Write in: query, or in: path for a part of the path.",
  ),
  ...each("headers", "Write in: header."),
  ...each("cookies", "Write in: cookie."),
  ...each("url uri route pathparam", "Write in: path."),
  ...each("body formdata form", "OpenAPI 3.1 describes a body in requestBody, beside the parameters."),
};

function each(words: string, cure: string): Record<string, string> {
  return Object.fromEntries(words.split(" ").map((word) => [word, cure]));
}

/** A document has the same few names thousands of times. */
const mistaken = new Map<string, boolean>();

/** Whether a schema has a name in place of a keyword, probably by mistake: one that differs in a letter or two. */
export function isMistakenKeyword(name: string): boolean {
  const known = mistaken.get(name);
  if (known !== undefined) return known;
  // Short words are similar to many others.
  const near = name.length < 4 ? undefined : closest(name, [...KEYWORDS]);
  const is = Object.hasOwn(FOREIGN, name) || (near !== undefined && Math.abs(near.length - name.length) < 3);
  mistaken.set(name, is);
  return is;
}

/** What to write instead of a keyword of OpenAPI 3.0. */
const INSTEAD: Readonly<Record<string, string>> = { nullable: 'For null, write type: [string, "null"].' };

/** JSON Schema 2020-12, and what OpenAPI 3.1 makes of it. */
const DIALECT = /^https:\/\/(json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.1\/dialect\/.*)#?$/;

/**
 * Lists the keywords that JSON Schema does not know, one sentence each: it ignores them; and the dialects of JSON Schema that
 * schemas are not read as.
 */
export function unknownKeywords(document: object): string[] {
  const places = new Map<string, string[]>();
  const dialects = new Map<string, string[]>();
  const { jsonSchemaDialect } = document as { jsonSchemaDialect?: unknown };
  const readDialect = (name: unknown, pointer: string) => {
    if (typeof name === "string" && !DIALECT.test(name)) addTo(dialects, name, pointer);
  };
  readDialect(jsonSchemaDialect, "#");
  const visit = (schema: unknown, pointer: string): void => {
    if (typeof schema !== "object" || schema === null) return;
    for (const name of Object.keys(schema))
      if (!KEYWORDS.has(name) && !name.startsWith("x-")) addTo(places, name, pointer);
    readDialect((schema as Record<string, unknown>)["$schema"], pointer);
    for (const [child, at] of childrenOf(schema as Record<string, unknown>, pointer)) visit(child, at);
  };
  for (const [pointer, schema] of schemasOf(document)) visit(schema, pointer);
  return [
    ...[...places].map(([name, at]) => {
      const instead = Object.hasOwn(INSTEAD, name) ? ` ${INSTEAD[name]}` : "";
      return `JSON Schema has no keyword ${name}, so it means nothing: ${shown(at)}.${instead}`;
    }),
    ...[...dialects].map(([name, at]) => `Read as JSON Schema 2020-12, not as ${name}: ${shown(at)}.`),
  ];
}

const shown = ([first, ...more]: readonly string[]) => `${first}${more.length > 0 ? ` and ${more.length} more` : ""}`;
