import { expect, it } from "vitest";
import type { Document, Schema } from "../src/document/document.js";
import { withSiblingsKept } from "../src/document/reference-siblings.js";

const $ref = "#/components/schemas/Size";
const documentOf = (schema: Schema): Document => ({
  info: { title: "T", version: "1" },
  paths: {},
  components: { schemas: { Size: { type: "integer" }, A: schema } },
});

it.each<[string, Schema, Schema]>([
  ["a bound", { $ref, minimum: 1 }, { minimum: 1, allOf: [{ $ref }] }],
  ["a default", { $ref, default: 2 }, { default: 2, allOf: [{ $ref }] }],
  ["another part", { $ref, allOf: [{ maximum: 3 }] }, { allOf: [{ maximum: 3 }, { $ref }] }],
  ["required fields", { $ref, required: ["a"] }, { required: ["a"], allOf: [{ $ref }] }],
  ["in a part", { items: { $ref, readOnly: true } }, { items: { readOnly: true, allOf: [{ $ref }] } }],
])("a reference keeps what is beside it: %s", (_, schema, kept) => {
  expect(withSiblingsKept(documentOf(schema)).components?.["schemas"]).toHaveProperty("A", kept);
});

it.each<[string, object]>([
  ["only a description", { $ref, description: "It.", "x-a": 1 }],
  ["a parameter", { $ref, required: true }],
  ["a mistake", { $ref, allOf: { maximum: 3 } }],
  ["a value", { default: { $ref, minimum: 1 }, properties: { $ref: { minimum: 1 } } }],
])("others stay as they are: %s", (_, schema) => {
  const document = documentOf(schema as Schema);
  expect(withSiblingsKept(document)).toBe(document);
});
