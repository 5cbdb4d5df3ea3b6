import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { withExactExamples } from "../src/generate/spec/example-rules.js";

const RULES = {
  "no-invalid-schema-examples": "error",
  "no-invalid-media-type-examples": "error",
  "no-invalid-parameter-examples": "error",
} as const;

/** A document with examples of one schema in each place that has some, as JSON. */
const documentOf = (schema: object, example: unknown): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        get: {
          parameters: [{ name: "p", in: "query", schema, example }],
          responses: {
            "200": {
              description: "A.",
              content: { "application/json": { schema, examples: { one: { value: example } } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Example: { ...schema, examples: [example] },
        Base: { type: "object", properties: { a: { type: "string" } } },
        Closed: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
        Chain: { $ref: "#/components/schemas/Base", properties: { c: { type: "string" } } },
      },
    },
  });

async function problemsOf(schema: object, example: unknown): Promise<string[]> {
  const config = await createConfig({ rules: RULES });
  config.plugins = config.plugins.map(withExactExamples);
  const found = await lintFromString({ source: documentOf(schema, example), config });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

/** The examples of a schema with a reference are not visited: the rule is passed what the reference leads to. */
const wrong = (schema: object, reason: string): string[] =>
  ["media-type", "parameter", ...("$ref" in schema ? [] : ["schema"])].map(
    (place) => `no-invalid-${place}-examples: Example value must conform to the schema: ${reason}.`,
  );

const $ref = "#/components/schemas/Base";
const b = { properties: { b: { type: "string" } } };
const price = { properties: { price: { type: "number", multipleOf: 0.01 } } };

it.each<[name: string, schema: object, example: unknown]>([
  ["properties beside a reference", { $ref, ...b }, { a: "1", b: "2" }],
  [
    "properties beside a reference to such a schema",
    { $ref: "#/components/schemas/Chain", ...b },
    { a: "", b: "", c: "" },
  ],
  [
    "patterns of names beside a reference",
    { $ref, patternProperties: { "^x": { type: "string" } } },
    { a: "1", x1: "2" },
  ],
  ["allOf beside a reference", { $ref, allOf: [b] }, { a: "1", b: "2" }],
  ["a union beside a reference", { $ref, oneOf: [b, { ...price, required: ["price"] }] }, { a: "1", b: "2" }],
  ["a condition beside a reference", { $ref, if: { not: { required: ["b"] } }, else: b }, { a: "1", b: "2" }],
  ["properties beside a reference, within an array", { type: "array", items: { $ref, ...b } }, [{ a: "1", b: "2" }]],
  [
    "a property named $ref",
    { type: "object", properties: { $ref: { type: "string" }, ...b.properties } },
    { $ref: "", b: "" },
  ],
  [
    "a condition about one of two fields",
    {
      type: "object",
      properties: { a: {}, b: {} },
      if: { properties: { a: { const: "2" } } },
      else: b,
      not: { properties: { a: { const: "" } } },
    },
    { a: "1", b: "2" },
  ],
  ["a fraction that no float holds", { type: "number", multipleOf: 0.01 }, 0.29],
  ["a fraction of a fraction", { type: "object", ...price }, { price: 19.99 }],
  [
    "a fraction within a branch of a union",
    { oneOf: [{ type: "object", ...price }, { type: "string" }] },
    { price: 0.29 },
  ],
  ["a fraction beside a reference", { $ref, ...price }, { a: "1", price: 1.13 }],
  ["no example of what a fraction describes", { type: "object", ...price }, {}],
])("accepts %s", async (_name, schema, example) => {
  expect(await problemsOf(schema, example)).toEqual([]);
});

it.each<[name: string, schema: object, example: unknown, reason: string]>([
  ["a field that neither side knows", { $ref, ...b }, { b: "2", d: "1" }, "must NOT have unevaluated properties `d`"],
  [
    "a field beside a closed reference",
    { $ref: "#/components/schemas/Closed", ...b },
    { b: "2" },
    "must NOT have additional properties `b`",
  ],
  ["another type beside a reference", { $ref, ...b }, { b: 2 }, "`b` property type must be string"],
  [
    "a field that a reference does not know",
    { $ref, description: "A." },
    { b: 2 },
    "must NOT have unevaluated properties `b`",
  ],
  [
    "no multiple of a fraction",
    { type: "object", ...price },
    { price: 0.295 },
    "`price` property must be multiple of 0.01",
  ],
  ["no multiple of an integer", { type: "number", multipleOf: 3 }, 4, "must be multiple of 3"],
])("refuses %s", async (_name, schema, example, reason) => {
  expect((await problemsOf(schema, example)).sort()).toEqual(wrong(schema, reason));
});
