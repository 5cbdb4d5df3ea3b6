import { describe, expect, test } from "vitest";
import { impossibleLimits } from "../src/limits/impossible-limits.js";
import { readApi } from "../src/model/read-api.js";

const text = { type: "string" };
const closed = { type: "object", additionalProperties: false };
const object = (properties: object, ...required: string[]) => ({ type: "object", properties, required });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemas = {
  Endless: object({ next: ref("Endless") }, "next"),
  Tree: object({ children: { type: "array", items: ref("Tree") } }, "children"),
  Forest: object({ children: { type: "array", items: ref("Forest"), minItems: 1 } }, "children"),
  Ping: object({ pong: ref("Pong") }, "pong"),
  Pong: object({ ping: { anyOf: [ref("Ping"), { type: "null" }] } }, "ping"),
};

/** Returns the messages about an operation whose response, and whose required body, has a schema. */
function messages(response: unknown, body?: unknown) {
  const content = (schema: unknown) => ({ "application/json": { schema } });
  const operation = {
    operationId: "a",
    ...(body !== undefined && { requestBody: { required: true, content: content(body) } }),
    responses: { 200: { description: "d", content: content(response) } },
  };
  const document = { openapi: "3.1.1", info: {}, paths: { "/a": { post: operation } }, components: { schemas } };
  return impossibleLimits(document, readApi(document)).map(({ message, pointer }) => `${pointer}: ${message}`);
}

describe("impossibleLimits", () => {
  test.each<[string, unknown, RegExp]>([
    ["false", false, /excludes every value/],
    ["not: {}", { not: {} }, /excludes every value/],
    ["an empty enum", { enum: [] }, /its enum is empty/],
    ["types that exclude each other", { allOf: [text, { type: "integer" }] }, /exclude each other/],
    ["nested types", { type: "string", allOf: [{ allOf: [{ type: ["null", "integer"] }] }] }, /exclude each other/],
    [
      "crossed lengths",
      { ...text, minLength: 5, maxLength: 3 },
      /schema\/minLength: .*minLength: 5 is above maxLength: 3/,
    ],
    ["a required property", object({ x: { not: {} } }, "x"), /properties\/x: .*excludes every value/],
    ["a property that is forbidden", { ...closed, required: ["x"] }, /requires "x" and forbids it/],
    [
      "a property that another part forbids, in each branch of a union",
      { ...closed, type: "object", allOf: [{ oneOf: [object({ y: text }, "y"), object({ z: text }, "z")] }] },
      /schema: .*each branch of its union requires a property, such as "y", .*; write unevaluatedProperties: false/,
    ],
    [
      "a property that another part of allOf forbids",
      { allOf: [{ ...closed, ...object({ x: text }, "x") }, { allOf: [object({ y: text }, "y")] }] },
      /schema: .*allOf requires "y" in one part, and forbids it .* in another; write unevaluatedProperties: false/,
    ],
    ["elements", { type: "array", minItems: 1, items: false }, /items: .*excludes every value/],
    ["all branches of a union", { oneOf: [false, { not: {} }] }, /oneOf\/0: .*excludes every value/],
    ["a schema that requires itself", ref("Endless"), /#\/components\/schemas\/Endless: .*requires itself/],
    ["one that requires itself in a list", ref("Forest"), /requires itself/],
  ])("finds %s, in a response and in a request", (_name, schema, message) => {
    expect(messages(schema)).toEqual([expect.stringMatching(message)]);
    expect(messages(text, schema)).toEqual([expect.stringMatching(message)]);
    expect(messages(schema)[0]).toContain("a can have no response");
    expect(messages(text, schema)[0]).toContain("a can have no request");
  });
  test.each<[string, unknown]>([
    ["an optional property", object({ x: { not: {} } })],
    ["one branch of a union", { oneOf: [false, text] }],
    ["a list that may be empty", { type: "array", items: false }],
    ["a schema that contains itself in a list", ref("Tree")],
    ["a circle with a way out", ref("Ping")],
    [
      "a closed part of which a union allows a branch",
      { ...closed, ...object({ x: text }), oneOf: [{ required: ["x"] }, { required: ["y"] }] },
    ],
    ["a number and an integer", { allOf: [{ type: "number" }, { type: "integer" }] }],
    ["a property that is required, of something that need be no object", { required: ["x"], properties: { x: false } }],
    ["bounds of another type", { ...text, minimum: 5, maximum: 3 }],
    [
      "a closed part that lists what others require",
      { allOf: [{ ...closed, ...object({ x: text }) }, { required: ["x"] }] },
    ],
    ["a closed part of what need be no object", { allOf: [{ additionalProperties: false }, { required: ["x"] }] }],
    ["a part that forbids what others may have", { allOf: [closed, object({ x: text })] }],
    ["anything", {}],
  ])("leaves %s", (_name, schema) => expect(messages(schema, schema)).toEqual([]));
});
