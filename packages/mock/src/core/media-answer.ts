import type { MediaTypeModel } from "@metadata-service/spec-tools";
import type { Answer } from "./exchange.js";
import { sampleFile } from "./sample-file.js";

/** A value as the body of a response, in the form of its media type. JSON without a value is `null`. */
export function mediaAnswer(media: MediaTypeModel, value: unknown): Pick<Answer, "headers" | "body" | "raw"> {
  const headers: Record<string, string> =
    media.mediaType === "application/json" ? {} : { "Content-Type": typeOf(media) };
  if (media.kind === "json") return { headers, body: value ?? null };
  return { headers, body: undefined, raw: media.kind === "binary" ? sampleFile(media.mediaType) : textOf(value) };
}

/** A range, such as `image/*`, is answered with one of it. */
function typeOf({ mediaType, kind }: MediaTypeModel): string {
  if (mediaType.includes("*")) return kind === "text" ? "text/plain; charset=utf-8" : "application/octet-stream";
  return kind === "text" && !mediaType.includes("charset") ? `${mediaType}; charset=utf-8` : mediaType;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}
