import { expect, it } from "vitest";
import { withoutSlips } from "../src/load/without-slips.js";

const info = { title: "T", version: "1" };

it("null is a field that is not there, where it can be nothing else", () => {
  const json = {
    info: { ...info, description: null, contact: null },
    tags: [{ name: "a", externalDocs: { url: "https://a.example", description: null } }],
    components: {
      schemas: {
        description: {
          type: "object",
          properties: { title: { default: null, const: null, enum: [null], format: null } },
        },
        A: { examples: [null], example: null, "x-a": { b: null } },
      },
      examples: { one: { value: null, summary: null } },
    },
  };
  expect(withoutSlips(json, true)).toEqual({
    info,
    tags: [{ name: "a", externalDocs: { url: "https://a.example" } }],
    components: {
      schemas: {
        description: { type: "object", properties: { title: { default: null, const: null, enum: [null] } } },
        A: { examples: [null], example: null, "x-a": { b: null } },
      },
      examples: { one: { value: null, summary: null } },
    },
  });
});

it("in YAML, only empty texts are left out", () => {
  const yaml = { info: { ...info, summary: null, contact: null }, paths: { "/a": { description: null, get: null } } };
  expect(withoutSlips(yaml, false)).toEqual({ info: { ...info, contact: null }, paths: { "/a": { get: null } } });
});

it("a property of this name is none of these texts", () => {
  const file = { components: { schemas: { A: { properties: { description: null } } } } };
  expect(withoutSlips(file, true)).toBe(file);
});

it("names are in a list once", () => {
  const schema = { type: ["string", "null", "string"], required: ["a", "b", "a"], enum: [1, 1] };
  expect(withoutSlips({ schema }, false)).toEqual({
    schema: { type: ["string", "null"], required: ["a", "b"], enum: [1, 1] },
  });
});

it("examples of a schema by name are a list, those of other objects stay", () => {
  const examples = { mars: "a.jpg", jupiter: { value: "b.jpg", summary: "Large" } };
  const parameter = { in: "query", name: "q", schema: { type: "string", examples }, examples };
  expect(withoutSlips({ parameters: [parameter] }, false)).toEqual({
    parameters: [{ ...parameter, schema: { type: "string", examples: ["a.jpg", "b.jpg"] } }],
  });
});

it("a standard file is returned as it is", () => {
  const file = { info, components: { schemas: { A: { type: "string", examples: ["a"], required: ["a"] } } } };
  expect(withoutSlips(file, true)).toBe(file);
});

it.each([
  [String.raw`^[-\w]+\Z`, String.raw`^[-\w]+$`],
  [String.raw`\A\d+\z`, String.raw`^\d+$`],
  [String.raw`^[^\@\-]+\@\w+\-\w+$`, String.raw`^[^@\-]+@\w+-\w+$`],
  [String.raw`^\_(?P<id>\d)\.`, String.raw`^_(?<id>\d)\.`],
  [String.raw`(?i)\A[a-z]`, "^[A-Za-z]"],
  [String.raw`(?i)^(all|n\d)[^x.-]\-[\w.-]$`, String.raw`^([aA][lL][lL]|[nN]\d)[^Xx.-]-[\w.-]$`],
  [String.raw`(?i)^[^a-c\w.-](?<name>b)\d$`, String.raw`^[^A-Ca-c\w.-](?<name>[bB])\d$`],
  [String.raw`^[a-z\-\_]`, String.raw`^[a-z\-_]`],
  // Valid, or without a standard way.
  [String.raw`^a\/b-c$|[\-]`, String.raw`^a\/b-c$|[\-]`],
  [String.raw`(?x)\A[a-z]`, String.raw`(?x)\A[a-z]`],
  ...[
    String.raw`\u0041`,
    String.raw`[\x41]`,
    String.raw`\p{Lu}`,
    String.raw`(a)\1`,
    "ä",
    "[!-Z]",
    "[0-f]",
    "[A-~]",
  ].map((part): [string, string] => [`(?i)^${part}$`, `(?i)^${part}$`]),
])("the pattern %s is written as %s", (pattern, written) => {
  const name = { type: "string", pattern };
  expect(withoutSlips({ properties: { name } }, false)).toEqual({
    properties: { name: { ...name, pattern: written } },
  });
});

it("a security scheme has only the fields of its type, and the standard's name of the type", () => {
  const flows = { implicit: { authorizationUrl: "https://a.example", scopes: {} } };
  const written = {
    components: {
      schemas: { Scheme: { type: "object", properties: { type: { const: "http" }, in: {}, scheme: {} } } },
      securitySchemes: {
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT", in: "header", name: "Authorization" },
        key: { type: "apiKey", in: "header", name: "X-Key", scheme: "Bearer", description: "A key." },
        flow: { type: "oauth2", flows, in: "header", "x-a": 1 },
        user: { type: "HTTP", scheme: "basic" },
      },
    },
  };
  expect(withoutSlips(written, false)).toEqual({
    components: {
      schemas: written.components.schemas,
      securitySchemes: {
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        key: { type: "apiKey", in: "header", name: "X-Key", description: "A key." },
        flow: { type: "oauth2", flows, "x-a": 1 },
        user: { type: "http", scheme: "basic" },
      },
    },
  });
});

it("the value of an example in a separate file is not changed", () => {
  const written = { summary: "A page", value: { next: null, description: null, required: ["a", "a"] } };
  for (const isJson of [true, false]) expect(withoutSlips(written, isJson)).toEqual(written);
});
