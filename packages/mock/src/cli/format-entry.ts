import type { Paint } from "@metadata-service/spec-tools/terminal";
import type { LogEntry } from "../log/request-log.js";

const LONGEST_URL = 100;

/** Formats a log line for people: time, status, method, URL, duration, and the reason if it is not obvious. */
export function formatEntry(entry: LogEntry, paint: Paint): string {
  const { status, method, url, duration, source, detail, transport } = entry;
  const color = status >= 500 ? "red" : status >= 400 ? "yellow" : "green";
  const shown = printable(url.length > LONGEST_URL ? `${url.slice(0, LONGEST_URL)}…` : url);
  const reasons = [source === "memory" ? undefined : source, transport, detail].filter((reason) => reason);
  const why = reasons.length > 0 ? `  ${paint("dim", printable(reasons.join(": ")))}` : "";
  return `${entry.time.slice(11, 19)}  ${paint(color, String(status))} ${method.padEnd(4)} ${shown}  ${paint("dim", `${duration} ms`)}${why}`;
}

/** Shows control characters as escapes, because a terminal would execute them. */
function printable(text: string): string {
  return text.replace(/\p{C}/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
