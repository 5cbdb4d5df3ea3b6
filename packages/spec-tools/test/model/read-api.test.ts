import { describe, expect, it, test } from "vitest";
import { bodyKind, readApi, successResponse } from "../../src/index.js";
import { readDocument } from "../../src/read-document.js";

const info = { title: "Things", version: "1.0.0" };
const done = { description: "Done." };
/** The only operation of a document with this path item. */
function onlyOperation(item: object, rest: object = {}) {
  const [operation] = readApi({ info, paths: { "/things/{id}": item }, ...rest }).operations;
  if (!operation) throw new Error("There is no operation.");
  return operation;
}

describe("a parameter", () => {
  it.each([
    ["path", { style: "simple", explode: false }],
    ["header", { style: "simple", explode: false }],
    ["query", { style: "form", explode: true }],
    ["cookie", { style: "form", explode: true }],
  ])("in %s has the defaults of its location", (place, expected) => {
    const parameter = { name: "id", in: place, schema: { type: "array" } };
    expect(onlyOperation({ get: { parameters: [parameter] } }).parameters[0]).toMatchObject({
      ...expected,
      required: false,
      allowReserved: false,
      schema: { node: { type: "array" }, pointer: "#/paths/~1things~1{id}/get/parameters/0/schema" },
    });
  });

  it("with a style other than form does not explode by default", () => {
    const parameter = (rest: object) => ({ name: "id", in: "query", schema: {}, ...rest });
    const read = (rest: object) => onlyOperation({ get: { parameters: [parameter(rest)] } }).parameters[0];
    expect(read({ style: "pipeDelimited" })).toMatchObject({ style: "pipeDelimited", explode: false });
    expect(read({ style: "deepObject", explode: true })).toMatchObject({ style: "deepObject", explode: true });
    expect(read({ explode: false })).toMatchObject({ style: "form", explode: false });
  });

  it("can have a media type", () => {
    const content = { "application/json": { schema: { type: "object" }, example: { a: 1 } } };
    const { parameters } = onlyOperation({ get: { parameters: [{ name: "q", in: "query", content }] } });
    expect(parameters[0]).toMatchObject({
      mediaType: "application/json",
      schema: { node: { type: "object" }, pointer: expect.stringContaining("/content/application~1json/schema") },
      examples: [{ name: "", value: { a: 1 } }],
    });
  });

  it("of the path item can be overridden by an operation, and a path item can be a reference", () => {
    const parameter = (name: string, rest: object) => ({ name, in: "query", schema: {}, ...rest });
    const item = {
      parameters: [parameter("a", {}), parameter("b", {})],
      get: { parameters: [parameter("b", { required: true })] },
    };
    const operation = onlyOperation(
      { $ref: "#/components/pathItems/Thing" },
      { components: { pathItems: { Thing: item } } },
    );
    expect(operation).toMatchObject({ path: "/things/{id}", pointer: "#/components/pathItems/Thing/get" });
    expect(operation.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["a", false],
      ["b", true],
    ]);
  });
});

describe("a body", () => {
  it.each([
    ["application/json", "json"],
    ["application/merge-patch+json; charset=utf-8", "json"],
    ["application/x-www-form-urlencoded", "form"],
    ["multipart/form-data", "multipart"],
    ["text/csv", "text"],
    ["application/atom+xml", "text"],
    ["application/x-ndjson", "text"],
    ["application/x-jsonlines", "text"],
    ["application/octet-stream", "binary"],
    ["image/*", "binary"],
  ])("of type %s is treated as %s", (mediaType, kind) => expect(bodyKind(mediaType)).toBe(kind));

  it("of a form describes how each property is written", () => {
    const properties = {
      file: { type: "string", contentMediaType: "image/png" },
      bytes: {},
      tags: { type: "array", items: { type: "string" } },
      address: { type: "object" },
      note: { type: "string" },
    };
    const content = {
      "multipart/form-data": { schema: { properties }, encoding: { note: { contentType: "text/html, text/csv" } } },
      "application/x-www-form-urlencoded": { schema: { properties }, encoding: { tags: { style: "pipeDelimited" } } },
    };
    const [multipart, form] = onlyOperation({ post: { requestBody: { content } } }).body?.content ?? [];
    expect(multipart?.encoding).toMatchObject({
      file: { contentTypes: ["image/png"], repeated: false },
      bytes: { contentTypes: ["application/octet-stream"] },
      tags: { contentTypes: ["text/plain"], repeated: true },
      address: { contentTypes: ["application/json"] },
      note: { contentTypes: ["text/html", "text/csv"], styled: false },
    });
    expect(form?.encoding["tags"]).toMatchObject({ style: "pipeDelimited", explode: false, styled: true });
    expect(form?.encoding["note"]).toMatchObject({ style: "form", explode: true, styled: false });
  });

  it("can have a boolean schema, or none", () => {
    const content = { "application/json": { schema: true }, "image/png": {} };
    const [json, image] = onlyOperation({ post: { requestBody: { content } } }).body?.content ?? [];
    expect(json?.schema?.node).toEqual({});
    expect(image).toMatchObject({ kind: "binary", encoding: {} });
    expect(image?.schema).toBeUndefined();
  });
});

describe("a response", () => {
  const responses = {
    default: { description: "Anything." },
    404: { $ref: "#/components/responses/None" },
    204: {
      ...done,
      content: { "application/json": { schema: { type: "null" } } },
      headers: { "Content-Type": {}, "X-Left": { required: true, schema: { type: "integer" } } },
    },
  };

  it("has its headers, and no content where HTTP allows none", () => {
    const operation = onlyOperation({ delete: { responses } }, { components: { responses: { None: done } } });
    expect(operation.responses.map(({ status }) => status).sort()).toEqual(["204", "404", "default"]);
    const success = successResponse(operation);
    expect(success).toMatchObject({ status: "204", content: [] });
    expect(success?.headers).toMatchObject([{ name: "X-Left", required: true, schema: { node: { type: "integer" } } }]);
    expect(operation.responses.find(({ status }) => status === "404")?.pointer).toBe("#/components/responses/None");
  });
});

describe("security", () => {
  const components = {
    securitySchemes: {
      header: { type: "apiKey", in: "header", name: "X-Key" },
      query: { type: "apiKey", in: "query", name: "key" },
      cookie: { type: "apiKey", in: "cookie", name: "session" },
      basic: { type: "http", scheme: "Basic" },
      bearer: { type: "http", scheme: "bearer" },
      oauth: { type: "oauth2", flows: {} },
      openId: { type: "openIdConnect", openIdConnectUrl: "https://example.com" },
      digest: { type: "http", scheme: "digest" },
      tls: { type: "mutualTLS" },
    },
  };

  it("has schemes of every type, and specifies where a credential is sent", () => {
    const { securitySchemes } = readApi({ info, paths: {}, components });
    const credential = (kind: string, place: string, name: string, prefix = "") => ({
      kind,
      credential: { in: place, name, prefix },
    });
    const authorization = (kind: string, prefix: string) => credential(kind, "header", "Authorization", prefix);
    expect(securitySchemes).toMatchObject({
      header: credential("apiKey", "header", "X-Key"),
      query: credential("apiKey", "query", "key"),
      cookie: credential("apiKey", "cookie", "session"),
      basic: authorization("basic", "Basic "),
      bearer: authorization("bearer", "Bearer "),
      oauth: authorization("bearer", "Bearer "),
      openId: authorization("bearer", "Bearer "),
      digest: { kind: "other" },
      tls: { kind: "other" },
    });
    expect(securitySchemes["tls"]?.credential).toBeUndefined();
  });

  it.each([
    ["that of the document", undefined, [[{ scheme: "header", scopes: [] }]]],
    ["none", [], []],
    ["an optional one", [{ basic: [] }, {}], [[{ scheme: "basic", scopes: [] }], []]],
    [
      "a combination",
      [{ basic: [], oauth: ["read"] }],
      [
        [
          { scheme: "basic", scopes: [] },
          { scheme: "oauth", scopes: ["read"] },
        ],
      ],
    ],
  ])("of an operation can be %s", (_, own, expected) => {
    const operation = onlyOperation(
      { get: { ...(own && { security: own }) } },
      { components, security: [{ header: [] }] },
    );
    expect(operation.security).toEqual(expected);
  });
});

test("an operation without an operationId gets a unique one", () => {
  const paths = {
    "/pets/{pet-id}": { get: {}, delete: { operationId: "getPetsByPetId2" } },
    "/pets-by-petId": { get: {} },
    "/": { get: {} },
  };
  expect(readApi({ info, paths }).operations.map(({ id }) => id)).toEqual([
    "getPetsByPetId",
    "getPetsByPetId2",
    "getPetsByPetId3",
    "getRoot",
  ]);
});

test("reading a schema that refers to itself does not loop", () => {
  const schemas = { Tree: { allOf: [{ $ref: "#/components/schemas/Tree" }], properties: { id: {} } } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Tree" } } };
  const responses = { 200: { ...done, content } };
  const { resources } = readApi({ info, paths: { "/trees/{id}": { get: { responses } } }, components: { schemas } });
  expect(resources[0]?.operations[0]?.response).toMatchObject({ identity: "id" });
});

test("the model of this repository's spec is plain JSON", async () => {
  const api = readApi(await readDocument());
  expect(JSON.parse(JSON.stringify(api))).toEqual(api);
  expect(api.resources.map(({ name }) => name)).toEqual(expect.arrayContaining(["metadata", "reports"]));
  expect(api.operations.find(({ id }) => id === "listReports")?.list).toMatchObject({ shape: "linked" });
});
