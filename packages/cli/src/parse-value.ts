import type { Parameter, ValueType } from "./command-table.js";
import { UsageError } from "./failures.js";

/** The placeholder for each type in the help. */
export const PLACEHOLDER: Readonly<Record<ValueType, string>> = {
  text: "TEXT",
  integer: "N",
  number: "NUMBER",
  boolean: "true|false",
  date: "DATE",
  timestamp: "DATE-TIME",
  json: "JSON",
};

/**
 * Parses a value by its type. Dates and texts are not checked; the service validates them.
 *
 * @param name the name of the value in error messages
 */
export function parseValue(type: ValueType, text: string, name: string): unknown {
  const fail = (what: string) => new UsageError(`${name} must be ${what}, not ${JSON.stringify(text)}`);
  if (type === "integer" || type === "number") return parseNumber(type, text, fail);
  if (type === "boolean") {
    if (text !== "true" && text !== "false") throw fail("true or false");
    return text === "true";
  }
  if (type !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    throw fail("JSON");
  }
}

function parseNumber(type: "integer" | "number", text: string, fail: (what: string) => Error): number {
  const value = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw fail("a number");
  if (type === "integer" && !Number.isSafeInteger(value)) throw fail("an integer");
  return value;
}

/** Reads the value of a parameter: one, or a list if the flag was repeated. */
export function parseParameter(
  { type, repeated, values, required }: Parameter,
  texts: readonly string[],
  name: string,
) {
  if (texts.length === 0) {
    if (required) throw new UsageError(`${name} is missing`);
    return undefined;
  }
  const parsed = texts.map((text) => parseValue(type, text, name));
  const wrong = values ? texts[parsed.findIndex((value) => !values.includes(value))] : undefined;
  if (wrong !== undefined)
    throw new UsageError(`${name} must be one of ${values?.join(", ")}, not ${JSON.stringify(wrong)}`);
  return repeated ? parsed : parsed.at(-1);
}
