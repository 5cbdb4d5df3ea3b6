import type { MediaTypeModel } from "@metadata-service/spec-tools";
import type { MockResponse } from "./exchange.js";
import { sampleFile } from "./sample-file.js";

/** Serializes a value as a response body of the given media type. */
export function encodeBody(media: MediaTypeModel, value: unknown): Pick<MockResponse, "headers" | "body" | "raw"> {
  const headers: Record<string, string> =
    media.mediaType === "application/json" ? {} : { "Content-Type": typeOf(media) };
  if (media.kind === "json") return { headers, body: value ?? null };
  return { headers, body: undefined, raw: media.kind === "binary" ? sampleFile(media.mediaType) : textOf(value) };
}

/** The concrete media type to send for each media type range. */
const ONE_OF: Readonly<Record<string, string>> = {
  "audio/*": "audio/mpeg",
  "font/*": "font/woff2",
  "image/*": "image/png",
  "video/*": "video/mp4",
};

function typeOf({ mediaType, kind }: MediaTypeModel): string {
  if (mediaType.includes("*") && kind === "text") return "text/plain; charset=utf-8";
  if (mediaType.includes("*")) return ONE_OF[mediaType] ?? "application/octet-stream";
  return kind === "text" && !mediaType.includes("charset") ? `${mediaType}; charset=utf-8` : mediaType;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
