import type { BodyDescriptor, OperationDescriptor, PartDescriptor } from "../descriptors.js";
import { own } from "../own.js";
import { serializePairs } from "./serialize.js";

type Fields = Readonly<Record<string, unknown>>;

/** Returns how a body is sent; undefined if there is none. */
export const bodyOf = ({ body: how }: OperationDescriptor, body: unknown): BodyDescriptor | undefined =>
  body === undefined ? undefined : how === true ? { kind: "json", type: "application/json" } : how;

/** Serializes a request body. A form may also be passed as `FormData` or `URLSearchParams`. */
export function encodeBody(body: unknown, { kind, parts = {} }: BodyDescriptor): BodyInit {
  if (body instanceof FormData || body instanceof URLSearchParams) return body;
  if (kind === "json") return JSON.stringify(body);
  if (kind === "multipart") return multipart(body as Fields, parts);
  if (kind !== "form") return body as BodyInit;
  return Object.entries(body as Fields)
    .flatMap(([name, value]) => formPairs(name, value, own(parts, name)))
    .join("&");
}

/** Returns the `content-type` of a body; null for a multipart form, whose boundary the runtime chooses. */
export function contentTypeOf(body: unknown, { kind, type }: BodyDescriptor): string | null {
  if (kind === "multipart" || body instanceof FormData) return null;
  if (!type.includes("*")) return type;
  return (body instanceof Blob && body.type) || "application/octet-stream";
}

const isJson = ({ type = "" }: PartDescriptor) => /\bjson\b/.test(type);

function formPairs(name: string, value: unknown, part: PartDescriptor = {}): string[] {
  if (part.styled || !isJson(part)) return serializePairs(name, value, part);
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => serializePairs(name, one, { json: true }));
}

function multipart(fields: Fields, parts: Readonly<Record<string, PartDescriptor>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const part = own(parts, name) ?? {};
    for (const one of [value].flat()) if (one !== undefined && one !== null) appendPart(form, name, one, part);
  }
  return form;
}

function appendPart(form: FormData, name: string, value: unknown, part: PartDescriptor): void {
  const type = part.type?.includes("*") ? "application/octet-stream" : part.type;
  // A file has its own name and type.
  if (value instanceof Blob) form.append(name, value.type || !type ? value : blobOf(value, type));
  else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    form.append(name, blobOf(value as BlobPart, type));
  else if (isJson(part) || typeof value === "object") form.append(name, blobOf(JSON.stringify(value), type));
  else form.append(name, `${value}`);
}

const blobOf = (part: BlobPart, type = "application/json") => new Blob([part], { type });
