import type { Body, Schema } from "../document/document.js";
import { isRecord, own } from "../lib/objects.js";
import { flatten } from "../values/flatten.js";
import { queryPairs } from "./parameter-text.js";

const BOUNDARY = "metadata-contract-boundary";

/** The value of `Content-Type` for a body. */
export function contentTypeOf({ mediaType, kind }: Body): string {
  if (kind === "multipart") return `${mediaType}; boundary=${BOUNDARY}`;
  // A range is not a media type, so any type within it is used.
  return mediaType.includes("*") ? (kind === "json" ? "application/json" : "application/octet-stream") : mediaType;
}

/** Serializes a body. */
export function bodyText(body: Body, value: unknown): string {
  switch (body.kind) {
    case "json":
      return JSON.stringify(value);
    case "form":
      return formText(body, value);
    case "multipart":
      return multipart(body, value);
    case "text":
    case "binary":
      return typeof value === "string" ? value : JSON.stringify(value);
  }
}

/** Serializes the fields of a form, those with a style of their own like parameters of a query (OpenAPI 3.1, 4.8.15.1). */
function formText({ encoding }: Body, value: unknown): string {
  const isPlain = (name: string) => styleIn(encoding, name) === undefined;
  const plain = new URLSearchParams(fieldsOf(value).filter(([name]) => isPlain(name))).toString();
  const styled = Object.entries(isRecord(value) ? value : {}).flatMap(([name, member]) => {
    const how = styleIn(encoding, name);
    return how ? queryPairs({ name, ...how }, member) : [];
  });
  return [...styled, ...(plain === "" ? [] : [plain])].join("&");
}

/** How a field of a form is serialized; undefined for one without a style, which is a text, or JSON. */
export function styleIn(encoding: Body["encoding"], name: string): { style: string; explode: boolean } | undefined {
  const { style, explode, allowReserved } = own(encoding, name) ?? {};
  if (style === undefined && explode === undefined && allowReserved === undefined) return undefined;
  return { style: style ?? "form", explode: explode ?? (style ?? "form") === "form" };
}

/**
 * Returns the name and text of each field: an array becomes one field for each element, an object becomes JSON (OpenAPI
 * 3.1.1, section 4.8.15.1.1).
 */
function fieldsOf(value: unknown): [name: string, text: string][] {
  if (!isRecord(value)) return [];
  const text = (each: unknown) => (typeof each === "object" ? JSON.stringify(each) : String(each));
  return Object.entries(value).flatMap(([name, member]) =>
    [member].flat().map((each): [string, string] => [name, text(each)]),
  );
}

function multipart({ schema, document, encoding }: Body, value: unknown): string {
  const { properties } = flatten(document, schema.node);
  const parts = Object.entries(isRecord(value) ? value : {}).flatMap(([name, member]) => {
    const field = flatten(document, own(properties, name) ?? {});
    // An array becomes one part for each element.
    const described = Array.isArray(member) && field.items ? flatten(document, field.items) : field;
    const given = own(encoding, name)?.contentType?.split(",")[0]?.trim();
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${partHead(described, name, given)}`;
    return fieldsOf({ [name]: member }).map(([, text]) => `${head}\r\n\r\n${text}\r\n`);
  });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

/** What follows the name of a part: that it is a file, and its media type (OpenAPI 3.1, section 4.8.15). */
function partHead(described: Schema, name: string, given: string | undefined): string {
  const { format, contentMediaType, type, properties, enum: values, const: value } = described;
  // What has no schema is a file, too.
  const isAny = [type, properties, values, value].every((keyword) => keyword === undefined);
  const isFile = format === "binary" || contentMediaType !== undefined || isAny;
  const isObject = properties !== undefined || [type].flat().includes("object");
  const usual = contentMediaType ?? (isObject ? "application/json" : "application/octet-stream");
  const typed = `\r\nContent-Type: ${given?.includes("*") ? "application/octet-stream" : (given ?? usual)}`;
  if (isFile) return `; filename="${name}"${typed}`;
  return given !== undefined || isObject ? typed : "";
}
