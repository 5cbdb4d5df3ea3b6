import { hasParts, quote, readJson, readStyledFields, readValue, Violation } from "@metadata-service/server-rules";
import {
  dictionary,
  itemsOf,
  type Located,
  type MediaTypeModel,
  type OpenApiDocument,
  propertiesOf,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import type { MockRequest } from "../exchange.js";
import type { ValueMaker } from "../values/value.js";
import { parseMultipart } from "./parse-multipart.js";

/** Returns the media type of the operation that matches the request's `Content-Type`; undefined if none does. */
export function mediaOf(content: readonly MediaTypeModel[], request: MockRequest): MediaTypeModel | undefined {
  const type = (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const matches = ({ mediaType }: MediaTypeModel) => {
    const wanted = mediaType.toLowerCase().split(";")[0]?.trim() ?? "";
    return wanted === type || wanted === "*/*" || (wanted.endsWith("/*") && type.startsWith(wanted.slice(0, -1)));
  };
  return content.find(matches);
}

/**
 * Parses a body by its media type and validates it against that media type's schema.
 *
 * @throws Violation
 */
export function readBodyAs(
  document: OpenApiDocument,
  maker: ValueMaker,
  content: readonly MediaTypeModel[],
  request: MockRequest,
): unknown {
  const media = mediaOf(content, request);
  if (!media) {
    const wanted = content.map(({ mediaType }) => mediaType).join(" or ");
    const given = request.header("content-type");
    throw new Violation(`Content-Type must be ${wanted}${given ? `, not ${quote(given)}` : ""}`);
  }
  const bytes = bytesOf(request.body);
  const value = valueIn(document, media, bytes, request.header("content-type") ?? "");
  if (!media.schema || media.kind === "binary" || isOpaque(media)) return value;
  const wrong = maker.explain(media.schema.pointer, value);
  if (wrong) throw new Violation(wrong);
  return value;
}

/**
 * Whether a text format such as XML contains an object or an array: there is no general way to validate it against the
 * schema.
 */
const isOpaque = ({ kind, schema }: MediaTypeModel): boolean =>
  kind === "text" && schema !== undefined && hasParts(schema.node);

function bytesOf(body: MockRequest["body"]): Uint8Array {
  return typeof body === "string" || body === undefined ? new TextEncoder().encode(body ?? "") : body;
}

function valueIn(document: OpenApiDocument, media: MediaTypeModel, bytes: Uint8Array, contentType: string): unknown {
  switch (media.kind) {
    case "json":
      return readJson(bytes);
    case "text":
      return readValue(decodeText(bytes), media.schema?.node ?? {});
    case "form":
      return formIn(document, media, decodeText(bytes));
    case "multipart":
      return membersOf(document, media, parseMultipart(bytes, contentType));
    case "binary":
      return bytes;
  }
}

/**
 * Parses a form. Fields with a style in `encoding` are parsed like query parameters, all others by the schema of their
 * property.
 */
function formIn(document: OpenApiDocument, media: MediaTypeModel, text: string): Record<string, unknown> {
  const properties = media.schema ? propertiesOf(document, media.schema) : new Map<string, Located<SchemaObject>>();
  const styled = [...properties].flatMap(([name, schema]) => {
    const how = media.encoding[name];
    return how?.styled ? [{ name, schema, style: how.style, explode: how.explode }] : [];
  });
  const { values, used } = readStyledFields(document, styled, text);
  const others = [...new URLSearchParams(text)].filter(([name]) => !used.has(name));
  return { ...membersOf(document, media, others), ...values };
}

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
  document: OpenApiDocument,
  { schema, encoding }: MediaTypeModel,
  fields: readonly (readonly [name: string, text: string])[],
): Record<string, unknown> {
  const properties = schema ? propertiesOf(document, schema) : new Map<string, Located<SchemaObject>>();
  const members = dictionary<unknown>();
  for (const name of new Set(fields.map(([given]) => given))) {
    const texts = fields.filter(([given]) => given === name).map(([, text]) => text);
    const property = properties.get(name);
    const { repeated = false } = encoding[name] ?? {};
    if (!repeated || !property) members[name] = readOne(name, texts, property?.node);
    else {
      const { node } = itemsOf(document, property);
      members[name] = texts.map((text) => readField(text, node));
    }
  }
  return members;
}

function readOne(name: string, texts: readonly string[], schema: SchemaObject = {}): unknown {
  if (texts.length > 1) throw new Violation(`${name} must be given once, not ${texts.length} times`);
  return readField(texts[0] ?? "", schema);
}

/** Objects and arrays within a form are written as JSON (OpenAPI 3.1, section 4.8.14.4). */
function readField(text: string, schema: SchemaObject): unknown {
  const isStructured = schema.type === "object" || schema.type === "array" || schema.properties !== undefined;
  if (!isStructured) return readValue(text, schema);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
