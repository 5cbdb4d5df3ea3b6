import { hasMarkedNumbers, markedNumber, mayHaveExactNumbers, withFloat, withoutMark } from "../json/exact-number.js";

/** A number of YAML 1.2, between what ends other values. One with a tag must stay a number. */
const NUMBER =
  /(?<![^\s,:[{])(?<!!\S*\s+)(?:0x[\da-f]{1,300}|0o[0-7]{1,400}|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(?=[\s,\]}]|$)/gi;

/**
 * Puts texts into a parsed file that stand for the numbers that a 64-bit float would change. Texts survive what a document
 * goes through until it is one.
 *
 * @param parse parses a text as the file was parsed
 */
export function markNumbers(text: string, parsed: unknown, parse: (text: string) => unknown): void {
  const marked = markedText(text);
  if (marked === text) return;
  const seen = new Set<object>();
  // Both files have the same values in the same order; what only looks like a number is a part of a text in both.
  const take = (node: object, from: object): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const others = Object.values(from);
    for (const [i, [name, value]] of Object.entries(node).entries())
      if (isObject(value)) take(value, others[i]);
      else if (isNumber(value, others[i])) Reflect.set(node, name, others[i]);
  };
  if (isObject(parsed)) take(parsed, parse(marked) as object);
}

const markedText = (text: string): string =>
  mayHaveExactNumbers(text) ? text.replace(NUMBER, (literal) => markedNumber(decimal(literal)) ?? literal) : text;

/** Whether a file has something that looks like a number which a 64-bit float would change. */
export const hasExactNumbers = (text: string): boolean => markedText(text) !== text;

const decimal = (literal: string) => (/^0[xo]/i.test(literal) ? String(BigInt(literal)) : literal);

/** Numbers beyond all 64-bit floats are texts for the parser of YAML. */
const isNumber = (plain: unknown, marked: unknown): boolean =>
  (typeof plain === "number" || (typeof plain === "string" && !Number.isFinite(Number(plain)))) &&
  withoutMark(marked) !== marked;

/** Returns a document with ordinary numbers, for programs that calculate with them. */
export function withFloats<T extends object>(document: T): T {
  return hasMarkedNumbers(document) ? JSON.parse(JSON.stringify(document), withFloat) : document;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
