/** Lists of another spec: paths that end alike, a list without times, and a list whose records have numbers as identities. */

import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startServiceOf } from "../src/start-service.js";
import { json, KEY } from "./support/start.js";

const string = { type: "string" };
const time = { type: "string", format: "date-time" };
const error = { description: "Wrong.", content: { "application/json": { schema: { type: "object" } } } };
const paging = (limit: number) => [
  { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: limit, default: 10 } },
  { name: "offset", in: "query", schema: { type: "integer", minimum: 0, default: 0 } },
];

/** A list that is a plain array. */
const listOf = (operationId: string, properties: Record<string, object>, times: object, filters: object[] = []) => {
  const record = { type: "object", required: Object.keys(properties), properties, additionalProperties: false };
  const page = {
    description: "A page.",
    content: { "application/json": { schema: { type: "array", items: record } } },
  };
  const responses = { "200": page, "400": error, "401": error, "429": error, "500": error };
  return {
    get: {
      operationId,
      "x-pagination": { shape: "array", identity: "id", ...times },
      parameters: [...paging(100), ...filters],
      responses,
    },
  };
};

const times = { createdAt: "createdAt", updatedAt: "updatedAt" };
const document = {
  openapi: "3.1.1",
  info: { title: "Parts", version: "1" },
  security: [{ apiKey: [] }],
  paths: {
    "/api/v1/factories/parts": listOf(
      "listFactoryParts",
      { id: string, line: string, createdAt: time, updatedAt: time },
      times,
    ),
    "/api/v1/warehouses/parts": listOf(
      "listWarehouseParts",
      { id: string, shelf: string, createdAt: time, updatedAt: time },
      times,
    ),
    "/api/v1/ports": listOf("listPorts", { id: { type: "integer" }, name: string }, {}),
    "/api/v1/berths": listOf("listBerths", { id: string, class: { enum: [0, 1, null] } }, {}, [
      { name: "class", in: "query", schema: { enum: [0, 1] } },
    ]),
    "/api/v1/vessels": listOf("listVessels", {}, {}, [{ name: "kind", in: "query", schema: string }]),
  },
  components: { securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "apiKey" } } },
};

const vessel = (kind: string, field: string) => ({
  type: "object",
  required: ["id", "kind", field],
  properties: { id: string, kind: { const: kind }, [field]: string },
});
Object.assign(document.paths["/api/v1/vessels"].get.responses["200"].content["application/json"].schema.items, {
  additionalProperties: true,
  oneOf: [vessel("ship", "deck"), vessel("boat", "oar")],
});

describe.each(TARGETS)("a service for a spec with other lists, on $name", (target) => {
  let database: TestDatabase;
  let service: RunningService;
  beforeAll(async () => {
    database = await target.create();
    service = await startServiceOf(document, { ...database.options, apiKey: KEY, logLevel: "error" });
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  const store = async (collection: string, records: object[]) => {
    const rejected: string[] = [];
    const onReject = ({ reason }: { reason: string }) => void rejected.push(reason);
    await service.administration.importRecords(collection, linesOf(records), { onReject });
    expect(rejected).toEqual([]);
  };
  const read = (path: string) => json<{ id: number }[]>(fetch(service.url + path, { headers: { apiKey: KEY } }), 200);

  it("filters records of several types by a field that all of them have", async () => {
    await store("vessels", [
      { id: "a", kind: "ship", deck: "d" },
      { id: "b", kind: "boat", oar: "o" },
    ]);
    expect((await read("/api/v1/vessels?kind=boat")).map(({ id }) => id)).toEqual(["b"]);
  });

  it("keeps lists apart whose paths end in the same word", async () => {
    const moments = { createdAt: moment(1), updatedAt: moment(2) };
    await store("factories/parts", [{ id: "1", line: "A", ...moments }]);
    await store("warehouses/parts", [
      { id: "1", shelf: "B", ...moments },
      { id: "2", shelf: "C", ...moments },
    ]);
    expect(await read("/api/v1/factories/parts")).toMatchObject([{ id: "1", line: "A" }]);
    expect(await read("/api/v1/warehouses/parts")).toMatchObject([
      { id: "1", shelf: "B" },
      { id: "2", shelf: "C" },
    ]);
  });

  it("filters by a field whose values are listed without a type", async () => {
    await store("berths", [
      { id: "a", class: 0 },
      { id: "b", class: 1 },
      { id: "c", class: null },
    ]);
    expect(await read("/api/v1/berths?class=0")).toEqual([{ id: "a", class: 0 }]);
  });

  it("returns a list without times in a stable order, even after some records were imported again", async () => {
    const ports = Array.from({ length: 25 }, (_, n) => ({ id: n * 7, name: `Port ${n}` }));
    await store("ports", ports);
    const pages = async () => [...(await read("/api/v1/ports")), ...(await read("/api/v1/ports?offset=10&limit=100"))];
    const first = await pages();
    expect([...first].sort((one, other) => one.id - other.id)).toEqual(ports);
    await store("ports", [{ id: 7, name: "Port One" }]);
    expect(await pages()).toEqual(first.map((port) => (port.id === 7 ? { ...port, name: "Port One" } : port)));
  });
});
