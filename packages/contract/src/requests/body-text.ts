import type { Body } from "../document/document.js";
import { isRecord, own } from "../lib/objects.js";
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

function multipart({ schema }: Body, value: unknown): string {
  const parts = fieldsOf(value).map(([name, text]) => {
    const { format, contentMediaType, type } = own(schema.node.properties, name) ?? {};
    const isFile = format === "binary" || contentMediaType !== undefined || type === undefined;
    const head = `Content-Disposition: form-data; name="${name}"`;
    const file = `; filename="${name}"\r\nContent-Type: ${contentMediaType ?? "application/octet-stream"}`;
    return `--${BOUNDARY}\r\n${head}${isFile ? file : ""}\r\n\r\n${text}\r\n`;
  });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}
