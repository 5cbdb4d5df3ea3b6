import { withoutMark } from "./exact-number.js";

/** Returns the type of a JSON value by JSON Schema; of a text that stands for a number, `number`. */
export function typeOfJson(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return withoutMark(value) === value ? typeof value : "number";
}
