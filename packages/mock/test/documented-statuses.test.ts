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
  const headers = { "X-Try": header, "X-Optional": { schema: { type: "string" } } };
  const get = { operationId: "getNote", responses: { 200: { description: "d" }, 400: { ...response, headers } } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];
  const mock = await mockOf({ "/notes/{id}": { parameters, get } });
  const { status, headers: sent } = await fetch(`${mock.url}/notes/x`);
  expect([status, sent.get("x-try"), sent.get("x-optional")]).toEqual([400, "3", null]);
});
