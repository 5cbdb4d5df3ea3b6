/** If a value matches no branch of a union, the message describes the actual mistake, not the first branch. */
import { expect, test } from "vitest";
import { createSchemaChecker } from "../src/schema/create-schema-checker.js";

const text = { type: "string" };
const closed = (properties: object, required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const card = closed({ card: text, month: { type: "integer", maximum: 12 } }, ["card"]);
const schemas = {
  Card: card,
  Iban: closed({ iban: text }, ["iban"]),
  Payment: { oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Iban" }] },
  Nested: {
    type: "object",
    properties: { pay: { anyOf: [{ type: "null" }, { $ref: "#/components/schemas/Payment" }] } },
  },
  Tagged: {
    oneOf: ["a", "b"].map((kind) => ({ ...closed({ kind: { const: kind }, [kind]: text }, ["kind", kind]) })),
  },
  // The branch is no component, and contains a union of some.
  Inline: {
    anyOf: [
      { type: "null" },
      closed(
        {
          pay: { oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Payment" }] },
          more: { oneOf: [{ allOf: [{ $ref: "#/components/schemas/Card" }] }, { $ref: "#/components/schemas/Iban" }] },
        },
        [],
      ),
    ],
  },
  Scalar: {
    anyOf: [
      { type: "string", minLength: 2 },
      { type: "integer", minimum: 10 },
    ],
  },
  Listed: { anyOf: [{ enum: ["a", "b"] }, { const: 1 }, { $ref: "#/components/schemas/Card", required: ["month"] }] },
  Both: { oneOf: [{ type: "integer" }, { type: "number" }] },
  Names: { type: "object", propertyNames: { pattern: "^[a-z]+$" } },
  Contains: { type: "array", contains: { type: "integer", minimum: 100 } },
};
const { at } = createSchemaChecker({ paths: {}, components: { schemas } });

test.each([
  ["Payment", { iban: 7 }, "iban must be a string"],
  ["Payment", { iban: "a", unexpected: 1 }, "unexpected is not a known field"],
  ["Payment", { card: "a", month: 13 }, "month must be at most 12"],
  ["Inline", { pay: { iban: 7 } }, "pay.iban must be a string"],
  ["Inline", { more: { card: "a", month: 13 } }, "more.month must be at most 12"],
  ["Inline", { more: {} }, "more.card is required, or more.iban is required"],
  ["Listed", { card: "a", month: 13 }, "month must be at most 12"],
  ["Payment", {}, "card is required, or iban is required"],
  ["Payment", "x", "the body must be an object"],
  ["Nested", { pay: { iban: 7 } }, "pay.iban must be a string"],
  ["Nested", { pay: 7 }, "pay must be null, or pay must be an object"],
  ["Tagged", { kind: "b", b: 1 }, "b must be a string"],
  ["Tagged", { kind: "b" }, "b is required"],
  ["Scalar", "a", "the body must have at least 2 characters"],
  ["Scalar", 9, "the body must be at least 10"],
  ["Both", 1, "the body must match exactly one schema in oneOf"],
  ["Names", { "a b": 1 }, 'the name ["a b"] must match ^[a-z]+$'],
  ["Contains", [1], "the body must contain at least 1 valid item(s)"],
] as const)("the error of %s explains what is wrong with %j", (name, value, message) => {
  const check = at(`#/components/schemas/${name}`);
  expect(check(value)).toBe(message);
});

test("a type of a union may be named like what every object has", () => {
  const branch = (type: string) => ({
    type: "object",
    required: ["type", "value"],
    properties: { type: { const: type }, value: { type: "string" } },
  });
  const union = { oneOf: ["text", "constructor"].map(branch), discriminator: { propertyName: "type" } };
  const { fits } = createSchemaChecker({ components: { schemas: { Item: union } } });
  const accepts = (value: unknown) => fits("#/components/schemas/Item", value);
  expect(["text", "constructor"].map((type) => accepts({ type, value: "v" }))).toEqual([true, true]);
  expect(["toString", "valueOf"].map((type) => accepts({ type, value: "v" }))).toEqual([false, false]);
  expect(accepts({ type: "constructor", value: 1 })).toBe(false);
});
