/** Types and methods of the client that are easy to generate wrongly. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import type { OpenApiDocument } from "../src/document/open-api-document.js";
import { clientFiles } from "../src/generate/client/client-files.js";
import { models } from "../src/generate/client/models.js";
import { inRepo } from "../src/in-repo.js";
import { OF_CLIENT } from "../src/languages/typescript.js";
import { readApi } from "../src/model/read-api.js";

const document = (schemas: object, paths: object = {}) =>
  ({
    openapi: "3.1.1",
    info: { title: "x", version: "1" },
    paths,
    components: { schemas },
  }) as unknown as OpenApiDocument;
const object = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });
const typeOf = (schema: object) => {
  const given = document({ Thing: schema });
  return models(given, readApi(given)).replace(/\s+/g, " ");
};

it("puts parentheses around a union of objects in an array", () => {
  const items = { oneOf: [object({ op: { const: "add" } }), object({ op: { const: "remove" } })] };
  expect(typeOf({ type: "array", items })).toContain('({ op: "add"; } | { op: "remove"; })[]');
});

it("ignores brackets in strings and comments, and those that are already there", () => {
  const odd = { enum: ["a } | {", "b"] };
  expect(typeOf({ type: "array", items: odd })).toContain('("a } | {" | "b")[]');
  expect(typeOf({ type: "array", items: object({ a: { type: "string", description: "Is } | {." } }) })).toMatch(
    /\}\[\];/,
  );
  expect(typeOf({ type: "array", items: { type: "array", items: { type: ["string", "null"] } } })).toContain(
    "(string | null)[][]",
  );
});

it("writes a method named new, not a construct signature", async () => {
  const { "methods.ts": text } = await clientFiles(
    document({}, { "/x": { get: { operationId: "new", responses: { 204: { description: "x" } } } } }),
  );
  expect(text).toContain('  "new"(options?: CallOptions)');
});

it("renames types and methods that TypeScript, JavaScript or the client has itself, and what refers to them", async () => {
  const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const names = [
    "import",
    "enum",
    "any",
    "object",
    "Record",
    "PagedList",
    "ApiError",
    "Uint8Array",
    "a/b",
    "GetXQuery",
  ];
  const schemas = Object.fromEntries(names.map((name) => [name, object({ next: $ref(name.replace("/", "~1")) })]));
  const operation = (operationId: string) => ({
    operationId,
    parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
    responses: { 200: { description: "x", content: { "application/json": { schema: $ref("any") } } } },
  });
  const ids = ["then", "raw", "toString", "get-x", "users/list.all[0]", "2fa", "größe"];
  const paths = Object.fromEntries(ids.map((id, i) => [`/x${i}`, { get: operation(id) }]));
  const { "models.ts": models, "methods.ts": methods = "" } = await clientFiles(document(schemas, paths));
  expect(
    [...(models?.matchAll(/^export interface (\S+) {\n {2}next: (\S+);/gm) ?? [])].map(([, ...both]) => both),
  ).toEqual(
    [
      ...[
        "import_",
        "enum_",
        "any_",
        "object_",
        "Record_",
        "PagedList_",
        "ApiError_",
        "Uint8Array_",
        "aB",
        "GetXQuery",
      ],
    ].map((name) => [name, name]),
  );
  const found = [...methods.matchAll(/^ {2}(\S+)\(query\?: (\w+), options.*ResponsePromise<(\w+)>/gmu)];
  expect(found.map(([, ...parts]) => parts.join(" "))).toEqual([
    "then_ Then_Query any_",
    "raw_ Raw_Query any_",
    "toString_ ToString_Query any_",
    "getX GetXQuery_ any_",
    "usersListAll0 UsersListAll0Query any_",
    "_2fa _2faQuery any_",
  ]);
});

it("rejects two names that become one, and reports the second", async () => {
  await expect(clientFiles(document({ any: {}, any_: {} }))).rejects.toMatchObject({
    name: "LimitError",
    message: "The schemas any and any_ would both become the type any_; rename one of them.",
    pointer: "#/components/schemas/any_",
  });
  const get = (operationId: string) => ({ get: { operationId, responses: { 204: { description: "x" } } } });
  await expect(clientFiles(document({}, { "/x": get("get-board"), "/y": get("getBoard") }))).rejects.toMatchObject({
    message: expect.stringContaining(
      '"get-board" (GET /x) and "getBoard" (GET /y) would both become the method getBoard',
    ),
    pointer: "#/paths/~1y/get/operationId",
  });
  await expect(clientFiles(document({}, { "/x": get("getBoard"), "/y": get("getBoard") }))).rejects.toMatchObject({
    message: expect.stringMatching(/^The operationId "getBoard" is used twice, by GET \/x and by GET \/y; rename one/),
  });
});

it("returns the URL of a documented redirect, and something unknown if nothing is documented", async () => {
  const get = (operationId: string, responses: object) => ({ get: { operationId, responses } });
  const paths = {
    "/a": get("getA", { 302: { description: "x" }, 404: { description: "x" } }),
    "/b": get("getB", { 404: { description: "x" } }),
    "/c": { get: { operationId: "getC" } },
    "/d": get("getD", { 200: { description: "x" }, 302: { description: "x" } }),
    "/e": get("getE", { 302: { description: "x" }, default: { description: "An error." } }),
    "/f": get("getF", { 304: { description: "x" }, default: { description: "x" } }),
  };
  const { "methods.ts": methods = "", "operation-table.ts": table } = await clientFiles(document({}, paths));
  expect([...methods.matchAll(/ResponsePromise<(\w+)>;/g)].map(([, type]) => type)).toEqual([
    "string",
    "unknown",
    "unknown",
    "void",
    "string",
    "void",
  ]);
  expect(table).toContain('"returns": "location"');
});

it("has files that compile without any schema, operation or path", async () => {
  const files = await clientFiles({
    openapi: "3.1.1",
    info: { title: "x", version: "1" },
  } as unknown as OpenApiDocument);
  expect(files["models.ts"]).toContain("export {};");
});

it("knows every name that the client exports beside the types of schemas", async () => {
  const index = await readFile(inRepo("packages/client/src/index.ts"), "utf8");
  const lists = [...index.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, names = ""]) => names);
  const exported = lists.flatMap((names) => names.split(",").map((name) => name.replace("type ", "").trim()));
  expect(exported.filter((name) => name !== "" && !OF_CLIENT.includes(name))).toEqual([]);
});

it("fields of a form that a part of allOf requires are required", async () => {
  const file = { type: "string", contentMediaType: "image/png" };
  const form = {
    allOf: [{ $ref: "#/components/schemas/Base" }, { type: "object", properties: { note: { type: "string" } } }],
  };
  const body = { required: true, content: { "multipart/form-data": { schema: form } } };
  const { "methods.ts": text } = await clientFiles(
    document(
      { Base: object({ file, title: { type: "string" } }) },
      { "/files": { post: { operationId: "upload", requestBody: body, responses: { 204: { description: "x" } } } } },
    ),
  );
  expect(text).toMatch(/"?file"?: Blob; "?title"?: string; "?note"?\?: string/);
  expect(text).toContain("client.upload({ file: file, title: value })");
});
