import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules } from "@metadata-service/server-rules";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHandlers, type HandlerParts } from "../src/handlers/handlers.js";
import { getSomething } from "../src/handlers/skeleton.js";
import { collectionsOf } from "../src/lists/collection.js";
import { importableLists } from "../src/lists/list-names.js";
import { type RunningService, startServiceOf } from "../src/start-service.js";
import { openOn } from "./support/open-on.js";
import { json, KEY } from "./support/start.js";

type Json = Record<string, unknown>;

/** The current spec with some edits: operations without a handler, and parameters of a list. */
function edited(): Json {
  const document = structuredClone(bundle) as unknown as { paths: Record<string, Record<string, Json>> } & Json;
  const [errors] = [bundle.paths["/api/v1/reports"].get.responses["401"]];
  const one = (operationId: string) => ({
    operationId,
    parameters: [{ name: "order-id", in: "path", required: true, schema: { type: "string" } }],
    responses: { "200": { description: "Fine", content: { "application/json": { schema: {} } } }, "401": errors },
  });
  document.paths["/api/v1/purchase-orders/{order-id}"] = { get: one("getOrder"), delete: one("deleteOrder") };
  document.paths["/api/v1/clients/{client_id}/purchase-orders"] = nested("listOrdersOfClient", "client_id");
  document.paths["/api/v1/carts/{cart}/purchase-orders"] = nested("listOrdersOfCart", "cart");
  const string = { type: "string" };
  for (const path of ["/api/v1/purchase-orders", "/api/v3/purchase-orders"]) {
    const list = document.paths[path]?.["get"] as { parameters: Json[] };
    list.parameters.push({ name: "po_number", in: "query", schema: string });
    list.parameters.push({ name: "sort", in: "query", schema: { ...string, default: "created" } });
    list.parameters.push({ name: "created_at", in: "query", schema: { ...string, format: "date-time" } });
    const size = { type: "object", properties: { least: { type: "integer" } } };
    list.parameters.push({ name: "size", in: "query", style: "deepObject", explode: true, schema: size });
  }
  return document;
}

/** The list of purchase orders in another resource, with an additional header. */
function nested(operationId: string, name: string): Record<string, Json> {
  const list = structuredClone(bundle.paths["/api/v1/purchase-orders"].get) as unknown as Json & { parameters: Json[] };
  const string = { type: "string" };
  list.parameters.push(
    { name, in: "path", required: true, schema: string },
    { name: "X-Tenant", in: "header", schema: { ...string, maxLength: 3 } },
  );
  return { get: { ...list, operationId } };
}

it("a list below a record that its own records do not name is not imported, because nothing would show it", () => {
  const text = { type: "string" };
  const parameters = ["limit", "offset"].map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  const list = (operationId: string, path: string[], fields: object) => {
    const items = { type: "object", properties: { id: text, ...fields } };
    const schema = { type: "array", items };
    return {
      get: {
        operationId,
        "x-pagination": { shape: "array", identity: "id" },
        parameters: [...parameters, ...path.map((name) => ({ name, in: "path", required: true, schema: text }))],
        responses: { 200: { description: "Fine", content: { "application/json": { schema } } } },
      },
    };
  };
  const rules = createRules({
    openapi: "3.1.1",
    info: { title: "Halls", version: "1" },
    paths: {
      "/halls": list("listHalls", [], {}),
      "/halls/{hall}/rows": list("listRows", ["hall"], { hall: text }),
      "/halls/{hall}/seats": list("listSeats", ["hall"], { colour: text }),
    },
  });
  expect(importableLists(rules)).toEqual(["halls", "halls/rows"]);
});

it("an error that requires a header which the service does not know is a notice", () => {
  const document = structuredClone(bundle) as unknown as { components: { responses: Record<string, Json> } };
  const header = { required: true, schema: { type: "string" } };
  for (const response of Object.values(document.components.responses))
    response["headers"] = { "Retry-After": header, "WWW-Authenticate": header, "X-Error-Id": header };
  const rules = createRules(document);
  const parts = { collections: collectionsOf(rules), lists: {}, metadata: {} } as unknown as HandlerParts;
  const notices = createHandlers(rules, parts).notices.filter((notice) => notice.startsWith("listReports "));
  const missing = (status: number, ...names: string[]) =>
    `listReports (GET /api/v1/reports) sends example values of ${names.join(", ")} with a ${status}, which requires them: the service knows no others`;
  expect(notices).toContain(missing(400, "Retry-After", "WWW-Authenticate", "X-Error-Id"));
  expect(notices).toContain(missing(429, "WWW-Authenticate", "X-Error-Id"));
  // The API key of this spec has no scheme of HTTP.
  expect(notices).toContain(missing(401, "Retry-After", "WWW-Authenticate", "X-Error-Id"));
});

it("the notices list exactly what the service does not implement of a spec", () => {
  const noticesOf = (document: object) => {
    const rules = createRules(document);
    const parts = { collections: collectionsOf(rules), lists: {}, metadata: {} } as unknown as HandlerParts;
    return createHandlers(rules, parts).notices;
  };
  expect(noticesOf(bundle)).toEqual([]);
  expect(noticesOf(edited())).toEqual([
    "These operations get a 501 because they have no handler: getOrder (GET /api/v1/purchase-orders/{order-id}), deleteOrder (DELETE /api/v1/purchase-orders/{order-id}); CONTRIBUTING.md explains how to write one",
    "listPurchaseOrders (GET /api/v1/purchase-orders) does not implement sort, created_at, size; requests that use it get a 501",
    "listPurchaseOrdersV3 (GET /api/v3/purchase-orders) does not implement sort, created_at, size; requests that use it get a 501",
    "listOrdersOfClient (GET /api/v1/clients/{client_id}/purchase-orders) does not implement X-Tenant; requests that use it get a 501",
    "listOrdersOfCart (GET /api/v1/carts/{cart}/purchase-orders) does not implement cart, X-Tenant; requests that use it get a 501",
  ]);
});

it("a field that only some records require and no request has is a notice", () => {
  const text = { type: "string" };
  const pet = (kind: string, ...names: string[]) => ({
    type: "object",
    required: ["kind", ...names],
    properties: { kind: { const: kind }, ...Object.fromEntries(names.map((name) => [name, text])) },
  });
  const json = (...oneOf: object[]) => ({ content: { "application/json": { schema: { oneOf } } } });
  const shown = { description: "Fine", ...json(pet("cat", "uid", "lives", "chip"), pet("dog", "uid", "age")) };
  const uid = { name: "uid", in: "path", required: true, schema: text };
  const requestBody = json(pet("cat", "lives"), pet("dog", "age"));
  const rules = createRules({
    openapi: "3.1.1",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": { post: { operationId: "createPet", requestBody, responses: { 201: shown } } },
      "/pets/{uid}": { get: { operationId: "getPet", parameters: [uid], responses: { 200: shown } } },
    },
  });
  const parts = { collections: collectionsOf(rules), lists: {}, metadata: {} } as unknown as HandlerParts;
  expect(createHandlers(rules, parts).notices).toEqual([
    "createPet (POST /pets) gets a 501 if its record needs chip, which no request has and some records require",
  ]);
});

it("operations of records that nothing can store are a notice, unless a handler by hand may store them", () => {
  const pet = { type: "object", required: ["uid"], properties: { uid: { type: "string" } } };
  const content = { "application/json": { schema: pet } };
  const uid = { name: "uid", in: "path", required: true, schema: { type: "string" } };
  const one = (operationId: string) => ({ operationId, responses: { 200: { description: "Fine", content } } });
  const get = { parameters: [uid], get: one("getPet") };
  const parameters = ["limit", "offset"].map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  const noticesOf = (paths: object, given = {}) => {
    const rules = createRules({ openapi: "3.1.1", info: { title: "Pets", version: "1" }, paths });
    const parts = { collections: collectionsOf(rules), lists: {}, metadata: {} } as unknown as HandlerParts;
    return createHandlers(rules, parts, given).notices;
  };
  expect(noticesOf({ "/pets/{uid}": get })).toEqual([
    "These operations find no record, because no operation creates one and no import stores one: getPet (GET /pets/{uid})",
  ]);
  expect(noticesOf({ "/pets/{uid}": get }, { getPet: () => ({}) })).toEqual([]);
  const post = { ...one("createPet"), requestBody: { content } };
  expect(noticesOf({ "/pets": { post }, "/pets/{uid}": get })).toEqual([]);
  const all = { "application/json": { schema: { type: "array", items: pet } } };
  const list = { operationId: "listPets", responses: { 200: { description: "Fine", content: all } } };
  const paged = { ...list, "x-pagination": { shape: "array", identity: "uid" }, parameters };
  expect(noticesOf({ "/pets": { get: paged }, "/pets/{uid}": get })).toEqual([]);
});

it.each(TARGETS)("a HEAD that the spec describes is served like the GET of its path, on $name", async (target) => {
  const text = { type: "string" };
  const note = { type: "object", required: ["uid", "title"], properties: { uid: text, title: text } };
  const shown = (schema: object) => ({ description: "Fine", content: { "application/json": { schema } } });
  const uid = { name: "uid", in: "path", required: true, schema: text };
  const content = { "application/json": { schema: { ...note, required: ["title"], properties: { title: text } } } };
  const page = ["limit", "offset"].map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  const headers = { "X-Count": { required: true, schema: { type: "integer" } } };
  const head = (operationId: string, more: object = {}) => ({
    operationId,
    responses: { 200: { description: "Fine", ...more } },
  });
  const document = {
    openapi: "3.1.1",
    info: { title: "Notes", version: "1" },
    paths: {
      "/notes": {
        head: head("headNotes", { headers: { "X-Total-Count": { required: true, schema: { type: "integer" } } } }),
        get: {
          operationId: "listNotes",
          "x-pagination": { shape: "array", identity: "uid" },
          parameters: page,
          responses: { 200: shown({ type: "array", items: note }) },
        },
        post: { operationId: "createNote", requestBody: { content }, responses: { 201: shown(note) } },
      },
      "/notes/{uid}": {
        parameters: [uid],
        head: head("headNote"),
        get: { operationId: "getNote", responses: { 200: shown(note), 404: { description: "None" } } },
      },
      "/counts": { head: head("headCounts", { headers }) },
    },
  };
  const database = await target.create();
  const service = await startServiceOf(document, { ...database.options, apiKey: KEY, logLevel: "error" });
  try {
    expect(service.notices.join()).not.toContain("headNote");
    expect(service.notices.join()).toContain("headCounts");
    const body = JSON.stringify({ title: "a" });
    const sent = { method: "POST", body, headers: { "content-type": "application/json" } };
    const { uid: made } = (await (await fetch(`${service.url}/notes`, sent)).json()) as { uid: string };
    const shapes = async (path: string, method: string) => {
      const { status, headers } = await fetch(service.url + path, { method });
      return [status, ...["content-type", "content-length", "x-total-count"].map((name) => headers.get(name))];
    };
    expect(service.notices.join()).not.toContain("headNotes");
    expect((await shapes("/notes?limit=1", "HEAD")).at(-1)).toBe("1");
    expect((await shapes("/notes/none", "HEAD"))[0]).toBe(404);
    for (const path of [`/notes/${made}`, "/notes?limit=5", "/notes"])
      expect([path, ...(await shapes(path, "HEAD"))]).toEqual([path, ...(await shapes(path, "GET"))]);
  } finally {
    await service.stop();
    await database.remove();
  }
});

describe.each(TARGETS)("a service for a spec with more operations, on $name", (target) => {
  let database: TestDatabase;
  let service: RunningService;
  beforeAll(async () => {
    database = await target.create();
    service = await startServiceOf(edited(), { ...database.options, apiKey: KEY, logLevel: "error" });
    const orders = Array.from({ length: 900 }, (_, n) => ({
      uid: `po-${n}`,
      po_number: n % 3 === 0 ? 'PO \u0000 \ud800 "7"' : `PO-${n % 3}`,
      client_id: `client-${n % 9}`,
      created_at: moment(n % 50),
      updated_at: moment(n),
      // Text that looks like the field, but is not.
      lines: [{ po_number: "PO-1", text: '"po_number":"PO-2"' }],
    }));
    await service.administration.importRecords("purchase-orders", linesOf(orders), { onReject: () => {} });
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });
  const ask = (path: string, method = "GET", apiKey = KEY) =>
    fetch(service.url + path, { method, headers: { apiKey } });

  it("returns 501 for operations without a handler, and serves everything else", async () => {
    expect(service.notices).toContainEqual(expect.stringContaining("because they have no handler: getOrder"));
    expect(service.notices).toContainEqual(
      expect.stringContaining("The URLs of files lead to the mock (http://localhost:"),
    );
    for (const method of ["GET", "DELETE"])
      expect(await json(ask("/api/v1/purchase-orders/po-1", method), 501)).toEqual({
        errorCode: "Generic",
        message: "This server does not implement the operation",
      });
    expect((await ask("/api/v1/purchase-orders/po-1", "GET", "nobody")).status).toBe(401);
    expect((await ask("/api/v1/purchase-orders/po-1", "PUT")).status).toBe(405);
    expect((await ask("/api/v1/reports")).status).toBe(200);
  });

  it("filters by the field that has the parameter's name, with correct totals on every page, in both versions", async () => {
    for (const [number, count] of [
      ["PO-1", 300],
      ['PO \u0000 \ud800 "7"'.replace("\ud800", "\ufffd"), 0],
      ["PO-", 0],
    ] as const) {
      const query = `po_number=${encodeURIComponent(number)}`;
      const seen: Json[] = [];
      for (let offset = 0; offset <= count; offset += 100) {
        const page = await json<{ data: Json[]; total: number }>(
          ask(`/api/v1/purchase-orders?${query}&limit=100&offset=${offset}`),
        );
        expect(page.total).toBe(count);
        seen.push(...page.data);
      }
      expect(new Set(seen.map((order) => order["uid"])).size).toBe(count);
      expect(seen.every((order) => order["poNumber"] === number)).toBe(true);
      const third = await json<Json[]>(ask(`/api/v3/purchase-orders?${query}&limit=200&offset=150`));
      expect(third.map((order) => order["uid"])).toEqual(seen.slice(150).map((order) => order["uid"]));
    }
    const window = `po_number=PO-1&updated_from=${encodeURIComponent(moment(450))}&limit=200`;
    expect(await json<Json[]>(ask(`/api/v3/purchase-orders?${window}`))).toHaveLength(150);
  });

  it("returns 501 for a parameter that it does not implement, unless its value is the default", async () => {
    const refused = await json<Json>(ask("/api/v1/purchase-orders?sort=updated"), 501);
    expect(refused["message"]).toBe("This server does not implement the query parameter sort of this list");
    expect((await ask(`/api/v1/purchase-orders?created_at=${encodeURIComponent(moment(1))}`)).status).toBe(501);
    expect((await ask("/api/v1/purchase-orders?size[least]=3")).status).toBe(501);
    expect(await json(ask("/api/v1/purchase-orders?size[least]=few"), 400)).toEqual({
      errorCode: "Generic",
      message: "size.least must be an integer",
    });
    for (const query of ["", "?sort=created"]) expect((await ask(`/api/v1/purchase-orders${query}`)).status).toBe(200);
  });

  it("filters by path parameters, and returns 501 for a path parameter or header that it does not implement", async () => {
    const below = async (path: string, headers: Record<string, string> = {}) =>
      fetch(`${service.url}/api/v1/${path}/purchase-orders?limit=100`, { headers: { apiKey: KEY, ...headers } });
    const { data, total } = await json<{ data: Json[]; total: number }>(below("clients/client-3"));
    expect([total, new Set(data.map((order) => order["clientId"]))]).toEqual([100, new Set(["client-3"])]);
    expect((await json<Json>(below("clients/client-3", { "X-Tenant": "a" }), 501))["message"]).toContain("X-Tenant");
    expect((await json<Json>(below("clients/client-3", { "X-Tenant": "abcd" }), 400))["message"]).toBe(
      "X-Tenant must have at most 3 characters, not 4",
    );
    expect((await json<Json>(below("carts/1"), 501))["message"]).toBe(
      "This server does not implement the parameter in the path cart of this list",
    );
  });

  it("can use a handler that was made by copying the example file", async () => {
    const open = await openOn(target);
    const handler = getSomething(open.db);
    const request = {
      query: {},
      header: () => undefined,
      body: undefined,
      inTurn: <T>(_bytes: number, work: () => T) => work(),
      oneByOne: <T>(_bytes: number, work: () => Promise<T>) => work(),
      url: () => "",
    };
    const [operation] = createRules(bundle).operations;
    if (!operation) throw new Error("The operation was not found");
    const path = { id: "0001-records-lists-keys" };
    expect(await handler({ ...request, operation, path })).toEqual({ body: path });
    await expect(handler({ ...request, operation, path: { id: "none" } })).rejects.toMatchObject({ status: 404 });
    await open.remove();
  });
});
