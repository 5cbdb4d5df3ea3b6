import { markedJson } from "./exact-number.js";
import { type JsonLimits, scanJson } from "./scan-json.js";
import { Violation } from "./violation.js";

export type { JsonLimits };

/**
 * The limits of a request body. Its nesting is far above what eight levels of items need (18), and far below what could
 * exhaust the stack of a validator. Parsing a value takes hundreds of times its size in memory; with the smallest items,
 * a body of 1 MiB has 100,000 values (decision 0089).
 */
const BODY_LIMITS: JsonLimits = { nesting: 64, values: 100_000, members: 1_000 };

/** The limits of a request body, and the numbers of the document that it may have (decision 0006), if there are some. */
export const bodyLimits = (numbers: ReadonlySet<string>): JsonLimits =>
  numbers.size > 0 ? { ...BODY_LIMITS, numbers } : BODY_LIMITS;

/**
 * Parses a request body as JSON without losing anything: it rejects what `JSON.parse` would drop or round. A byte order
 * mark at the start is skipped (RFC 8259, section 8.1); `__proto__` is an ordinary field.
 *
 * @param body the bytes, which must be UTF-8, or the text
 * @param limits those of a request body by default
 * @throws Violation if it is not JSON, is nested too deeply, repeats a field (decision 0030) or contains a number that
 *   a 64-bit float would change (decision 0006)
 */
export function readJson(body: Uint8Array | string, limits: JsonLimits = BODY_LIMITS): unknown {
  return JSON.parse(readJsonText(body, limits));
}

/** A JSON value, and the text that `JSON.stringify` returns for it. */
export interface PrintedJson {
  readonly value: unknown;
  readonly text: string;
}

/**
 * Parses JSON as {@link readJson} does, and prints it again. If that results in the same text, nothing was dropped or
 * rounded, and the text need not be scanned for it, which takes longer than both.
 *
 * @throws Violation as `readJson` does
 */
export function readPrintedJson(body: Uint8Array | string, limits: JsonLimits = BODY_LIMITS): PrintedJson {
  const text = typeof body === "string" ? body : decode(body);
  // Each field takes at least five characters, `"":0,`.
  const value = text.length <= 5 * limits.members ? parse(text) : undefined;
  if (value !== undefined && nestsUpTo(limits.nesting, value) && JSON.stringify(value) === text) return { value, text };
  const scanned = readJson(text, limits);
  return { value: scanned, text: JSON.stringify(scanned) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a value has at most this many arrays and objects within each other. */
function nestsUpTo(nesting: number, value: unknown): boolean {
  if (value === null || typeof value !== "object") return true;
  if (nesting === 0) return false;
  for (const name in value) if (!nestsUpTo(nesting - 1, Reflect.get(value, name))) return false;
  return true;
}

/**
 * The first half of {@link readJson}: returns the body as text that `JSON.parse` accepts and parses without loss.
 * Between the two halves, a server can yield to other requests before it parses a large body. Texts stand for the numbers
 * in `limits.numbers`.
 *
 * @throws Violation as `readJson` does
 */
export function readJsonText(body: Uint8Array | string, limits: JsonLimits = BODY_LIMITS): string {
  const text = typeof body === "string" ? body : decode(body);
  if (text.trim() === "") throw new Violation("the body is empty; send a JSON object");
  scanJson(text, limits);
  return limits.numbers ? markedJson(text, limits.numbers) : text;
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
