import { describe, expect, it } from "vitest";
import { dereference, METHODS, nameOf, nodeAt, pointerTo, readApi, sampleValue } from "../src/index.js";
import { readDocument } from "../src/read-document.js";

const info = { title: "Things", version: "1.0.0" };
const done = { description: "Done." };

describe("a JSON pointer", () => {
  it("is escaped when it is made and unescaped when it is followed", () => {
    const pointer = pointerTo("#/paths", "/a~b/{id}", "get");
    expect(pointer).toBe("#/paths/~1a~0b~1{id}/get");
    expect(nodeAt({ paths: { "/a~b/{id}": { get: 1 } } }, pointer)).toBe(1);
    expect(nodeAt({ "a b": [5, 6] }, "#/a%20b/1")).toBe(6);
    expect(nameOf("#/components/schemas/a~1b")).toBe("a/b");
  });

  it("finds the document's own properties, and none that it inherits", () => {
    expect(nodeAt({}, "#/toString")).toBeUndefined();
    expect(nodeAt({ a: null }, "#/a/b")).toBeUndefined();
  });
});

describe("dereference", () => {
  const document = {
    components: {
      schemas: {
        Id: { type: "string", maxLength: 50 },
        Key: { $ref: "#/components/schemas/Id" },
        Short: { $ref: "#/components/schemas/Key", maxLength: 5, minLength: 1 },
        Shorter: { $ref: "#/components/schemas/Short", maxLength: 3 },
        Loop: { $ref: "#/components/schemas/Pool" },
        Pool: { $ref: "#/components/schemas/Loop" },
      },
    },
  };
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it("returns a node that is not a reference with its own pointer", () => {
    const node = { type: "string" };
    expect(dereference(document, node, "#/here")).toEqual({ node, pointer: "#/here" });
  });

  it("follows references to the end, and returns the name of the first", () => {
    const found = dereference(document, to("Key"), "#/here");
    expect(found).toEqual({ node: document.components.schemas.Id, pointer: "#/components/schemas/Id", name: "Key" });
  });

  it("applies the descriptions beside every $ref, the outermost last, and returns the pointer of the target", () => {
    expect(dereference(document, { ...to("Key"), description: "The key.", "x-shown": true }, "#/here")).toEqual({
      node: { ...document.components.schemas.Id, description: "The key.", "x-shown": true },
      pointer: "#/components/schemas/Id",
      name: "Key",
    });
  });

  it("rejects a reference that leads nowhere, to another file or to itself", () => {
    expect(() => dereference(document, to("None"), "#/here")).toThrow(
      "#/components/schemas/None at #/here leads nowhere",
    );
    expect(() => dereference(document, { $ref: "other.yaml" })).toThrow("The reference other.yaml leads nowhere");
    expect(() => dereference(document, to("Loop"))).toThrow("is circular");
  });
});

describe("the operations of an API", () => {
  it("include one for every HTTP method of OpenAPI, and nothing else", () => {
    const item = Object.fromEntries(METHODS.map((method) => [method, { operationId: method, responses: {} }]));
    const { operations } = readApi({ info, paths: { "/things": { ...item, parameters: [], summary: "Things" } } });
    expect(operations.map(({ id }) => id)).toEqual([...METHODS]);
    expect(operations.map(({ method }) => method)).toContain("TRACE");
  });

  it("contain the targets of references to parameters, request body and responses", () => {
    const limit = { name: "limit", in: "query", schema: { maximum: 50 } } as const;
    const [found] = readApi({
      info,
      paths: {
        "/things": {
          post: {
            operationId: "createThing",
            parameters: [{ $ref: "#/components/parameters/Limit" }],
            requestBody: { $ref: "#/components/requestBodies/Thing" },
            responses: { 201: { $ref: "#/components/responses/Done" }, 400: { description: "Wrong." } },
          },
        },
      },
      components: {
        parameters: { Limit: limit },
        responses: { Done: done },
        requestBodies: { Thing: { content: { "text/plain": {} } } },
      },
    }).operations;
    expect(found).toMatchObject({ pointer: "#/paths/~1things/post", method: "POST" });
    expect(found?.body?.content.map(({ mediaType }) => mediaType)).toEqual(["text/plain"]);
    expect(found?.parameters.map(({ name, schema }) => [name, schema.node])).toEqual([["limit", limit.schema]]);
    expect(found?.responses[0]).toMatchObject({ status: "201", description: done.description });
  });

  it("have the parameters of their path item, except those that they define themselves", () => {
    const parameter = (name: string, where: "path" | "query", required: boolean) =>
      ({ name, in: where, required, schema: {} }) as const;
    const [found] = readApi({
      info,
      paths: {
        "/things/{id}": {
          parameters: [parameter("id", "path", true), parameter("limit", "query", false)],
          get: { operationId: "getThing", parameters: [parameter("limit", "query", true)], responses: {} },
        },
      },
    }).operations;
    expect(found?.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["id", true],
      ["limit", true],
    ]);
  });

  it("include listReports of this repository's spec", async () => {
    const { operations } = readApi(await readDocument());
    expect(operations.map(({ id }) => id)).toContain("listReports");
  });
});

describe("a sample value", () => {
  const sample = (schema: object) => sampleValue({}, { node: schema, pointer: "#" });

  it.each([
    [{ examples: ["a"], default: "b" }, "a"],
    [{ default: "b", enum: ["c"] }, "b"],
    [{ enum: ["c"] }, "c"],
    [{ type: "string", format: "uuid" }, "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"],
    [{ type: "string", maxLength: 3 }, "exa"],
    [{ type: "integer", exclusiveMinimum: 4 }, 5],
    [{ type: ["null", "boolean"] }, true],
    [{ type: "array", items: { type: "number", minimum: 2 } }, [2]],
    [{ oneOf: [{ type: "null" }, {}] }, null],
    [{}, "example"],
    [{ required: ["a"], properties: { a: { const: 1 }, b: {} } }, { a: 1 }],
    [{ properties: { a: { const: 1 }, b: {} } }, { a: 1 }],
    [{ type: "object", additionalProperties: { const: 1 } }, { name: 1 }],
    [{ allOf: [{ required: ["a"], properties: { a: { const: 1 } } }, { properties: { b: {} } }] }, { a: 1 }],
    [{ const: null }, null],
    [{ type: ["string", "null"], enum: [null, "a"] }, "a"],
    [{ type: "string", example: "a" }, "a"],
    [{ allOf: [{ type: "string", enum: ["a"] }, { description: "One of them." }] }, "a"],
    [{ allOf: [{ type: "integer", minimum: 2 }, { minimum: 4 }] }, 4],
    [{ allOf: [{ type: "string", maxLength: 3 }, { maxLength: 5 }] }, "exa"],
    [{ allOf: [{ enum: ["a", "b"] }, { enum: ["c", "b"] }] }, "b"],
    [
      {
        allOf: [
          { required: ["n", "kind"], properties: { n: { minimum: 5 }, kind: { enum: ["a", "b"] } } },
          { properties: { n: { type: "integer" }, kind: { const: "b" } } },
        ],
      },
      { n: 5, kind: "b" },
    ],
    [{ type: "integer", maximum: -3 }, -3],
    [{ type: "number", exclusiveMinimum: 0, multipleOf: 0.5 }, 0.5],
    [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, 0.25],
    [{ type: "integer", minimum: 5, multipleOf: 4 }, 8],
    [{ type: "string", pattern: "^[A-Z]{2}-\\d+(?:\\.x)?$" }, "AA-1"],
    [{ type: "string", pattern: "^(b|c)+?\\p{Lu}*$", minLength: 3 }, "bbAA"],
    [{ type: "string", pattern: "^a{2,3}$", minLength: 3 }, "aaa"],
    [{ pattern: "^(?:ab)+$", minLength: 30 }, "ab".repeat(16)],
    [{ pattern: "^((a{9999}){9999}){9999}$" }, "example"],
    [{ format: "uuid", pattern: "^(?:[0-9a-f]|-)+$" }, "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"],
    [{ type: "integer", exclusiveMinimum: 0.5 }, 1],
    [{ type: "integer", minimum: 2.5 }, 3],
    [{ type: "integer", maximum: 0.5, multipleOf: 0.5 }, 0],
    [{ type: "number", minimum: 0.2, multipleOf: 0.1 }, 0.2],
    [{ minItems: 2 }, ["example", "example"]],
    [{ additionalProperties: false, minProperties: 1 }, {}],
    [{ type: "string", format: "json-pointer" }, "/example"],
    [{ type: "array", prefixItems: [{ const: 1 }, { type: "string" }] }, [1, "example"]],
    [{ type: "array", items: { type: "integer" }, minItems: 2, uniqueItems: true }, [1, 2]],
    [{ type: "array", items: { enum: ["a", "b"] }, minItems: 2, uniqueItems: true }, ["a", "b"]],
    [{ type: "array", items: { type: "integer" }, maxItems: 0 }, []],
    [{ type: "array", contains: { const: "a" } }, ["a"]],
    [
      { required: ["a"], properties: { a: { const: 1 }, b: { const: 2 } }, dependentRequired: { a: ["b"] } },
      { a: 1, b: 2 },
    ],
    [{ required: ["a"], type: "object" }, { a: "example" }],
    [
      { minProperties: 2, properties: { a: { const: 1 }, b: { const: 2 }, c: {} } },
      { a: 1, b: 2 },
    ],
    [
      { additionalProperties: { const: 1 }, propertyNames: { pattern: "^x-" }, minProperties: 2 },
      { "x-": 1, "x-2": 1 },
    ],
    [{ type: "object", patternProperties: { "^a\\d": { const: 1 } } }, { a1: 1 }],
    [
      {
        required: ["a"],
        properties: { a: { const: 1 } },
        oneOf: [{ required: ["b"], properties: { b: { const: 2 } } }],
      },
      { a: 1, b: 2 },
    ],
    [
      {
        allOf: [
          { type: "object", examples: [{ a: 1 }] },
          { required: ["b"], properties: { b: { const: 2 } } },
        ],
      },
      { a: 1, b: 2 },
    ],
    [{ anyOf: [{ type: "integer" }, { type: "null" }] }, 1],
    [
      JSON.parse('{"required": ["__proto__"], "properties": {"__proto__": {"const": 1}}}'),
      JSON.parse('{"__proto__": 1}'),
    ],
  ])("for %j is %j", (schema, value) => expect(sample(schema)).toEqual(value));

  it("is finite for a schema that refers to itself", () => {
    const node = { required: ["next"], properties: { next: { $ref: "#/node" } } };
    const value = sampleValue({ node }, { node, pointer: "#/node" });
    expect(JSON.stringify(value).length).toBeLessThan(200);
  });
});
