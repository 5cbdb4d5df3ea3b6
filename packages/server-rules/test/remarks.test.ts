import { expect, test } from "vitest";
import { createRules } from "../src/index.js";

/** Data that looks like a schema, with names that no schema could have. */
const data = { $id: "http://{domain}/schema", $anchor: "a b", $ref: "#/nowhere" };

test("examples and extensions are no schemas, and fields of these names are", () => {
  const example = { type: "object", properties: { $id: { type: "string" } }, required: ["$id"], example: data };
  const One = {
    type: "object",
    properties: { example, examples: { type: "integer" }, "x-size": { type: "integer" }, fixed: { const: data } },
    example: data,
    examples: [data],
    "x-schema": data,
  };
  const content = {
    "application/json": { schema: { $ref: "#/components/schemas/One" }, examples: { a: { value: data } } },
  };
  const { schemas } = createRules({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { get: { operationId: "getA", responses: { 200: { description: "d", content } } } } },
    components: { schemas: { One }, examples: { a: { value: data }, b: { value: data } } },
  });
  const check = schemas.at("#/components/schemas/One");
  expect(check({ example: data, examples: 1, "x-size": 1, fixed: data })).toBe(undefined);
  expect(check({ example: {} })).toBe("example.$id is required");
  expect(check({ "x-size": "a" })).toBe('["x-size"] must be an integer');
  expect(check({ examples: "a" })).toBe("examples must be an integer");
  expect(check({ fixed: {} })).toMatch(/^fixed must be /);
});
