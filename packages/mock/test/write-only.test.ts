/** Write-only fields are stored and never returned, at any level. */
import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const text = { type: "string" };
const secret = { type: "string", writeOnly: true };
const address = { type: "object", required: ["street"], properties: { street: text, note: secret } };
const account = {
  type: "object",
  required: ["login"],
  properties: {
    id: { type: "string", readOnly: true },
    login: text,
    password: secret,
    home: address,
    others: { type: "array", items: { $ref: "#/components/schemas/Address" } },
    contact: { oneOf: [{ type: "object", required: ["phone"], properties: { phone: text, pin: secret } }, text] },
  },
};
const document = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  info: { title: "Accounts", version: "1" },
  components: { schemas: { Address: address } },
  paths: {
    "/accounts": {
      get: {
        operationId: "listAccounts",
        responses: { "200": { description: "All.", ...json({ type: "array", items: account }) } },
      },
      post: {
        operationId: "createAccount",
        requestBody: { required: true, ...json(account) },
        responses: { "201": { description: "Created.", ...json(account) } },
      },
    },
    "/accounts/{id}": {
      get: {
        operationId: "getAccount",
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        responses: { "200": { description: "It.", ...json(account) }, "404": { description: "None." } },
      },
    },
  },
};

it("the mock never returns write-only fields of objects, arrays and unions, in created or generated records", async () => {
  const mock = await testMock({ document, size: 20 });
  const shown = { login: "a", home: { street: "b" }, others: [{ street: "c" }], contact: { phone: "d" } };
  const response = await fetch(`${mock.url}/accounts`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      ...shown,
      password: "secret-1",
      home: { street: "b", note: "secret-2" },
      others: [{ street: "c", note: "secret-3" }],
      contact: { phone: "d", pin: "secret-4" },
    }),
  });
  const { id, ...created } = (await response.json()) as { id: string };
  expect([response.status, created]).toEqual([201, shown]);
  expect(await (await fetch(`${mock.url}/accounts/${id}`)).json()).toEqual({ id, ...shown });
  const list = await (await fetch(`${mock.url}/accounts`)).text();
  expect(list).toContain('"login"');
  expect(list).not.toMatch(/"(password|note|pin)"/);
});
