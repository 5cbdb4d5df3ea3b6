/** Schemas of a document with numbers that a 64-bit float would change: their keywords compare digits. */
import { markedJson } from "@metadata-service/spec-tools/json";
import { growth } from "@metadata-service/test-kit/growth";
import { expect, it } from "vitest";
import { createRules } from "../src/create-rules.js";
import { Refusal } from "../src/response/refusal.js";
import { createSchemaChecker } from "../src/schema/create-schema-checker.js";

const exact = (text: string) => JSON.parse(markedJson(text)) as object;
const checkOf = (schema: string) =>
  createSchemaChecker(exact(`{"components":{"schemas":{"S":${schema},"T":{"const":9007199254740993}}}}`)).at(
    "#/components/schemas/S",
  );

it.each([
  ['{"const":9007199254740993}', "9007199254740993", undefined],
  ['{"const":9007199254740993}', "9007199254740992", "the body must be 9007199254740993"],
  ['{"const":{"a":[9007199254740993]}}', '{"a":[9007199254740993]}', undefined],
  ['{"enum":[9007199254740993,"a",1.0]}', "1", undefined],
  ['{"enum":[9007199254740993,"a",1.0]}', '"9007199254740993"', "the body must be 9007199254740993, a or 1"],
  ['{"uniqueItems":true}', "[9007199254740993,9007199254740992]", undefined],
  ['{"uniqueItems":true}', '[1,"1",{"a":1,"b":2}]', undefined],
  [
    '{"uniqueItems":true}',
    '[1,{"a":1,"b":2},{"b":2,"a":1},1]',
    "the body must not contain duplicates, but elements 1 and 2 are equal",
  ],
  ['{"uniqueItems":false}', "[1,1]", undefined],
])("%s and %s: %s", (schema, value, problem) => {
  const [body] = Object.values(exact(`{"value":${value}}`));
  expect(checkOf(schema)(body)).toBe(problem);
});

it("the elements of a long array are compared in time that grows no faster than it", () => {
  const check = checkOf('{"uniqueItems":true}');
  const made = new Map([1_000, 8_000].map((length) => [length, Array.from({ length }, (_, n) => `element ${n}`)]));
  expect(growth((length) => check(made.get(length)))).toBeLessThan(24);
});

it.each([
  ["1e-400", 0],
  ["9007199254740993", 9007199254740992],
])("a query parameter of %s is the nearest float", (text, value) => {
  const schema = { type: "number" };
  const list = { operationId: "listThings", parameters: [{ name: "n", in: "query", schema }], responses: {} };
  const rules = createRules({
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: { "/things": { get: list } },
  });
  expect({ ...rules.operations[0]?.readQuery(`n=${text}`) }).toEqual({ n: value });
});

it.each([
  ["9007199254740992", 9007199254740992],
  ["9007199254740993", new Refusal(404)],
])("the identity %s in a path is not that of another record", (text, expected) => {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const pathOf = (responses: object) => {
    const paths = { "/things/{id}": { get: { operationId: "getThing", parameters: [id], responses } } };
    const rules = createRules({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths });
    const found = rules.match("GET", `/things/${text}`);
    return found.found === "operation" && found.target.readPath(found.pathTexts, `/things/${text}`)["id"];
  };
  const ok = { 200: { description: "d" } };
  if (typeof expected === "number") expect(pathOf({ ...ok, 404: { description: "d" } })).toBe(expected);
  else {
    expect(() => pathOf({ ...ok, 404: { description: "d" } })).toThrow(expected);
    expect(() => pathOf(ok)).toThrow("id must be a number that a 64-bit float holds unchanged, not 9007199254740993");
  }
});
