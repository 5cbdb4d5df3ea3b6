import { MAX_NESTING } from "../request/limits.js";
import { Violation } from "../violation.js";
import { scanJson } from "./scan-json.js";

/**
 * Parses a request body as JSON without losing anything: it rejects what `JSON.parse` would drop or round. A byte order
 * mark at the start is skipped (RFC 8259, section 8.1); `__proto__` is an ordinary field.
 *
 * @param body the bytes, which must be UTF-8, or the text
 * @param maxNesting how many arrays and objects may be open at once; 64 by default
 * @throws Violation if it is not JSON, is nested too deeply, repeats a field (decision 0030) or contains a number that
 *   a 64-bit float would change (decision 0006)
 */
export function readJson(body: Uint8Array | string, maxNesting: number = MAX_NESTING): unknown {
  return JSON.parse(readJsonText(body, maxNesting));
}

/**
 * The first half of {@link readJson}: returns the body as text that `JSON.parse` accepts and parses without loss.
 * Between the two halves, a server can yield to other requests before it parses a large body.
 *
 * @throws Violation as `readJson` does
 */
export function readJsonText(body: Uint8Array | string, maxNesting: number = MAX_NESTING): string {
  const text = typeof body === "string" ? body : decode(body);
  if (text.trim() === "") throw new Violation("the body is empty; send a JSON object");
  scanJson(text, maxNesting);
  return text;
}

/** Shared, because creating a decoder costs more than decoding a short text. */
const UTF_8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new Violation("the body is not UTF-8");
  }
}
