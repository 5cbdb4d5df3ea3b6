/** The base value of generated requests is valid, even without an example. */
import { expect, test } from "vitest";
import type { Document, Schema } from "../src/document/document.js";
import { createValidator } from "../src/document/validator.js";
import { baseValue } from "../src/values/base-value.js";

const text = { type: "string" };
const object = (properties: object, required: string[], rest: object = {}) => ({
  type: "object",
  required,
  properties,
  ...rest,
});
const base = object({ size: { type: "integer" } }, ["size"]);

const schemas: Record<string, object> = {
  "a number below zero": { type: "number", exclusiveMaximum: 0 },
  "a multiple between bounds": { type: "integer", minimum: 16, maximum: 24, multipleOf: 10 },
  "many different elements": { type: "array", minItems: 30, uniqueItems: true, items: { type: "integer" } },
  "different elements of an enum": { type: "array", minItems: 2, uniqueItems: true, items: { enum: ["a", "b"] } },
  "a required element": { type: "array", items: text, contains: { const: "primary" }, maxContains: 1 },
  "a property constrained in two parts": { allOf: [base, object({ size: { maximum: 5 } }, [])] },
  "one of two properties": object({ email: text, phone: text, name: text }, ["name"], {
    anyOf: [{ required: ["email"] }, { required: ["phone"] }],
  }),
  "a condition": object({ country: { enum: ["US", "CA"] }, postal: text }, ["country", "postal"], {
    if: { properties: { country: { const: "US" } } },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    then: { properties: { postal: { pattern: "^\\d{5}$" } } },
    else: { properties: { postal: { pattern: "^[A-Z]\\d$" } } },
  }),
  "a pattern with lookaheads": { type: "string", pattern: "^(?=.*[A-Z])(?=.*\\d).{8,}$" },
  "an object in an object": object({ point: { allOf: [base, { required: ["size"] }] } }, ["point"]),
};

test.each(Object.entries(schemas))("the base value is valid even without an example: %s", (name, schema) => {
  const document = { paths: {}, components: { schemas: { [name]: schema } } } as unknown as Document;
  const pointer = `/components/schemas/${name}`;
  const value = baseValue(document, schema as Schema, pointer);
  expect(createValidator(document).breaches(pointer, value), JSON.stringify(value)).toEqual([]);
});

test.each([
  [{ minimum: -1_000, maximum: 1_000 }, 1],
  [{ minimum: 0, maximum: 100, multipleOf: 5 }, 5],
  [{ minimum: -10, exclusiveMaximum: 0 }, -1],
  [{ minimum: 500 }, 500],
])("a number is small: %j", (bounds, value) => {
  expect(baseValue({ paths: {} } as unknown as Document, { type: "integer", ...bounds }, "/none")).toBe(value);
});
