/** Fields of records that only one branch of a union describes, and that requests describe for all records. */
import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

const text = { type: "string" };
const uris = { type: "array", items: { type: "object", required: ["uri"], properties: { uri: text } } };
const object = (properties: object, required = Object.keys(properties)) => ({ type: "object", required, properties });
const union = {
  oneOf: [
    object({ kind: { const: "web" }, uris }, ["kind", "uris"]),
    object({ kind: { const: "machine" }, secret: { type: "string", writeOnly: true } }, ["kind"]),
  ],
};
const input = object({ name: text, uris, secret: text }, []);

it.each([
  ["below an allOf", { allOf: [object({ id: text, name: text }), union] }],
  ["beside the other fields", { ...object({ id: text, name: text }), ...union }],
])("a union %s shows what was sent, and what is only sent stays hidden", async (_, App) => {
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const one = { description: "One.", ...json(App) };
  const paths = {
    "/apps": {
      get: { responses: { 200: { description: "All.", ...json({ type: "array", items: App }) } } },
      post: { requestBody: { required: true, ...json(input) }, responses: { 201: one } },
    },
    "/apps/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: { 200: one } },
      put: { requestBody: { required: true, ...json(input) }, responses: { 200: one } },
      patch: { requestBody: { required: true, ...json(input) }, responses: { 200: one } },
    },
  };
  const document = { openapi: "3.1.0", info: { title: "Apps", version: "1" }, paths };
  const mock = await testMock({ document } as Parameters<typeof testMock>[0]);
  const send = async (method: string, path: string, sent: object) => {
    const headers = { "Content-Type": "application/json" };
    const { body } = await mock.call(path, { method, headers, body: JSON.stringify(sent) });
    return body as Record<string, unknown>;
  };
  const first = { uris: [{ uri: "a" }, { uri: "a" }], secret: "s" };
  const { id } = await send("POST", "/apps", { name: "x", ...first });
  const shown = async () => (await mock.call(`/apps/${id}`)).body;
  expect(await shown()).toMatchObject({ id, name: "x", kind: "web", uris: first.uris });
  for (const [method, uri] of [
    ["PUT", "b"],
    ["PATCH", "c"],
  ] as const) {
    const changed = { name: method, uris: [{ uri }] };
    expect(await send(method, `/apps/${id}`, changed)).toMatchObject({ id, ...changed });
    expect(await shown()).toMatchObject({ id, ...changed });
  }
  expect(JSON.stringify(await shown())).not.toContain("secret");
});
