import { noBias, sample } from "fast-check";
import { hashOf } from "../cases/effort.js";
import type { Schema } from "../document/document.js";
import { matchingText, multiple, typesOf } from "./leaf-value.js";

/** The maximum number of attempts to find a valid value. */
const TRIES = 40;

/**
 * Returns a valid value of a schema that differs for each text; undefined if none is found, for example for an enum.
 *
 * @param text the text from which the value is derived
 */
export function freshValue(schema: Schema, text: string, isValid: (value: unknown) => boolean): unknown {
  if (schema.enum || "const" in schema) return undefined;
  const { pattern: _, ...plain } = schema;
  for (let turn = 0; turn < TRIES; turn++) {
    // What a pattern generates is often short, so that two are the same.
    const made = turn === 0 ? candidate(plain, text) : candidate(schema, `${text}${turn}`);
    // A pattern may say only how a text begins.
    const value = turn === 1 && typeof made === "string" ? `${made}${text}` : made;
    if (value !== undefined && isValid(value)) return value;
  }
  return undefined;
}

/**
 * Returns an identity in the notation of an existing one, which no other request of the run has; undefined if its notation
 * is not clear. A path parameter is often described as any text, where the server accepts only UUIDs or numbers.
 *
 * @param text the text from which it is derived
 */
export function similarIdentity(identity: string, text: string): string | undefined {
  if (/^\d{1,9}$/.test(identity)) return String(1_000_000_000 + (hashOf(text) % 1_000_000_000));
  const unchanged = Math.max(identity.length - 12, identity.lastIndexOf("_") + 1);
  if (!/^[\w-]{8,}$/.test(identity)) return undefined;
  const letters = /^[\da-f-]+$/i.test(identity) ? 6 : 26;
  const shifted = (unit: string, i: number) => {
    const by = hashOf(`${i}${text}`) >>> 8;
    if (/\d/.test(unit)) return String((Number(unit) + by) % 10);
    const first = unit < "a" ? 65 : 97;
    return /[a-z]/i.test(unit) ? String.fromCharCode(first + ((unit.charCodeAt(0) - first + by) % letters)) : unit;
  };
  const changed = [...identity].map((unit, i) => (i < unchanged ? unit : shifted(unit, i))).join("");
  return changed === identity ? undefined : changed;
}

function candidate(schema: Schema, text: string): unknown {
  const number = hashOf(text);
  const [type] = typesOf(schema);
  if (type === "integer" || type === "number") {
    const { minimum = 1, maximum = Number.MAX_SAFE_INTEGER, multipleOf = 1 } = schema;
    const steps = Math.max(1, Math.floor((Math.min(maximum, minimum + 2 ** 31) - minimum) / multipleOf));
    return multiple(Math.ceil(minimum / multipleOf) + (number % steps), multipleOf);
  }
  return type === "string" || type === undefined ? textCandidate(schema, text, number) : undefined;
}

function textCandidate({ format, pattern, minLength = 0, maxLength = 40 }: Schema, text: string, number: number) {
  if (pattern !== undefined) {
    const made = matchingText(pattern);
    return made && sample(noBias(made), { seed: number | 0, numRuns: 1 })[0];
  }
  if (format === "uuid") return uuidOf(text);
  if (format === "email") return `${text}@example.com`;
  return text.slice(-maxLength).padEnd(minLength, "x");
}

/** Derives a UUID (RFC 9562, version 8) from a text. */
function uuidOf(text: string): string {
  const part = (turn: number) => hashOf(`${turn}${text}`).toString(16).padStart(8, "0");
  const all = [0, 1, 2, 3].map(part).join("");
  return [all.slice(0, 8), all.slice(8, 12), `8${all.slice(13, 16)}`, `8${all.slice(17, 20)}`, all.slice(20)].join("-");
}
