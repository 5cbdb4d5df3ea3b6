/** The records that cases only read are found before other cases create some and delete them again. */
import { expect, it } from "vitest";
import { type Document, runContract, type Target, textReport, type WireResponse } from "../src/index.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const thing = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const fields = { type: "object", required: ["name"], properties: { name: { type: "string", maxLength: 20 } } };
const missing = { "404": { description: "None." } };
const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        responses: { "200": { description: "All.", ...json({ type: "array", items: thing }) } },
      },
      post: {
        operationId: "createThing",
        requestBody: { required: true, ...json(fields) },
        responses: { "201": { description: "It.", ...json(thing) }, "400": { description: "Invalid." } },
      },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "getThing", responses: { "200": { description: "It.", ...json(thing) }, ...missing } },
      delete: { operationId: "deleteThing", responses: { "204": { description: "Gone." }, ...missing } },
    },
  },
} as unknown as Document;

/** A right server without records. */
function emptyServer() {
  const things = new Map<string, object>();
  const log: string[] = [];
  let made = 0;
  const response = (status: number, value?: unknown): WireResponse => ({
    status,
    headers: value === undefined ? {} : { "content-type": "application/json" },
    body: value === undefined ? "" : JSON.stringify(value),
  });
  const answer = (method: string, path: string, body: string): WireResponse => {
    const [, name, id] = path.split(/[/?]/);
    if (name !== "things") return response(404);
    if (id === undefined || path.startsWith("/things?")) return collection(method, body);
    const found = things.get(id);
    if (method === "DELETE" && found) return response(things.delete(id) ? 204 : 404);
    return found && /GET|HEAD/.test(method) ? response(200, found) : response(404);
  };
  const collection = (method: string, body: string): WireResponse => {
    if (/GET|HEAD/.test(method)) return response(200, [...things.values()]);
    if (method !== "POST") return response(404);
    let given: { name?: unknown } = {};
    try {
      given = Object(JSON.parse(body));
    } catch {}
    const { name } = given;
    if (typeof name !== "string" || [...name].length > 20) return response(400);
    const thing = { id: `t${++made}`, name };
    things.set(thing.id, thing);
    return response(201, thing);
  };
  const target: Target = {
    name: "an empty server",
    apiKey: "",
    async send({ method, path, body = "" }) {
      log.push(`${method} ${path}`);
      const answered = answer(method, path, String(body));
      return method === "HEAD" ? { ...answered, body: "" } : answered;
    },
  };
  return { target, log };
}

it("on an empty server, one is created before any case runs", async () => {
  const { target, log } = emptyServer();
  const report = await runContract({ document, target, effort: "quick", seed: 1 });
  expect(report.failed, textReport(report)).toBe(0);
  const first = log.findIndex((each) => each.startsWith("POST"));
  expect(log.slice(0, first + 1)).toEqual(["GET /things", "GET /things", "POST /things"]);
});

it("where the path lists places, the records of each are found there", async () => {
  const region = { name: "region", in: "path", required: true, schema: { enum: ["north", "south", "west"] } };
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  const path = "/regions/{region}/things";
  const document = {
    openapi: "3.1.0",
    info: { title: "Things by region", version: "1" },
    paths: {
      [path]: {
        parameters: [region],
        get: {
          operationId: "listThings",
          responses: { "200": { description: "All.", ...json({ type: "array", items: thing }) } },
        },
      },
      [`${path}/{id}`]: {
        parameters: [region, id],
        get: { operationId: "getThing", responses: { "200": { description: "It.", ...json(thing) }, ...missing } },
      },
    },
  } as unknown as Document;
  // The west has no records yet.
  const things: Readonly<Record<string, string>> = { north: "a", south: "b" };
  const got = new Set<string>();
  const send = async ({ method, path }: { method: string; path: string }): Promise<WireResponse> => {
    const [, , region = "", , id] = path.split(/[/?]/);
    const shown = (value: unknown): WireResponse => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: method === "HEAD" ? "" : JSON.stringify(value),
    });
    const found = { id: things[region], name: "a" };
    if (!/GET|HEAD/.test(method) || !/^(north|south|west)$/.test(region)) return { status: 404, headers: {}, body: "" };
    if (id === undefined) return shown(found.id ? [found] : []);
    if (id !== found.id) return { status: 404, headers: {}, body: "" };
    got.add(region);
    return shown(found);
  };
  const target = { name: "a server with regions", apiKey: "", send };
  const report = await runContract({ document, target, effort: "quick", seed: 1 });
  expect(report.failed, textReport(report)).toBe(0);
  expect([...got].sort()).toEqual(["north", "south"]);
});
