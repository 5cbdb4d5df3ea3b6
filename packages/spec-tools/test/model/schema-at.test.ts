import { expect, test } from "vitest";
import { requiredNames, type SchemaObject } from "../../src/index.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const needs = (...required: string[]) => ({ type: "object", required });

test.each<[what: string, schema: object, names: string[]]>([
  ["nothing", {}, []],
  ["its own", needs("a", "constructor"), ["a", "constructor"]],
  ["those of allOf, at any depth", { required: ["a"], allOf: [needs("b"), { allOf: [ref("Base")] }] }, ["a", "b", "c"]],
  ["those of all branches", { oneOf: [needs("a", "b"), needs("b", "d")], anyOf: [ref("Base")] }, ["b", "c"]],
  ["not those of some branches", { anyOf: [needs("a"), {}] }, []],
  ["those of the branches beside null", { oneOf: [ref("Base"), { type: "null" }] }, ["c"]],
  ["what can be said of a schema that contains itself", ref("Endless"), ["d"]],
])("a schema requires %s", (_, schema, names) => {
  const schemas = { Base: needs("c"), Endless: { required: ["d"], allOf: [ref("Endless")] }, Asked: schema };
  const document = { components: { schemas } };
  const asked = { node: { allOf: [ref("Asked")] } as unknown as SchemaObject, pointer: "#" };
  expect([...requiredNames(document, asked)].sort()).toEqual(names);
});
