/** The status, the headers and the body of responses: of made handlers, and of those that users write. */
import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { withRecordOperations } from "@metadata-service/test-kit/record-operations";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished } from "vitest";
import { type Handler, Refusal } from "../src/index.js";
import { startServiceOf } from "../src/start-service.js";
import { json, KEY } from "./support/start.js";

const header = (schema: object, required = true) => ({ required, schema });
const string = { type: "string" };

/** The spec with required headers on some responses. */
function withHeaders() {
  const document = withRecordOperations(bundle);
  const add = (path: string, method: string, status: string, headers: object) => {
    const operation = document.paths[path]?.[method];
    if (!operation) throw new Error(`The spec has no ${method} ${path}`);
    const responses = operation["responses"] as Record<string, object>;
    operation["responses"] = { ...responses, [status]: { ...responses[status], headers } };
  };
  const count = header({ type: "integer" });
  add("/api/v1/parcels", "get", "200", {
    "X-Total-Count": count,
    Link: header(string),
    "X-Page": header(string, false),
  });
  add("/api/v2/metadata/{namespace}", "get", "200", { "X-Total-Count": count });
  add("/api/v1/parcels", "post", "201", {
    Location: header({ ...string, pattern: "^/api/" }),
    ETag: header(string, false),
  });
  add("/api/v2/metadata/{namespace}", "post", "201", { location: header(string) });
  add("/api/v1/parcels/{uid}", "get", "200", { "X-Checksum": header(string) });
  add("/api/v1/parcels/{uid}", "delete", "204", { "X-Deleted": header(string) });
  return document;
}

async function start(handlers?: Record<string, Handler>, document: object = withHeaders()) {
  const database = await PGLITE.create();
  const options = { ...database.options, apiKey: KEY, logLevel: "silent" as const, ...(handlers && { handlers }) };
  const service = await startServiceOf(document, options).catch(async (error) => {
    await database.remove();
    throw error;
  });
  onTestFinished(async () => {
    await service.stop();
    await database.remove();
  });
  const send = (method: string, path: string, body?: object) =>
    fetch(service.url + path, {
      method,
      headers: { apiKey: KEY, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  return { service, send };
}

it("fills headers from what the response says, and returns 501 where it cannot", async () => {
  const { service, send } = await start();
  expect(service.notices.filter((one) => one.includes("501"))).toEqual([
    "getParcel (GET /api/v1/parcels/{uid}) gets a 501: no handler sends X-Checksum, which its response requires",
    "deleteParcel (DELETE /api/v1/parcels/{uid}) gets a 501: no handler sends X-Deleted, which its response requires",
  ]);
  const uids: string[] = [];
  for (let weight = 1; weight <= 5; weight++) {
    const response = await send("POST", "/api/v1/parcels", { carrier: "a", weight });
    const { uid } = await json<{ uid: string }>(response, 201);
    expect(response.headers.get("location")).toBe(`/api/v1/parcels/${uid}`);
    uids.push(uid);
  }
  const page = await send("GET", "/api/v1/parcels?limit=2&offset=2&carrier=a");
  const { total } = await json<{ total: number }>(page, 200);
  const link = (offset: number, rel: string) =>
    `<${service.url}/api/v1/parcels?limit=2&offset=${offset}&carrier=a>; rel="${rel}"`;
  expect([total, page.headers.get("x-total-count"), page.headers.get("x-page")]).toEqual([5, "5", "2"]);
  expect(page.headers.get("link")).toBe(
    [link(0, "first"), link(0, "prev"), link(4, "next"), link(4, "last")].join(", "),
  );
  const items = [{ key: "k", type: "string", value: "v" }];
  const created = await send("POST", "/api/v2/metadata/inspection", { uid: "a/b", items });
  expect([created.status, created.headers.get("location")]).toEqual([201, "/api/v2/metadata/inspection/a%2Fb"]);
  expect((await send("GET", "/api/v2/metadata/inspection")).headers.get("x-total-count")).toBe("1");
  expect(await json(send("GET", `/api/v1/parcels/${uids[0]}`), 501)).toMatchObject({
    message: "This server does not implement the operation",
  });
  // Not even the part of the work that would have been possible is done.
  expect((await send("DELETE", `/api/v1/parcels/${uids[0]}`)).status).toBe(501);
  expect((await send("GET", "/api/v1/parcels?limit=1")).headers.get("x-total-count")).toBe("5");
});

it("sends the media type that the spec describes, and filters by a field that may be null", async () => {
  const document = JSON.parse(JSON.stringify(withRecordOperations(bundle)), (key, value) => {
    if (key === "carrier") return { type: ["string", "null"] };
    const [own] = /^20[01]$/.test(key) ? Object.values(value.content ?? {}) : [];
    return own ? { ...value, content: { "application/vnd.parcels.v2+json; charset=utf-8": own } } : value;
  });
  const { send } = await start({}, document);
  const typeOf = ({ headers }: Response) => headers.get("content-type");
  const created = await send("POST", "/api/v1/parcels", { carrier: "a", weight: 1 });
  expect([created.status, typeOf(created)]).toEqual([201, "application/vnd.parcels.v2+json; charset=utf-8"]);
  expect((await send("POST", "/api/v1/parcels", { carrier: null, weight: 2 })).status).toBe(201);
  const page = await send("GET", "/api/v1/parcels?carrier=a");
  expect([page.status, typeOf(page), (await page.json()).total]).toEqual([200, typeOf(created), 1]);
  const refused = await send("POST", "/api/v1/parcels", {});
  expect([refused.status, typeOf(refused)]).toEqual([400, "application/json"]);
});

it("returns a 501 for a valid request of which it can make no valid record, and stores the others", async () => {
  const document = withRecordOperations(bundle);
  const line = { type: "object", properties: { name: string } };
  const add = (name: string, schema: object) =>
    Object.assign(document.components.schemas[name]?.["properties"] ?? {}, { lines: { type: "array", items: schema } });
  add("ParcelInput", line);
  add("Parcel", { ...line, required: ["id"], properties: { ...line.properties, id: { type: "integer" } } });
  const { send } = await start({}, document);
  const parcel = { carrier: "a", weight: 1 };
  const { uid } = await json<{ uid: string }>(send("POST", "/api/v1/parcels", parcel), 201);
  const lines = [{ name: "a" }];
  for (const refused of [
    await send("POST", "/api/v1/parcels", { ...parcel, lines }),
    await send("PUT", `/api/v1/parcels/${uid}`, { ...parcel, lines }),
  ])
    expect(await json(refused, 501)).toMatchObject({
      message: "This server cannot make a valid record of this request: lines[0].id is required",
    });
});

it("sends what handlers of users return, and nothing that the spec does not allow", async () => {
  const getParcel: Handler = async ({ path }) => {
    if (path["uid"] === "none") throw new Refusal(404, "no parcel");
    const moment = "2026-11-21T06:15:00.123456+00:00";
    const parcel = { uid: path["uid"], carrier: "a", weight: 1, createdDate: moment, updatedDate: moment };
    return {
      headers: { [path["uid"] === "without" ? "other" : "x-checksum"]: '"1"' },
      body: path["uid"] === "wrong" ? { ...parcel, weight: 0 } : parcel,
      ...(path["uid"] === "teapot" && { status: 418 }),
    };
  };
  getParcel.sends = ["X-Checksum"];
  const deleteParcel: Handler = async () => ({ status: 204, headers: { "X-Deleted": "1" } });
  deleteParcel.sends = ["X-Deleted"];
  const { service, send } = await start({ getParcel, deleteParcel });
  expect(service.notices.filter((one) => one.includes("501"))).toEqual([]);
  const found = await send("GET", "/api/v1/parcels/p-1");
  expect([found.status, found.headers.get("x-checksum"), (await found.json()).uid]).toEqual([200, '"1"', "p-1"]);
  const gone = await send("DELETE", "/api/v1/parcels/p-1");
  expect([gone.status, gone.headers.get("x-deleted"), await gone.text()]).toEqual([204, "1", ""]);
  expect(await json(send("GET", "/api/v1/parcels/none"), 404)).toMatchObject({ message: "no parcel" });
  for (const uid of ["without", "wrong", "teapot"]) {
    const response = await send("GET", `/api/v1/parcels/${uid}`);
    expect([response.status, response.headers.get("x-checksum")]).toEqual([500, null]);
  }
});

it("refuses handlers of operations that the spec does not have", async () => {
  await expect(start({ getParcels: async () => ({}) })).rejects.toThrow(
    /handlers: the spec has no operation getParcels; it has .*getParcel, /,
  );
});
