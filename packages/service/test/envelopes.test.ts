/** Records in envelopes that say how the request went. */
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished } from "vitest";
import { startServiceOf } from "../src/start-service.js";
import { KEY } from "./support/start.js";

const text = { type: "string" };
const Pet = { type: "object", required: ["id", "name"], properties: { id: text, name: text } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const object = (properties: object, required = Object.keys(properties)) => ({ type: "object", required, properties });
const yes = { type: "boolean", const: true };

/** A service of pets, whose responses have this schema. */
async function petsIn(response: object, optional: object = {}) {
  const database = await PGLITE.create();
  const ok = { description: "Fine.", ...json(response) };
  const id = { name: "id", in: "path", required: true, schema: text };
  const service = await startServiceOf(
    {
      openapi: "3.1.0",
      info: { title: "Pets", version: "1" },
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      paths: {
        "/pets": {
          post: {
            operationId: "createPet",
            requestBody: json(object({ name: text, ...optional }, ["name"])),
            responses: { 201: ok },
          },
        },
        "/pets/{id}": {
          parameters: [id],
          get: { operationId: "getPet", responses: { 200: ok, 404: { description: "Not found." } } },
        },
      },
    },
    { ...database.options, apiKey: KEY, logLevel: "error" },
  );
  onTestFinished(async () => {
    await service.stop();
    await database.remove();
  });
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
    const response = await fetch(service.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { notices: service.notices, send };
}

it.each<[what: string, rule: object, stored: object]>([
  ["is stored as its default", { type: "boolean", default: false }, { done: false }],
  ["is left out if its default is of another type", { type: "boolean", default: "no" }, {}],
])("a field that the request leaves out %s", async (_, done, stored) => {
  const { send } = await petsIn({ ...Pet, properties: { ...Pet.properties, done } }, { done });
  const { status, body } = await send("POST", "/pets", { name: "Rex" });
  expect([status, body]).toEqual([201, { id: body["id"], name: "Rex", ...stored }]);
  const { body: own } = await send("POST", "/pets", { name: "Rex", done: true });
  expect(own).toMatchObject({ done: true });
});

it.each<[what: string, response: object, around: object]>([
  ["no other field", object({ data: Pet }), {}],
  ["fields that are optional", object({ success: { type: "boolean" }, data: Pet, message: text }, ["data"]), {}],
  ["a constant", object({ success: yes, data: Pet }), { success: true }],
  [
    "the only value of an enum, null and a default",
    object({ code: { enum: [0] }, error: { enum: [null] }, msg: { ...text, default: "" }, data: Pet }),
    { code: 0, error: null, msg: "" },
  ],
  ["a field of another part", { allOf: [object({ success: yes }), object({ data: Pet })] }, { success: true }],
])("a record is stored and returned in an envelope with %s", async (_, response, around) => {
  const { notices, send } = await petsIn(response);
  expect(notices.filter((notice) => notice.includes("501"))).toEqual([]);
  const created = await send("POST", "/pets", { name: "Rex" });
  const id = (created.body["data"] as { id: string }).id;
  expect(created).toEqual({ status: 201, body: { ...around, data: { id, name: "Rex" } } });
  expect(await send("GET", `/pets/${id}`)).toEqual({ status: 200, body: { ...around, data: { id, name: "Rex" } } });
});

it.each([
  ["may be true or false", object({ success: { type: "boolean" }, data: Pet })],
  ["has a default of another type", object({ code: { type: "integer", default: "0" }, data: Pet })],
  ["is a text", { allOf: [object({ message: text }), object({ data: Pet })] }],
])("nothing is stored if a field of the envelope %s: the spec does not say what to send", async (_, response) => {
  const { notices, send } = await petsIn(response);
  expect(notices.join()).toContain("These operations get a 501 because they have no handler: createPet");
  expect((await send("POST", "/pets", { name: "Rex" })).status).toBe(501);
});
