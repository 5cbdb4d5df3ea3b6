/** What is unusual about a JSON value, in ascending order of what can hold it. */
export const ODDITY = {
  none: 0,
  /** It contains -0, which some databases turn into 0. */
  negativeZero: 1,
  /** It contains a NUL, half of a surrogate pair, or a number beyond the range of 64-bit floats. */
  unusual: 2,
  /** It is nested more deeply than readers of JSON usually accept. */
  deep: 3,
} as const;

export type Oddity = (typeof ODDITY)[keyof typeof ODDITY];

/** The deepest nesting that databases and other readers are trusted with. */
const MAX_DEPTH = 1000;

/** A NUL, or half of a surrogate pair. */
const ODD_TEXT = /[\0\p{Cs}]/u;

/** Finds whole pairs, too, but fast. */
const MAYBE_ODD_TEXT = /[\0\ud800-\udfff]/;

/** Whether a text is well-formed and contains no NUL, so that every target can store it. */
export const isPlainText = (text: string): boolean => !MAYBE_ODD_TEXT.test(text) || !ODD_TEXT.test(text);

/** Returns the greatest oddity in a value that was parsed from JSON. */
export function oddityOf(value: unknown, depth = 0): Oddity {
  if (typeof value === "string") return isPlainText(value) ? ODDITY.none : ODDITY.unusual;
  if (typeof value === "number") return oddityOfNumber(value);
  if (typeof value !== "object" || value === null) return ODDITY.none;
  if (depth === MAX_DEPTH) return ODDITY.deep;
  let found: Oddity = ODDITY.none;
  const isArray = Array.isArray(value);
  for (const name of isArray ? value.keys() : Object.keys(value)) {
    const named = isArray || isPlainText(name as string) ? ODDITY.none : ODDITY.unusual;
    const held = oddityOf((value as Record<string | number, unknown>)[name], depth + 1);
    found = Math.max(found, named, held) as Oddity;
  }
  return found;
}

function oddityOfNumber(value: number): Oddity {
  if (value === 0) return Object.is(value, -0) ? ODDITY.negativeZero : ODDITY.none;
  return Number.isFinite(value) ? ODDITY.none : ODDITY.unusual;
}

/**
 * Formats a value as JSON from which `JSON.parse` returns the same value. `JSON.stringify` turns -0 into 0 and numbers
 * beyond the range of 64-bit floats (1e400 is parsed as Infinity) into null, and fails for deeply nested values.
 *
 * @param indent the number of spaces per level; 0 for one line
 */
export function jsonText(value: unknown, indent = 0): string {
  return isOrdinary(value, 0) ? JSON.stringify(value ?? null, null, indent) : oddJsonText(value, indent);
}

/** Whether `JSON.stringify` formats a value exactly. This is called for every record, so it does not look at texts. */
function isOrdinary(value: unknown, depth: number): boolean {
  if (typeof value === "number") return value === 0 ? !Object.is(value, -0) : Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((element) => isOrdinary(element, depth + 1));
  for (const name in value) if (!isOrdinary((value as Record<string, unknown>)[name], depth + 1)) return false;
  return true;
}

/** Does not recurse, because the call stack limits the depth of recursion. */
function oddJsonText(root: unknown, indent: number): string {
  const parts: string[] = [];
  const todo: (Open | string)[] = [{ value: root, level: 0 }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (typeof next === "string") parts.push(next);
    else if (typeof next.value !== "object" || next.value === null) parts.push(scalarText(next.value));
    else for (const part of partsOf(next.value, next.level, indent)) todo.push(part);
  }
  return parts.join("");
}

interface Open {
  readonly value: unknown;
  readonly level: number;
}

/** The texts and values of which an array or an object consists, the first one last. */
function partsOf(value: object, level: number, indent: number): (Open | string)[] {
  const isArray = Array.isArray(value);
  const [begin, end] = isArray ? "[]" : "{}";
  const line = (depth: number) => (indent > 0 ? `\n${" ".repeat(indent * depth)}` : "");
  const parts: (Open | string)[] = [];
  for (const [name, element] of Object.entries(value)) {
    if (element === undefined && !isArray) continue;
    const label = isArray ? "" : `${JSON.stringify(name)}:${indent > 0 ? " " : ""}`;
    parts.push(`${parts.length === 0 ? begin : ","}${line(level + 1)}${label}`, { value: element, level: level + 1 });
  }
  parts.push(parts.length === 0 ? `${begin}${end}` : `${line(level)}${end}`);
  return parts.reverse();
}

function scalarText(value: unknown): string {
  // DuckDB reads `-0` as an integer, and loses the sign.
  if (Object.is(value, -0)) return "-0.0";
  if (value === Number.POSITIVE_INFINITY) return "1e999";
  if (value === Number.NEGATIVE_INFINITY) return "-1e999";
  return JSON.stringify(value ?? null);
}
