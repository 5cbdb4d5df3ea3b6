import type { Schema } from "../document/document.js";

/** An astral character has one code point, two UTF-16 units and four bytes; it shows how a server counts lengths. */
export const ASTRAL = "𝒳";

/**
 * The longest string that is sent to reach a limit. A body of this API has at most 1 MiB, and a character up to four
 * bytes (decision 0003).
 */
export const LONGEST_TEXT = 250_000;

/** The longest array that is sent to reach a limit. */
export const LONGEST_ARRAY = 10_000;

/** Returns an array of one value repeated, or of variations of it if its elements have to differ. */
export const elements = ({ uniqueItems }: Schema, value: unknown, count: number): unknown[] =>
  Array.from({ length: count }, (_, i) => (uniqueItems && i > 0 ? varied(value, i) : value));

/** Returns another value like this one; the same one if it has no text or number to change. */
function varied(value: unknown, i: number): unknown {
  if (typeof value === "number") return value + i;
  if (typeof value === "string") return value.slice(0, 1) + letters(i);
  const changed = Object.entries(Object(value)).find(([, member]) => /^(string|number)$/.test(typeof member));
  return changed ? { ...Object(value), [changed[0]]: varied(changed[1], i) } : value;
}

/** Writes a number with the letters a to z, which more patterns allow than digits. */
const letters = (i: number): string => (i < 26 ? "" : letters(Math.floor(i / 26))) + String.fromCharCode(97 + (i % 26));
