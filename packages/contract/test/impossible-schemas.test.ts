import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { Document, Schema } from "../src/document/document.js";
import { withoutImpossible } from "../src/document/impossible-schemas.js";
import { httpTarget, runContract } from "../src/index.js";

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
    [
      "a union in a part, each branch of which requires such a name",
      { A: { type: "object", allOf: [{ oneOf: [needs("y", {}), needs("z", {})] }], additionalProperties: false } },
      /A requires a property in each branch of a union, such as y/,
    ],
    ["where it is needed", { A: needs("b", ref("B")), B: { allOf: [closed, { required: ["y"] }] } }, /schemas\/B requ/],
    ["types that exclude each other", { A: { allOf: [{ type: "string" }, { type: "array" }] } }, /A has types in its/],
    ["a schema that requires itself", { A: needs("a", ref("A")) }, /A requires itself/],
    ["two that require each other", { A: needs("b", ref("B")), B: needs("a", ref("A")) }, /A requires itself/],
    ["every branch of a union", { A: { anyOf: [ref("B")] }, B: needs("b", ref("B")) }, /B requires itself/],
    [
      "branches of a oneOf that say the same",
      { A: { oneOf: [needs("x", { title: "One" } as Schema), ref("B")] }, B: needs("x", {}) },
      /A has a oneOf in which/,
    ],
    [
      "branches of a oneOf of which two allow what the others do",
      {
        A: {
          oneOf: [
            { allOf: [ref("B"), needs("x", { enum: ["a"] })] },
            ref("B"),
            { ...ref("B"), description: "B" } as Schema,
          ],
        },
        B: { type: "object", required: ["x", "y"], properties: { x: { type: "string" }, y: {} } },
      },
      /A has a oneOf in which/,
    ],
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
    ["a branch of which another one is a part", { A: { oneOf: [needs("x", { type: "string" }), needs("x", {})] } }],
    ["closed branches with other fields", { A: { oneOf: [closed, { ...closed, properties: { x: {}, y: {} } }] } }],
    ["branches with other numbers", { A: { oneOf: [{ type: "number" }, { type: "integer", minimum: 1 }] } }],
    [
      "branches with items in other places",
      { A: { oneOf: [{ items: { type: "string" } }, { items: { type: "string" }, prefixItems: [{}] }] } },
    ],
    ["a list of itself", { A: needs("a", { type: "array", items: ref("A") }) }],
    ["itself, or nothing", { A: needs("a", { anyOf: [ref("A"), { type: "null" }] }) }],
    ["a field that must not be there", { A: { type: "object", properties: { a: { not: {} } } } }],
    ["a number that is an integer", { A: { allOf: [{ type: "number" }, { type: "integer" }] } }],
    ["a part with its own fields", { A: { allOf: [needs("x", {}), needs("y", {})] } }],
    [
      "a closed part beside a union, one branch of which it allows",
      { A: { ...closed, oneOf: [needs("x", {}), needs("y", {})] } },
    ],
    [
      "a closed part beside a union, for what is no object",
      { A: { oneOf: [{ required: ["y"] }], additionalProperties: false } },
    ],
    ["a condition", { A: { not: needs("a", ref("A")) } }],
  ])("%s", (_, schemas) => {
    expect(examined(schemas)).toEqual({ causes: [], a: schemas["A"] });
  });
});

describe("a server that does not implement an operation", () => {
  const get = (schema: object) => ({
    responses: { 200: { description: "Found.", content: { "application/json": { schema } } } },
  });
  const document = {
    openapi: "3.1.1",
    info: { title: "T", version: "1" },
    paths: {
      "/nothing": { get: get({ allOf: [closed, { required: ["y"] }] }) },
      "/something": { get: get({ type: "object" }) },
    },
  };
  it.each([
    ["/nothing", { failed: 0, passed: 0 }],
    ["/something", { skipped: 0, passed: 0 }],
  ])("%s", async (path, expected) => {
    const server = createServer((_, response) =>
      response.writeHead(501, { "Content-Type": "application/json" }).end("{}"),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const target = httpTarget({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const only =
      path === "/nothing" ? /nothing (responds with 200|accepts)/i : /something (responds with 200|accepts)/i;
    const report = await runContract({ document, target, effort: "quick", seed: 1, patience: 0, only });
    await target.close?.();
    server.close();
    expect(report.results.length).toBeGreaterThan(0);
    expect(report).toMatchObject(expected);
    for (const { reason } of report.results.filter(({ verdict }) => verdict === "skipped"))
      expect(reason).toContain("no response of");
  });
});
