import type { MediaTypeModel } from "@metadata-service/spec-tools";
import type { MockResponse } from "./exchange.js";
import { sampleFile } from "./sample-file.js";

/** Serializes a value as a response body of the given media type. */
export function encodeBody(media: MediaTypeModel, value: unknown): Pick<MockResponse, "headers" | "body" | "raw"> {
  const { kind, concrete } = media;
  const type = kind === "text" && !concrete.includes("charset") ? `${concrete}; charset=utf-8` : concrete;
  const headers: Record<string, string> = type === "application/json" ? {} : { "Content-Type": type };
  if (kind === "json") return { headers, body: value ?? null };
  return { headers, body: undefined, raw: kind === "binary" ? sampleFile(concrete) : textOf(value, concrete) };
}

function textOf(value: unknown, type: string): string {
  const [name, write] = Object.entries(SEQUENCES).find(([name]) => type.toLowerCase().includes(name)) ?? [];
  // A text is the whole stream, apart from one that has no event.
  const isOne = typeof value !== "string" || (name === "event-stream" && !HAS_FIELD.test(value));
  if (write && value !== undefined && isOne) return [value].flat().map(write).join("");
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

/** How one of several values is written, for media types whose schema describes each of them. */
const SEQUENCES: Readonly<Record<string, (value: unknown) => string>> = {
  "event-stream"(value) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    // U+2028 ends no line there.
    return `data: ${text.replaceAll(/\r\n?|\n/g, "\ndata: ")}\n\n`;
  },
  ndjson: (value) => `${JSON.stringify(value)}\n`,
  jsonl: (value) => `${JSON.stringify(value)}\n`,
  "json-seq": (value) => `\u001e${JSON.stringify(value)}\n`,
};

/** A line of a stream of events that is a field or a comment. */
const HAS_FIELD = /(?:^|[\r\n])(?:data|event|id|retry)?:/;
