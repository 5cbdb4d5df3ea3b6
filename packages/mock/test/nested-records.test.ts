/**
 * Tests nested records: requests omit the fields that only the server sets, and the server must keep everything that
 * they contain.
 */
import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const done = (schema: object) => ({ description: "Done.", ...json(schema) });
const text = { type: "string" };
const nullable = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
const strict = { type: "object", additionalProperties: false };

/** Returns the properties of a folder schema; `folder` is the schema of nested folders, for requests or responses. */
const fields = (folder: object) => ({
  name: text,
  parent: nullable(folder),
  children: { type: "array", items: folder },
  owner: { oneOf: [{ ...strict, required: ["team"], properties: { team: text } }, folder] },
});
const document = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  info: { title: "Folders", version: "1" },
  paths: {
    "/folders": {
      get: { operationId: "listFolders", responses: { "200": done({ type: "array", items: ref("Folder") }) } },
      post: {
        operationId: "createFolder",
        requestBody: { required: true, ...json(ref("FolderInput")) },
        responses: { "201": done(ref("Folder")), "400": done({ type: "object" }) },
      },
    },
    "/folders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "getFolder",
        responses: { "200": done(ref("Folder")), "404": done({ type: "object" }) },
      },
    },
  },
  components: {
    schemas: {
      FolderInput: { ...strict, required: ["name"], properties: fields(ref("FolderInput")) },
      Stamped: { type: "object", required: ["id"], properties: { id: { type: "string", readOnly: true } } },
      Folder: {
        allOf: [ref("Stamped"), { type: "object", required: ["name"], properties: fields(ref("Folder")) }],
      },
    },
  },
};

const mock = await testMock({ document, size: 5 });

async function stored(body: object): Promise<Record<string, unknown>> {
  const headers = { "Content-Type": "application/json" };
  const created = await fetch(`${mock.url}/folders`, { method: "POST", headers, body: JSON.stringify(body) });
  const { id } = (await created.json()) as { id: string };
  expect([created.status, typeof id]).toEqual([201, "string"]);
  return (await (await fetch(`${mock.url}/folders/${id}`)).json()) as Record<string, unknown>;
}

const id = expect.any(String);

/** A folder in the last of so many others. */
const nested = (levels: number, each: object): object =>
  levels === 0 ? { name: "top", ...each } : { name: "up", ...each, parent: nested(levels - 1, each) };

describe("a created record keeps everything that was sent in", () => {
  it.each([
    ["a nullable record", { parent: { name: "up" } }, { parent: { id, name: "up" } }],
    ["no record", { parent: null }, { parent: null }],
    [
      "a record in a record",
      { parent: { name: "up", parent: { name: "top", children: [] } } },
      { parent: { id, name: "up", parent: { id, name: "top", children: [] } } },
    ],
    ["a record in many records", { parent: nested(20, {}) }, { parent: nested(20, { id }) }],
    [
      "an array of records",
      { children: [{ name: "one" }, { name: "two", parent: null }] },
      {
        children: [
          { id, name: "one" },
          { id, name: "two", parent: null },
        ],
      },
    ],
    ["one branch of a union", { owner: { team: "blue" } }, { owner: { team: "blue" } }],
    ["the other branch of a union", { owner: { name: "box" } }, { owner: { id, name: "box" } }],
  ])("%s", async (_, sent, kept) => {
    expect(await stored({ name: "here", ...sent })).toEqual({ id, name: "here", ...kept });
  });
});

describe("a record whose parts differ in requests", () => {
  const part = (more: object, names: string[]) => ({
    type: "array",
    items: { type: "object", required: names, properties: { label: text, ...more } },
  });
  const sent = part({ note: {} }, ["label"]);
  const shown = part({ serial: { type: "integer" }, note: { type: "object" }, left: { type: "object" } }, [
    "label",
    "serial",
    "left",
  ]);
  const input = { type: "object", properties: { parts: sent } };
  const kit = { type: "object", required: ["id", "parts"], properties: { id: { type: "integer" }, parts: shown } };
  const body = { requestBody: { required: true, ...json(input) } };
  const kits = {
    openapi: "3.1.1",
    info: { title: "Kits", version: "1" },
    paths: {
      "/kits": { post: { ...body, responses: { "201": done(kit) } } },
      "/kits/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { "200": done(kit) } },
        put: { ...body, responses: { "200": done(kit) } },
        patch: { ...body, responses: { "200": done(kit) } },
      },
    },
  };

  it.each(["PUT", "PATCH"])("keeps of them what a response can show: %s", async (method) => {
    const { url } = await testMock({ document: kits, size: 5 });
    const send = async (verb: string, path: string, value?: object) => {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(url + path, {
        method: verb,
        headers,
        ...(value && { body: JSON.stringify(value) }),
      });
      return (await response.json()) as { id: number; parts: object[] };
    };
    const part = (label: string) => ({ label, serial: expect.any(Number), left: expect.any(Object) });
    const created = await send("POST", "/kits", {
      parts: [
        { label: "a", left: "x" },
        { label: "b", note: "n" },
      ],
    });
    expect(created.parts).toEqual([part("a"), part("b")]);
    const changed = await send(method, `/kits/${created.id}`, { parts: [{ label: "c", note: { d: 1 } }] });
    expect(changed.parts).toEqual([{ ...part("c"), note: { d: 1 } }]);
    expect(await send("GET", `/kits/${created.id}`)).toEqual(changed);
  });
});

it("a created record keeps what was sent if each branch of its schema allows it", async () => {
  const block = { type: "object", properties: { id: { type: "integer" }, person: { type: "integer" } } };
  const notice = { type: "object", properties: { message: text } };
  const body = { type: "object", required: ["person"], properties: { person: { type: "integer" } } };
  const post = {
    requestBody: { required: true, ...json(body) },
    responses: { "200": done({ oneOf: [block, notice] }) },
  };
  const paths = { "/blocks": { post } };
  const { url } = await testMock({ document: { openapi: "3.1.1", info: { title: "Blocks", version: "1" }, paths } });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}/blocks`, { method: "POST", headers, body: '{"person":7}' });
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ person: 7 })]);
});

it("an action beside what is read of a record needs that record, if a 404 is documented", async () => {
  const inPath = [{ name: "petId", in: "path", required: true, schema: { type: "integer" } }];
  const pet = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: text } };
  const album = { type: "object", properties: { petId: { type: "integer" }, photos: { type: "array", items: text } } };
  const missing = { "404": { description: "Unknown." } };
  const paths = {
    "/pets": { get: { responses: { "200": done({ type: "array", items: pet }) } } },
    "/pets/{petId}": { parameters: inPath, get: { responses: { "200": done(pet), ...missing } } },
    "/pets/{petId}/album": {
      parameters: inPath,
      get: { responses: { "200": done(album), ...missing } },
      post: { responses: { "200": done(album), ...missing } },
    },
  };
  const { url } = await testMock({ document: { openapi: "3.1.1", info: { title: "Pets", version: "1" }, paths } });
  const [known] = (await (await fetch(`${url}/pets`)).json()) as { id: number }[];
  for (const method of ["GET", "POST"]) {
    const status = async (id: unknown) => (await fetch(`${url}/pets/${id}/album`, { method })).status;
    expect([await status(known?.id), await status(987654321)]).toEqual([200, 404]);
  }
});
