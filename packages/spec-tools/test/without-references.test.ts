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
  const schema = { default: ref, example: ref, enum: [ref], const: ref, examples: [ref, { name: { $ref: "none" } }] };
  expect(flat(schema)).toEqual({ schema, responses: {} });
  const examples = { One: { value: ref }, Two: { $ref: "#/components/schemas/Name" } };
  expect(flat({}, { 200: { content: { "text/plain": { examples } } } })).toEqual({
    schema: {},
    responses: { 200: { content: { "text/plain": { examples: { One: { value: ref }, Two: name } } } } },
  });
});

test("a discriminator is removed, since its mapping would lead nowhere", () => {
  expect(flat({ oneOf: [ref], discriminator: { propertyName: "kind" } })).toEqual({
    schema: { oneOf: [name] },
    responses: {},
  });
});

test("a document whose schemas all lead to each other has a file of a bounded size, in which each $ref is replaced", () => {
  const names = Array.from({ length: 100 }, (_, i) => `Thing${i}`);
  const refTo = (i: number) => ({ $ref: `#/components/schemas/Thing${i % 100}` });
  const schemas = Object.fromEntries(
    names.map((_, i) => [`Thing${i}`, { type: "object", properties: { next: refTo(i + 1), other: refTo(i + 7) } }]),
  );
  const paths = Object.fromEntries(names.map((one, i) => [`/${one}`, { get: { schema: refTo(i) } }]));
  const text = JSON.stringify(withoutReferences({ openapi: "3.1.1", paths, components: { schemas } }));
  expect(text.length).toBeLessThan(20_000_000);
  expect(text).not.toContain('"$ref"');
  expect(text).toContain("Not written out any deeper here; see Thing0 in openapi.json.");
});
