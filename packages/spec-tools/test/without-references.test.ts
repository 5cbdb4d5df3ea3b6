import { expect, test } from "vitest";
import { withoutReferences } from "../src/generate/without-references.js";

const name = { type: "string", maxLength: 5 };
const failed = { description: "It failed." };
const ref = { $ref: "#/components/schemas/Name" };

/** Returns the schema and the responses of an operation, without references. */
function flat(schema: object, responses: object = {}): unknown {
  const components = { schemas: { Name: name }, responses: { Failed: failed } };
  const document = { openapi: "3.1.1", paths: { "/": { get: { schema, responses } } }, components };
  return (withoutReferences(document) as typeof document).paths["/"].get;
}

test("references under names that are keywords elsewhere are resolved: the response `default`, a property `example`", () => {
  const named = (one: object) => ({
    properties: { default: one, example: one, enum: one, discriminator: one, properties: { properties: { a: one } } },
  });
  expect(flat(named(ref), { default: { $ref: "#/components/responses/Failed" } })).toEqual({
    schema: named(name),
    responses: { default: failed },
  });
});

test("examples, defaults and enum values stay unchanged, even if they contain a $ref", () => {
  const schema = { default: ref, example: ref, enum: [ref], const: ref };
  expect(flat(schema)).toEqual({ schema, responses: {} });
});

test("a discriminator is removed, since its mapping would lead nowhere", () => {
  expect(flat({ oneOf: [ref], discriminator: { propertyName: "kind" } })).toEqual({
    schema: { oneOf: [name] },
    responses: {},
  });
});
