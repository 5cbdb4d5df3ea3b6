import { expect, test } from "vitest";
import type { Document } from "../src/document/document.js";
import { createValidator } from "../src/document/validator.js";

const documentOf = (schemas: object) =>
  ({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } }) as Document;

test.each<[string, object, unknown, boolean]>([
  ["a schema", { type: "string", nullable: true }, null, false],
  ["a property", { properties: { note: { type: "string", nullable: true } } }, { note: null }, false],
  ["a property of that name", { properties: { nullable: { type: "boolean" } }, required: ["nullable"] }, {}, false],
  ["a property of that name with any value", { properties: { nullable: true } }, { nullable: null }, true],
  ["a constant", { const: { nullable: true } }, { nullable: true }, true],
  [
    "a constant of a property named const",
    { properties: { const: { type: "string", nullable: true } } },
    { const: null },
    false,
  ],
])("nullable means nothing, as JSON Schema says, in %s", (_, A, value, isValid) => {
  const document = documentOf({ A });
  expect(createValidator(document).accepts("/components/schemas/A", value)).toBe(isValid);
  expect(document.components?.["schemas"]).toEqual({ A });
});

test("an id means nothing, as JSON Schema says", () => {
  const validator = createValidator(documentOf({ A: { id: "A", properties: { id: { type: "string" } } } }));
  const accepts = (id: unknown) => validator.accepts("/components/schemas/A", { id });
  expect([accepts("a"), accepts(1)]).toEqual([true, false]);
});

test("an enum without values, which some generators write, has no valid value", () => {
  const validator = createValidator(
    documentOf({ A: { enum: [] }, B: { properties: { a: { enum: [], allOf: [{}] } } } }),
  );
  const accepts = (name: string, value: unknown) => validator.accepts(`/components/schemas/${name}`, value);
  expect([accepts("A", null), accepts("B", { a: 1 }), accepts("B", {})]).toEqual([false, false, true]);
});

test("a schema that is missing, such as that of a parameter, allows everything", () => {
  expect(createValidator(documentOf({})).breaches("/paths/~1a/get/parameters/0/schema", 1)).toEqual([]);
});
