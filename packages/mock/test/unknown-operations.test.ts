import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { expect, it } from "vitest";
import { testMock } from "./helpers.js";

const error = (name: string) => ({ $ref: `#/components/responses/${name}` });
const errors = {
  "400": error("BadRequest"),
  "401": error("Unauthorized"),
  "429": error("TooManyRequests"),
  "500": error("InternalServerError"),
};
const label = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer" },
    name: { type: "string", maxLength: 5 },
    tags: { type: "array", items: { type: "string" } },
    at: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } },
  },
};
/**
 * A spec whose operations belong to no resource that the mock stores. The paths of the project's spec are replaced, so
 * that the new operations cannot belong to its resources.
 */
const spec = {
  ...document,
  paths: {
    "/api/v1/labels": {
      post: {
        operationId: "createLabel",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } } },
        },
        responses: {
          "201": {
            description: "Created.",
            content: {
              "application/json": {
                schema: { type: "object", required: ["data"], properties: { data: label } },
                examples: { Oak: { value: { data: { id: 7, name: "Oak", tags: ["tree"], at: { x: 1, y: 2 } } } } },
              },
            },
          },
          ...errors,
        },
      },
    },
    "/api/v1/stickers/{id}": {
      get: {
        operationId: "getSticker",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: {
          "200": { description: "One.", content: { "application/json": { schema: label } } },
          ...errors,
        },
      },
    },
  },
};
const mock = await testMock({ document: spec });
const create = async (body: object) =>
  (
    await mock.call("/api/v1/labels", {
      method: "POST",
      headers: { apiKey: mock.apiKey, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
  ).body;

it("an example contains the sent value of a field with the same name and type", async () => {
  expect(await create({})).toEqual({ data: { id: 7, name: "Oak", tags: ["tree"], at: { x: 1, y: 2 } } });
  expect(await create({ name: "Elm", tags: [], id: "8", at: { y: 5, z: 9 } })).toEqual({
    data: { id: 7, name: "Elm", tags: [], at: { x: 1, y: 5 } },
  });
  expect(await create(JSON.parse('{"__proto__":{"name":"x"},"constructor":1}'))).toMatchObject({
    data: { name: "Oak" },
  });
});

it("an example contains no sent value that the schema of the response rejects", async () => {
  expect(await create({ name: "longer than five" })).toMatchObject({ data: { name: "Oak" } });
});

it("a generated response contains the values of an example of the request", async () => {
  const schema = { type: "object", required: ["name"], properties: { name: { type: "string", examples: ["Ann"] } } };
  const sent = { name: "Bob" };
  const post = {
    requestBody: { content: { "application/json": { schema, example: sent } } },
    responses: { "201": { description: "Made.", content: { "application/json": { schema } } } },
  };
  const info = { title: "Users", version: "1" };
  const { url } = await testMock({ document: { openapi: "3.1.1", info, paths: { "/signup": { post } } } });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${url}/signup`, { method: "POST", headers, body: JSON.stringify(sent) });
  expect(await response.json()).toEqual(sent);
});

it("without an example in the spec, a record is generated from the schema", async () => {
  const { status, body, headers } = await mock.call("/api/v1/stickers/7");
  expect([status, typeof body["id"], typeof body["name"]]).toEqual([200, "number", "string"]);
  expect(headers.get("x-mock")).toContain('source="memory"');
  const wrong = await mock.call("/api/v1/stickers/seven");
  expect([wrong.status, wrong.body["message"]]).toEqual([400, "id must be an integer"]);
});

it("has a record for each choice of an identity, also if an example names one of them", async () => {
  const kind = { type: "string", enum: ["users", "sales", "stock"], examples: ["sales"] };
  const shown = { type: "string", examples: ["sales"] };
  const schema = { type: "object", required: ["rows"], properties: { kind: shown, rows: { type: "integer" } } };
  const get = {
    operationId: "getExport",
    parameters: [{ name: "kind", in: "path", required: true, schema: kind }],
    responses: { "200": { description: "An export.", content: { "application/json": { schema } } } },
  };
  const paths = { "/exports/{kind}": { get } };
  const { url } = await testMock({ document: { openapi: "3.1.0", info: { title: "Exports", version: "1" }, paths } });
  for (const one of kind.enum) {
    const response = await fetch(`${url}/exports/${one}`);
    expect([response.status, (await response.json()).kind]).toEqual([200, one]);
  }
  expect((await fetch(`${url}/exports/others`)).status).toBe(400);
});

it("lets a client create a record with the identity of a generated one, once", async () => {
  const chain = { type: "string", enum: ["north", "south"] };
  const key = { type: "object", required: ["chain"], properties: { chain } };
  const content = { "application/json": { schema: key } };
  const paths = {
    "/keys": {
      get: {
        operationId: "listKeys",
        responses: {
          "200": { description: "All.", content: { "application/json": { schema: { type: "array", items: key } } } },
        },
      },
      post: {
        operationId: "createKey",
        requestBody: { required: true, content },
        responses: { "201": { description: "Made.", content }, "409": { description: "Taken." } },
      },
    },
    "/keys/{chain}": {
      get: {
        operationId: "getKey",
        parameters: [{ name: "chain", in: "path", required: true, schema: chain }],
        responses: { "200": { description: "One.", content } },
      },
    },
  };
  const { url } = await testMock({ document: { openapi: "3.1.1", info: { title: "Keys", version: "1" }, paths } });
  const headers = { "Content-Type": "application/json" };
  const create = async () =>
    (await fetch(`${url}/keys`, { method: "POST", headers, body: '{"chain":"north"}' })).status;
  expect([await create(), await create()]).toEqual([201, 409]);
});
