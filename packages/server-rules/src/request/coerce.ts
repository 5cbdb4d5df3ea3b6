import type { SchemaObject } from "@metadata-service/spec-tools";

/** An integer in its one canonical form: no sign `+`, no leading zero, no fraction, no exponent, no other digits. */
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A parameter is text; this reads it as the type that its schema asks for. Text that is not of that type stays text, so
 * that the check of the schema refuses it with its own sentence.
 *
 * @example coerce("10", { type: "integer" }) // 10
 * @example coerce("1e1", { type: "integer" }) // "1e1"
 */
export function coerce(text: string, schema: SchemaObject): unknown {
  switch (schema.type) {
    case "integer":
      return INTEGER.test(text) ? Number(text) : text;
    case "number":
      return NUMBER.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" || (text === "false" ? false : text);
    default:
      return text;
  }
}
