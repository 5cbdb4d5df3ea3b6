/** A body that a server cannot read gets the status that its operation documents. */
import { expect, it, onTestFinished } from "vitest";
import { startMock } from "../src/index.js";

const text = { type: "string" };
const failure = { type: "object", required: ["error"], properties: { error: text } };
const response = { description: "d", content: { "application/json": { schema: failure } } };

async function mockOf(paths: object) {
  const mock = await startMock({
    port: 0,
    document: { openapi: "3.1.0", info: { title: "T", version: "1" }, paths },
  });
  onTestFinished(() => mock.stop());
  return mock;
}

async function statusOf(documented: string[], contentType: string, body: string) {
  const responses = Object.fromEntries(documented.map((status) => [status, response]));
  const content = { "application/json": { schema: { type: "object" }, "x-limits": { bytes: 100 } } };
  const post = {
    operationId: "createNote",
    requestBody: { content },
    responses: { 201: { description: "d" }, ...responses },
  };
  const mock = await mockOf({ "/notes": { post } });
  const sent = await fetch(`${mock.url}/notes`, { method: "POST", headers: { "content-type": contentType }, body });
  return { status: sent.status, body: await sent.json() };
}

const large = JSON.stringify({ text: "x".repeat(200) });

it.each<[documented: string[], contentType: string, body: string, status: number, message: string]>([
  [["400", "413", "415"], "text/plain", "{}", 415, "Content-Type must be application/json"],
  [["400", "413", "415"], "application/json", large, 413, "the body must have at most 100 bytes"],
  [["400", "413", "415"], "application/json", "[]", 400, "the body must be an object"],
  [["400"], "text/plain", "{}", 400, "Content-Type must be application/json"],
  [["400"], "application/json", large, 400, "the body must have at most 100 bytes"],
  [["422"], "application/json", large, 422, "the body must have at most 100 bytes"],
])("with %j, %s and %.20s get a %i", async (documented, contentType, body, status, message) => {
  expect(await statusOf(documented, contentType, body)).toEqual({
    status,
    body: { error: expect.stringContaining(message) },
  });
});

it("an error has the headers that its operation requires", async () => {
  const header = { required: true, schema: { type: "integer", minimum: 3, maximum: 3 } };
  const shown = { required: true, schema: { type: "string" }, example: "seven" };
  const headers = { "X-Try": header, "X-Shown": shown, "X-Optional": { schema: { type: "string" } } };
  const get = { operationId: "getNote", responses: { 200: { description: "d" }, 400: { ...response, headers } } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
  const mock = await mockOf({ "/notes/{id}": { parameters, get } });
  const { status, headers: sent } = await fetch(`${mock.url}/notes/x`);
  expect([status, ...["x-try", "x-shown", "x-optional"].map((name) => sent.get(name))]).toEqual([
    400,
    "3",
    "seven",
    null,
  ]);
});

it("a HEAD that the document describes is its GET without the body", async () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 10 } };
  const offset = { name: "offset", in: "query", schema: { type: "integer", minimum: 0, default: 0 } };
  const note = {
    type: "object",
    required: ["id", "text"],
    properties: { id: { type: "integer" }, text: { type: "string" } },
  };
  const content = (schema: object) => ({ "application/json": { schema } });
  const total = { "X-Total-Count": { required: true, schema: { type: "integer" }, example: 60 } };
  const ok = { description: "d" };
  const errors = { 404: { description: "None." }, 400: response };
  const mock = await mockOf({
    "/notes": {
      get: {
        operationId: "listNotes",
        parameters: [limit, offset],
        responses: { 200: { ...ok, content: content({ type: "array", items: note }) } },
      },
      head: {
        operationId: "countNotes",
        parameters: [limit],
        responses: { 200: { ...ok, headers: total }, 400: response },
      },
    },
    "/notes/{id}": {
      parameters: [id],
      get: { operationId: "getNote", responses: { 200: { ...ok, content: content(note) }, ...errors } },
      head: { operationId: "hasNote", responses: { 204: ok, ...errors } },
    },
  });
  const head = async (path: string) => {
    const { status, headers } = await fetch(mock.url + path, { method: "HEAD" });
    return [status, ...["x-total-count", "content-length"].map((name) => headers.get(name))];
  };
  const page = await fetch(`${mock.url}/notes`);
  const [first] = (await page.json()) as { id: number }[];
  expect(await head("/notes")).toEqual([200, "1000", page.headers.get("content-length")]);
  expect((await head("/notes?limit=0"))[0]).toBe(400);
  expect(await head(`/notes/${first?.id}`)).toEqual([204, null, null]);
  expect((await head("/notes/999999999"))[0]).toBe(404);
  expect((await head("/notes/x"))[0]).toBe(400);
});
