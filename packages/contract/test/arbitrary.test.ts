/** Generated values are valid for schemas with any keyword. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Document, Schema } from "../src/document/document.js";
import { createValidator } from "../src/document/validator.js";
import { arbitraryOf } from "../src/values/arbitrary.js";

const n = { type: "integer" };
const a = { type: "object", required: ["a"], properties: { a: n } };
const schemas: Record<string, object> = {
  "exclusive bounds": { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
  "exclusive bounds of integers": { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 6 },
  "the limits of an int64": { type: "integer", minimum: -(2 ** 63), maximum: 2 ** 63 },
  "an integer beyond the safe ones": { type: "integer", minimum: 2 ** 53 + 2 },
  multipleOf: { type: "number", multipleOf: 0.25, minimum: 1 },
  "multipleOf of integers": { type: "integer", multipleOf: 7, minimum: 1, maximum: 20 },
  uniqueItems: { type: "array", uniqueItems: true, items: { type: "string", maxLength: 1 }, examples: [["a"]] },
  contains: { type: "array", items: n, contains: { minimum: 100 }, examples: [[100]] },
  prefixItems: { type: "array", minItems: 2, prefixItems: [{ type: "string" }, n], items: false },
  minProperties: { type: "object", minProperties: 1, additionalProperties: n, examples: [{ a: 1 }] },
  dependentRequired: {
    type: "object",
    properties: { a: n, b: n },
    dependentRequired: { a: ["b"] },
    examples: [{ a: 1, b: 1 }],
  },
  allOf: { allOf: [a, { type: "object", required: ["b"], properties: { b: { type: "string" } } }] },
  not: { type: "string", not: { const: "" }, examples: ["x"] },
  "if, then, else": { type: "integer", if: { minimum: 10 }, else: { multipleOf: 5 }, examples: [20] },
  "no type": { description: "Anything." },
  ipv6: { type: "string", format: "ipv6" },
  "an unknown format": { type: "string", format: "colour", maxLength: 3 },
};

test.each(Object.entries(schemas))("generated values are valid: %s", (name, schema) => {
  const document = { paths: {}, components: { schemas: { [name]: schema } } } as unknown as Document;
  const pointer = `/components/schemas/${name}`;
  const validator = createValidator(document);
  const values = arbitraryOf(document, { node: schema as Schema, pointer });
  fc.assert(
    fc.property(values, (value) => {
      expect(validator.breaches(pointer, value)).toEqual([]);
    }),
    { seed: 1, numRuns: 200 },
  );
});
