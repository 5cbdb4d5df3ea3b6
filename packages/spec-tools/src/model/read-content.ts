import type { Located } from "../document/dereference.js";
import type { Content, MediaTypeObject, SchemaObject } from "../document/open-api-document.js";
import { pointerTo } from "../document/pointer.js";
import { dictionary, own } from "../own.js";
import type { BodyKind, EncodingModel, MediaTypeModel, ParameterStyle } from "./api-model.js";
import type { ItemsModel } from "./items-model.js";
import { itemsPlaces } from "./read-items.js";
import { readExamples, serialization } from "./read-parameter.js";
import { isArray, itemsOf, propertiesOf, schemaAt, typesOf, typesWithin } from "./schema-at.js";

interface EncodingObject {
  readonly contentType?: string;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** The media types of a body. */
export function readContent(
  document: object,
  content: Content | undefined,
  pointer: string,
  items: readonly ItemsModel[],
): MediaTypeModel[] {
  return Object.entries(content ?? {}).map(([mediaType, node]) => {
    const read = readMediaType(document, mediaType, node, pointerTo(pointer, "content", mediaType));
    return { ...read, items: read.schema ? itemsPlaces(document, items, read.schema) : [] };
  });
}

function readMediaType(document: object, mediaType: string, node: MediaTypeObject, pointer: string) {
  const schema = node.schema === undefined ? undefined : schemaAt(document, node.schema, pointerTo(pointer, "schema"));
  const kind = (schema && kindInRange(document, mediaType, schema)) ?? bodyKind(mediaType);
  const given = (node as { encoding?: Record<string, EncodingObject> }).encoding ?? {};
  const isForm = kind === "form" || kind === "multipart";
  const properties = [...(schema && isForm ? propertiesOf(document, schema) : [])];
  const encoding = properties.map(
    ([name, property]) => [name, readEncoding(document, property, own(given, name), kind)] as const,
  );
  return {
    mediaType,
    concrete: concreteType(mediaType, kind),
    kind,
    pointer,
    ...(schema && { schema }),
    limits: node["x-limits"] ?? {},
    encoding: dictionary<EncodingModel>(encoding),
    examples: readExamples(document, node),
  };
}

const PREFERRED: readonly BodyKind[] = ["json", "multipart", "form", "text", "binary"];

/** The media type to use, if a body has several. */
export const preferredMedia = (content: readonly MediaTypeModel[]): MediaTypeModel | undefined =>
  PREFERRED.flatMap((kind) => content.find((one) => one.kind === kind) ?? [])[0];

/** How bodies of a media type are read and written. Media type parameters such as `charset` are ignored. */
export function bodyKind(mediaType: string): BodyKind {
  const type = mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/json" || /\+json$/.test(type) || type === "text/json") return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  const isText =
    type.startsWith("text/") || /[/+](xml|yaml|x-yaml|x-ndjson|ndjson|(x-)?json(l|lines|-seq))$/.test(type);
  return isText ? "text" : "binary";
}

/**
 * How a body is read and written whose media type is a range that includes JSON, such as the wildcard that generators of
 * specs write if nobody told them the type: the schema decides, as only JSON has objects, arrays, numbers and booleans.
 */
function kindInRange(document: object, mediaType: string, schema: Located<SchemaObject>): BodyKind | undefined {
  const [, group] = /^(\*|application)\/\*\s*(?:;|$)/i.exec(mediaType.trim()) ?? [];
  if (group === undefined) return undefined;
  const types = typesWithin(document, schema);
  if (types.some((type) => type !== "string")) return "json";
  return group === "*" && types.length > 0 && defaultContentType(schema.node) === "text/plain" ? "text" : undefined;
}

/** The media type to send for each range. */
const ONE_OF: Readonly<Record<string, string>> = {
  "audio/*": "audio/mpeg",
  "font/*": "font/woff2",
  "image/*": "image/png",
  "video/*": "video/mp4",
};

function concreteType(mediaType: string, kind: BodyKind): string {
  if (!mediaType.includes("*")) return mediaType;
  if (kind === "json") return "application/json";
  return kind === "text" ? "text/plain" : (ONE_OF[mediaType] ?? "application/octet-stream");
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
