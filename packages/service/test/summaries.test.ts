/** A resource whose list shows a summary of each record, whose replacements lack a field, and whose records have constants. */
import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { withRecordOperations } from "@metadata-service/test-kit/record-operations";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startServiceOf } from "../src/start-service.js";
import { KEY } from "./support/start.js";

const document = withRecordOperations(bundle);
const { schemas } = document.components;
type Properties = Record<string, object>;
const { weight, note, ...summary } = (schemas["Parcel"] as { properties: Properties }).properties;
schemas["ParcelRow"] = {
  type: "object",
  properties: summary,
  required: Object.keys(summary),
  additionalProperties: false,
};
const constants = { object: { const: "parcel" }, gone: { type: "null" }, version: { enum: [2] } };
schemas["Parcel"] = {
  type: "object",
  // An optional field says something about the records that have it.
  properties: { ...summary, weight, note, ...constants, archived: { const: true } },
  required: [...Object.keys(summary), "weight", ...Object.keys(constants)],
};
schemas["ParcelChange"] = {
  type: "object",
  required: ["weight"],
  additionalProperties: false,
  properties: { weight, note },
};
const rowOf = { $ref: "#/components/schemas/ParcelRow" };
const list = document.paths["/api/v1/parcels"]?.["get"] as { responses: Record<string, { content: object }> };
Object.assign(list.responses["200"]?.content as object, {
  "application/json": {
    schema: {
      type: "object",
      required: ["data", "limit", "offset", "total"],
      properties: { data: { type: "array", items: rowOf }, total: {}, limit: {}, offset: {} },
    },
  },
});
const put = document.paths["/api/v1/parcels/{uid}"]?.["put"] as Record<string, object>;
put["requestBody"] = {
  required: true,
  content: { "application/json": { schema: { $ref: "#/components/schemas/ParcelChange" } } },
};

const number = { type: "integer", minimum: 1, maximum: 3 };
const ticket = { type: "object", required: ["number"], properties: { number } };
const content = (schema: object) => ({ content: { "application/json": { schema } } });
const shown = { description: "The ticket.", ...content(ticket) };
const missing = { description: "None.", ...content({ $ref: "#/components/schemas/ErrorBody" }) };
document.paths["/api/v1/tickets"] = {
  post: { operationId: "createTicket", requestBody: content({ type: "object" }), responses: { "201": shown } },
};
document.paths["/api/v1/tickets/{number}"] = {
  get: {
    operationId: "getTicket",
    parameters: [{ name: "number", in: "path", required: true, schema: number }],
    responses: { "200": shown, "404": missing },
  },
};

describe.each(TARGETS)("a list of summaries, on $name", (target) => {
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

  async function send(method: string, at: string, body?: unknown) {
    const response = await fetch(service.url + at, {
      method,
      headers: { apiKey: KEY, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }
  const same = { object: "parcel", gone: null, version: 2 };

  it("has a handler for each operation", () =>
    expect(service.notices.filter((one) => one.includes("501"))).toEqual([]));

  it("stores all fields of a record, lists its summary, and keeps in a replacement what that cannot have", async () => {
    const made = await send("POST", "/api/v1/parcels", { carrier: "dhl", weight: 5, note: "fragile" });
    expect(made).toMatchObject({ status: 201, body: { carrier: "dhl", weight: 5, note: "fragile", ...same } });
    expect(made.body).not.toHaveProperty("archived");
    const { uid, carrier, createdDate, updatedDate } = made.body;
    const row = { uid, carrier, createdDate, updatedDate };
    expect((await send("GET", "/api/v1/parcels?carrier=dhl")).body).toMatchObject({ data: [row], total: 1 });
    const after = await send("PUT", `/api/v1/parcels/${uid}`, { weight: 7 });
    expect(after).toMatchObject({ status: 200, body: { uid, carrier: "dhl", weight: 7, ...same } });
    expect(after.body).not.toHaveProperty("note");
    expect((await send("GET", `/api/v1/parcels/${uid}`)).body).toEqual(after.body);
    await send("DELETE", `/api/v1/parcels/${uid}`);
  });

  it("finds an identity for each record, even if there are few", async () => {
    const made = [];
    for (let n = 0; n < 3; n++) made.push((await send("POST", "/api/v1/tickets", {})).body.number);
    expect(made.sort()).toEqual([1, 2, 3]);
  });

  it("imports records that can be fetched, and no others", async () => {
    const times = { createdDate: moment(1), updatedDate: moment(2) };
    const row = { uid: "i-2", carrier: "ups", ...times };
    const lines = [
      { ...row, uid: "i-1" },
      { ...row, weight: 3, ...same },
    ];
    const reasons: string[] = [];
    await service.administration.importRecords("parcels", linesOf(lines), {
      onReject: ({ reason }: { reason: string }) => void reasons.push(reason),
    });
    expect(reasons).toEqual([expect.stringContaining("weight")]);
    expect(await send("GET", "/api/v1/parcels/i-2")).toEqual({ status: 200, body: lines[1] });
    expect((await send("GET", "/api/v1/parcels?carrier=ups")).body.data).toEqual([row]);
  });
});
