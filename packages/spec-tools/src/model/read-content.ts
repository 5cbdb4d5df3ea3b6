import type { Located } from "../document/dereference.js";
import type { Content, MediaTypeObject, SchemaObject } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import { dictionary, own } from "../own.js";
import type { BodyKind, EncodingModel, MediaTypeModel, ParameterStyle } from "./api-model.js";
import { readExamples, serialization } from "./read-parameter.js";
import { isArray, itemsOf, propertiesOf, schemaAt, typesOf } from "./schema-at.js";

interface EncodingObject {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** The media types of a body. */
export function readContent(document: object, content: Content | undefined, pointer: string): MediaTypeModel[] {
  return Object.entries(content ?? {}).map(([mediaType, node]) =>
    readMediaType(document, mediaType, node, pointerTo(pointer, "content", mediaType)),
  );
}

function readMediaType(document: object, mediaType: string, node: MediaTypeObject, pointer: string): MediaTypeModel {
  const kind = bodyKind(mediaType);
  const schema = node.schema === undefined ? undefined : schemaAt(document, node.schema, pointerTo(pointer, "schema"));
  const given = (node as { encoding?: Record<string, EncodingObject> }).encoding ?? {};
  const isForm = kind === "form" || kind === "multipart";
  const properties = [...(schema && isForm ? propertiesOf(document, schema) : [])];
  const encoding = properties.map(
    ([name, property]) => [name, readEncoding(document, property, own(given, name), kind)] as const,
  );
  return {
    mediaType,
    kind,
    pointer,
    ...(schema && { schema }),
    encoding: dictionary<EncodingModel>(encoding),
    examples: readExamples(document, node),
  };
}

/** How bodies of a media type are read and written. Media type parameters such as `charset` are ignored. */
export function bodyKind(mediaType: string): BodyKind {
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json" || /\+json$/.test(type) || type === "text/json") return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  const isText = type.startsWith("text/") || /[/+](xml|yaml|x-yaml|x-ndjson|ndjson|jsonl|json-seq)$/.test(type);
  return isText ? "text" : "binary";
}

function readEncoding(
  document: object,
  property: Located<SchemaObject>,
  given: EncodingObject = {},
  kind: BodyKind,
): EncodingModel {
  const repeated = isArray(property);
  const value = repeated ? itemsOf(document, property) : property;
  // The default depends on the type of the value (OpenAPI 3.1.1, section 4.8.15.1.1).
  const contentTypes = given.contentType?.split(",").map((type) => type.trim()) ?? [defaultContentType(value.node)];
  const isStyled = ["style", "explode", "allowReserved"].some((name) => name in given);
  return { ...serialization(given, "form"), contentTypes, styled: isStyled && kind === "form", repeated };
}

function defaultContentType(schema: SchemaObject & { contentEncoding?: string; contentMediaType?: string }): string {
  if (schema.contentMediaType) return schema.contentMediaType;
  const [type] = typesOf(schema);
  if (type === "object" || type === "array") return "application/json";
  const isBinary = type === undefined || schema.contentEncoding !== undefined || schema.format === "binary";
  return isBinary ? "application/octet-stream" : "text/plain";
}
