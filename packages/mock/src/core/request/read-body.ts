import { type Rules, readJson, readStyledFields, Violation } from "@metadata-service/server-rules";
import {
  arrayIn,
  dictionary,
  groupedBy,
  itemsOf,
  type Located,
  type MediaTypeModel,
  propertiesOf,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import type { MockRequest } from "../exchange.js";
import { parseMultipart } from "./parse-multipart.js";

/**
 * Parses a body by its media type and validates it against that media type's schema.
 *
 * @throws Violation
 */
export function readBodyAs(rules: Rules, media: MediaTypeModel, request: MockRequest): unknown {
  const value = valueIn(rules, media, bytesOf(request.body), request.header("content-type") ?? "");
  if (!media.schema || media.kind === "binary" || isOpaque(rules, media)) return value;
  const wrong = rules.schemas.at(media.schema.pointer)(value);
  if (wrong) throw new Violation(wrong);
  return value;
}

/**
 * Whether a text format such as XML contains an object or an array: there is no general way to validate it against the
 * schema.
 */
const isOpaque = ({ texts }: Rules, { kind, schema }: MediaTypeModel): boolean =>
  kind === "text" && schema !== undefined && (texts.isArray(schema) || texts.isObject(schema));

function bytesOf(body: MockRequest["body"]): Uint8Array {
  return typeof body === "string" || body === undefined ? new TextEncoder().encode(body ?? "") : body;
}

function valueIn(rules: Rules, media: MediaTypeModel, bytes: Uint8Array, contentType: string): unknown {
  switch (media.kind) {
    case "json":
      return readJson(bytes, rules.bodies);
    case "text":
      return media.schema ? rules.texts.read(media.schema, [decodeText(bytes)]) : decodeText(bytes);
    case "form":
      return formIn(rules, media, decodeText(bytes));
    case "multipart":
      return membersOf(rules, media, parseMultipart(bytes, contentType));
    case "binary":
      return bytes;
  }
}

/**
 * Parses a form. Fields with a style in `encoding` are parsed like query parameters, all others by the schema of their
 * property.
 */
function formIn(rules: Rules, media: MediaTypeModel, text: string): Record<string, unknown> {
  const properties = propertiesIn(rules, media);
  const styled = [...properties].flatMap(([name, schema]) => {
    const how = media.encoding[name];
    return how?.styled ? [{ name, schema, style: how.style, explode: how.explode }] : [];
  });
  const { values, used } = readStyledFields(rules.texts, styled, text);
  const others = [...new URLSearchParams(text)].filter(([name]) => !used.has(name));
  return { ...membersOf(rules, media, others), ...values };
}

const propertiesIn = ({ document }: Rules, { schema }: MediaTypeModel): ReadonlyMap<string, Located<SchemaObject>> =>
  schema ? propertiesOf(document, schema) : new Map();

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Violation("the body is not UTF-8");
  }
}

/**
 * Returns the fields of a form by name, each parsed by the schema of its property. Repeated names become an array if
 * the property is one.
 */
function membersOf(
  rules: Rules,
  media: MediaTypeModel,
  fields: readonly (readonly [name: string, text: string])[],
): Record<string, unknown> {
  const properties = propertiesIn(rules, media);
  const members = dictionary<unknown>();
  for (const [name, given] of groupedBy(fields, ([own]) => own)) {
    const texts = given.map(([, text]) => text);
    const property = properties.get(name);
    const isArray = property !== undefined && rules.texts.isArray(property);
    if (texts.length > 1 && !isArray) throw new Violation(`${name} must be given once, not ${texts.length} times`);
    members[name] = property ? readField(rules, property, texts) : texts[0];
  }
  return members;
}

/**
 * Objects and arrays within a form are written as JSON (OpenAPI 3.1, section 4.8.14.4), or arrays element by element, of which
 * objects and arrays are JSON, too.
 */
function readField(rules: Rules, property: Located<SchemaObject>, texts: readonly string[]): unknown {
  const { texts: reader, schemas } = rules;
  const [text = ""] = texts;
  const isStructured = reader.isObject(property) || reader.isArray(property);
  if (isStructured && texts.length === 1 && /^\s*[[{]/.test(text)) {
    const value = parsed(rules, text);
    if (value !== undefined && (schemas.fits(property.pointer, value) || !reader.isArray(property))) return value;
  }
  const list = arrayIn(rules.document, property);
  const items = list && itemsOf(rules.document, list);
  const isNested = items !== undefined && (reader.isObject(items) || reader.isArray(items));
  const elements = isNested ? texts.map((each) => parsed(rules, each)) : [undefined];
  if (elements.every((each) => each !== undefined)) return elements;
  return reader.read(property, texts);
}

function parsed({ bodies }: Rules, text: string): unknown {
  try {
    return readJson(text, bodies);
  } catch {
    return undefined;
  }
}
