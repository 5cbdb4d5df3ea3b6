import { describe, expect, it } from "vitest";
import { createRules } from "../src/index.js";

const nullable = (schema: object) => ({ anyOf: [schema, { type: "null" }] });

/** The rules of a document with one operation, whose query parameter `q` has a schema. */
function rulesOf(schema: object, more: object = {}) {
  const parameter = { name: "q", in: "query", schema, ...more };
  return createRules({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    "x-promises": { repeatedQueryParameter: 400 },
    paths: { "/a": { get: { operationId: "a", parameters: [parameter], responses: { 200: { description: "d" } } } } },
    components: {
      schemas: { Count: { type: "integer", minimum: 1 }, Deep: { allOf: [{ $ref: "#/components/schemas/Count" }] } },
    },
  }).operations[0];
}
const read = (schema: object, search: string, more?: object) => rulesOf(schema, more)?.readQuery(search)["q"];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("a text in the query is read as any type that its schema allows", () => {
  it.each<[string, object, string, unknown]>([
    ["anyOf, as FastAPI writes optional parameters", nullable({ type: "integer" }), "q=1", 1],
    ["null", nullable({ type: "integer" }), "q=null", null],
    ["oneOf", { oneOf: [{ type: "boolean" }, { type: "string", minLength: 5 }] }, "q=true", true],
    [
      "a text beside another type",
      { oneOf: [{ type: "boolean" }, { type: "string", minLength: 5 }] },
      "q=truest",
      "truest",
    ],
    [
      "a number that only the text satisfies",
      { anyOf: [{ type: "integer", maximum: 9 }, { type: "string" }] },
      "q=10",
      "10",
    ],
    ["allOf and $ref", ref("Deep"), "q=3", 3],
    ["$ref in anyOf", nullable(ref("Count")), "q=3", 3],
    ["a list of types", { type: ["integer", "string"] }, "q=x", "x"],
    ["constants", { enum: [1, "two", null, true] }, "q=1", 1],
    ["a constant text", { enum: ["1", "2"] }, "q=1", "1"],
    ["an array that may be null", nullable({ type: "array", items: { type: "integer" } }), "q=1&q=2", [1, 2]],
    ["an array with one element", nullable({ type: "array", items: { type: "integer" } }), "q=1", [1]],
    ["elements of several types", { type: "array", items: nullable(ref("Count")) }, "q=1&q=null", [1, null]],
    ["anything", {}, "q=1", "1"],
  ])("%s", (_name, schema, search, value) => {
    expect(read(schema, search)).toEqual(value);
  });
  it.each<[string, object, string, object, unknown]>([
    [
      "an object",
      { type: "object", properties: { n: nullable({ type: "integer" }), b: { type: "boolean" } } },
      "q[n]=1&q[b]=true",
      { style: "deepObject" },
      { n: 1, b: true },
    ],
    [
      "an array with one element in an object",
      { type: "object", properties: { n: { type: "array", items: { type: "integer" } } } },
      "q[n]=1",
      { style: "deepObject" },
      { n: [1] },
    ],
    [
      "an array in an object",
      { type: "object", properties: { n: { type: "array", items: { type: "integer" } } } },
      "q[n]=1&q[n]=2",
      { style: "deepObject" },
      { n: [1, 2] },
    ],
    [
      "an object that may be null",
      nullable({ type: "object", properties: { n: { type: "number" } } }),
      "q[n]=1.5",
      { style: "deepObject" },
      { n: 1.5 },
    ],
    [
      "fields of a map",
      { type: "object", additionalProperties: { type: "integer" } },
      "q[any]=1",
      { style: "deepObject" },
      { any: 1 },
    ],
    [
      "a field named __proto__",
      { type: "object", additionalProperties: { type: "integer" } },
      "q[__proto__]=1",
      { style: "deepObject" },
      JSON.parse('{"__proto__":1}'),
    ],
    [
      "a list with commas",
      nullable({ type: "array", items: { type: "integer" } }),
      "q=1,2",
      { explode: false },
      [1, 2],
    ],
  ])("%s", (_name, schema, search, more, value) => {
    expect(read(schema, search, more)).toEqual(value);
  });
  it.each<[object, string, string]>([
    [nullable({ type: "integer" }), "q=x", "q must be an integer, or q must be null"],
    [{ type: "integer" }, "q=1e1", "q must be an integer"],
    [{ type: "string" }, "q=1&q=2", "q must be given once, not 2 times"],
    [{ type: "number" }, "q=1e400", "q must be a number"],
  ])("others are rejected: %o", (schema, search, message) => {
    expect(() => read(schema, search)).toThrow(message);
  });
  it("rejects a field of an object that is given twice and is no array", () => {
    const schema = { type: "object", properties: { n: { type: "integer" } } };
    expect(() => read(schema, "q[n]=1&q[n]=2", { style: "deepObject" })).toThrow("q.n must be an integer");
  });
});
