import type { MediaTypeModel } from "@metadata-service/spec-tools";
import type { MockResponse } from "./exchange.js";
import { sampleFile } from "./sample-file.js";

/** Serializes a value as a response body of the given media type. */
export function encodeBody(media: MediaTypeModel, value: unknown): Pick<MockResponse, "headers" | "body" | "raw"> {
  const { kind, concrete } = media;
  const type = kind === "text" && !concrete.includes("charset") ? `${concrete}; charset=utf-8` : concrete;
  const headers: Record<string, string> = type === "application/json" ? {} : { "Content-Type": type };
  if (kind === "json") return { headers, body: value ?? null };
  return { headers, body: undefined, raw: kind === "binary" ? sampleFile(concrete) : textOf(value) };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
