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
  const write = Object.entries(SEQUENCES).find(([name]) => type.toLowerCase().includes(name))?.[1];
  if (write && value !== undefined && !(typeof value === "string" && isStream(value)))
    return [value]
      .flat()
      .map((one) => write(typeof one === "string" ? one : JSON.stringify(one)))
      .join("");
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

/** How one of several values is written, for media types whose schema describes each of them. */
const SEQUENCES: Readonly<Record<string, (text: string) => string>> = {
  "event-stream": (text) => `${text.replaceAll(/^/gm, "data: ")}\n\n`,
  ndjson: (text) => `${text}\n`,
  jsonl: (text) => `${text}\n`,
  "json-seq": (text) => `\u001e${text}\n`,
};

/** Whether a text, such as an example, is the whole stream: it has fields of events, or ends with a line. */
const isStream = (text: string) => text.endsWith("\n") || /^(?:data|event|id|retry)?:/m.test(text);
