import type { Body } from "../document/document.js";
import { isRecord, own } from "../lib/objects.js";

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
      return new URLSearchParams(fieldsOf(value)).toString();
    case "multipart":
      return multipart(body, value);
    case "text":
    case "binary":
      return typeof value === "string" ? value : JSON.stringify(value);
  }
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
