import {
  inexactNumber,
  isJsonNumber,
  type JsonLimits,
  readPrintedJson,
  survivesRoundTrip,
} from "@metadata-service/spec-tools/json";
import { UsageError } from "./command-error.js";
import type { Parameter, ValueType } from "./command-table.js";

export const PLACEHOLDER: Readonly<Record<ValueType, string>> = {
  text: "TEXT",
  integer: "N",
  number: "NUMBER",
  boolean: "true|false",
  date: "DATE",
  timestamp: "DATE-TIME",
  json: "JSON",
};

/** The service decides how many values it accepts; more levels than this could exhaust the stack. */
export const JSON_LIMITS: JsonLimits = {
  nesting: 256,
  values: Number.POSITIVE_INFINITY,
  members: Number.POSITIVE_INFINITY,
};

/**
 * Converts a value to JSON text by its type. Numbers keep their digits. Dates and texts are not checked; the service
 * validates them.
 *
 * @param name the name of the value in error messages
 * @throws UsageError if the value does not have the type, or contains a number that JSON readers would change
 */
export function jsonOf(type: ValueType, text: string, name: string): string {
  const fail = (what: string) => new UsageError(`${name} must be ${what}, not ${JSON.stringify(text)}`);
  if (type === "integer" || type === "number") {
    if (!isJsonNumber(text)) throw fail("a number");
    if (!survivesRoundTrip(text)) throw new UsageError(inexactNumber(name, text));
    if (type === "integer" && !Number.isInteger(Number(text))) throw fail("an integer");
    return text;
  }
  if (type === "boolean" && text !== "true" && text !== "false") throw fail("true or false");
  if (type === "boolean") return text;
  return type === "json" ? readJsonValue(text, name, fail) : JSON.stringify(text);
}

function readJsonValue(text: string, name: string, fail: (what: string) => Error): string {
  try {
    JSON.parse(text);
  } catch {
    throw fail("JSON");
  }
  try {
    readPrintedJson(text, JSON_LIMITS);
    // Strings in JSON cannot contain line breaks, and a record must fit on a line of a `--rejects` file.
    return text.replace(/[\r\n]+/g, " ");
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`);
  }
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
  const parsed = texts.map((text) => parseOne(type, text, name));
  const wrong = values ? texts[parsed.findIndex((value) => !values.includes(value))] : undefined;
  if (wrong !== undefined)
    throw new UsageError(`${name} must be one of ${values?.join(", ")}, not ${JSON.stringify(wrong)}`);
  return repeated ? parsed : parsed.at(-1);
}

function parseOne(type: ValueType, text: string, name: string): unknown {
  // Parameters are sent as text, so a number that JavaScript would change, such as a 64-bit ID, is sent as it is.
  const isNumber = (type === "integer" || type === "number") && isJsonNumber(text);
  return isNumber && !survivesRoundTrip(text) ? text : JSON.parse(jsonOf(type, text, name));
}
