import { describe, expect, it } from "vitest";
import type { Document, Schema } from "../src/document.js";
import { withoutImpossible } from "../src/impossible-schemas.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the causes of impossible responses, and the schema `A` as responses are checked. */
function examined(schemas: Record<string, Schema>) {
  const document: Document = { info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  const { copy, causes } = withoutImpossible(document, ["/components/schemas/A"]);
  return { causes, a: copy.components?.["schemas"]?.["A"] };
}

const closed: Schema = { type: "object", properties: { x: {} }, additionalProperties: false };
const needs = (name: string, schema: Schema): Schema => ({
  type: "object",
  required: [name],
  properties: { [name]: schema },
});

describe("what no value satisfies is not checked, and its cause named", () => {
  it.each<[string, Record<string, Schema>, RegExp]>([
    [
      "a required name that a closed part lacks",
      { A: { allOf: [closed, { required: ["y"] }] } },
      /A requires y in one/,
    ],
    ["in the part of a part", { A: { allOf: [{ allOf: [closed] }, { required: ["y"] }] } }, /A requires y in one part/],
    ["where it is needed", { A: needs("b", ref("B")), B: { allOf: [closed, { required: ["y"] }] } }, /schemas\/B requ/],
    ["types that exclude each other", { A: { allOf: [{ type: "string" }, { type: "array" }] } }, /A has types in its/],
    ["a schema that requires itself", { A: needs("a", ref("A")) }, /A requires itself/],
    ["two that require each other", { A: needs("b", ref("B")), B: needs("a", ref("A")) }, /A requires itself/],
    ["every branch of a union", { A: { anyOf: [ref("B")] }, B: needs("b", ref("B")) }, /B requires itself/],
  ])("%s", (_, schemas, cause) => {
    const { causes, a } = examined(schemas);
    expect(causes).toEqual([expect.stringMatching(cause)]);
    expect(a).toEqual({});
  });
  it("one branch of a union, together with which another one may apply", () => {
    const { a } = examined({ A: { oneOf: [ref("B"), { type: "string" }] }, B: needs("b", ref("B")) });
    expect(a).toEqual({ anyOf: [{}, { type: "string" }] });
  });
});

describe("what some value satisfies is checked as it is", () => {
  it.each<[string, Record<string, Schema>]>([
    ["a list of itself", { A: needs("a", { type: "array", items: ref("A") }) }],
    ["itself, or nothing", { A: needs("a", { anyOf: [ref("A"), { type: "null" }] }) }],
    ["a field that must not be there", { A: { type: "object", properties: { a: { not: {} } } } }],
    ["a number that is an integer", { A: { allOf: [{ type: "number" }, { type: "integer" }] } }],
    ["a part with its own fields", { A: { allOf: [needs("x", {}), needs("y", {})] } }],
    ["a condition", { A: { not: needs("a", ref("A")) } }],
  ])("%s", (_, schemas) => {
    expect(examined(schemas)).toEqual({ causes: [], a: schemas["A"] });
  });
});
