/**
 * Mock and service must respond in the same way to requests about records: the same status, headers, body and words. Both
 * get patches of every kind (RFC 7396, RFC 6902), and random requests, on a spec with every operation on records.
 */
import { Readable } from "node:stream";
import { startMock } from "@metadata-service/mock";
import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { withRecordOperations } from "@metadata-service/test-kit/record-operations";
import { Random } from "@metadata-service/test-kit/schemas/random";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startPatientServiceOf } from "../../service/test/support/start-patient-service.js";
import { API_KEY, createDatabase } from "./targets/service-target.js";

type Json = Record<string, unknown>;
type Document = ReturnType<typeof withRecordOperations>;

const json = (schema: object, type = "application/json") => ({ [type]: { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const required = (content: object) => ({ required: true, content });
const inPath = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
const INTEGER = { type: "integer" };
const TEXT = { type: "string" };

/** Adds `shelves`, with nested, nullable, read-only and undeclared fields, and `slots`, whose identity is a number that clients choose. */
function withMoreRecords(): Document {
  const document = withRecordOperations(bundle);
  addShelves(document);
  addSlots(document);
  addCrates(document);
  addLamps(document);
  return document;
}

const errorsOf = ({ paths }: Document) => {
  const { responses = {} } = (paths["/api/v1/parcels"]?.["post"] ?? {}) as { responses?: Record<string, object> };
  const { 201: _, ...errors } = responses;
  return { errors, missing: { ...errors, 404: errors["400"] } };
};

function addShelves(document: Document): void {
  const { schemas } = document.components;
  const fields = {
    name: { ...TEXT, minLength: 1, maxLength: 10 },
    size: {
      type: "object",
      required: ["w"],
      properties: {
        w: { ...INTEGER, minimum: 1 },
        h: { type: ["integer", "null"] },
        inner: { type: "object", additionalProperties: TEXT },
      },
    },
    tags: { type: "array", maxItems: 3, items: TEXT },
    note: { type: ["string", "null"], maxLength: 5 },
    level: { ...INTEGER, default: 3 },
    rev: { ...INTEGER, readOnly: true },
  };
  const own = { uid: ref("Uid"), createdDate: ref("Timestamp"), updatedDate: ref("Timestamp") };
  schemas["ShelfInput"] = { type: "object", required: ["name", "size"], properties: fields };
  schemas["Shelf"] = {
    type: "object",
    required: ["name", "size", ...Object.keys(own)],
    properties: { ...own, ...fields },
  };
  const record = { description: "A shelf.", content: json(ref("Shelf")) };
  const { errors, missing } = errorsOf(document);
  const parameters = [inPath("uid", ref("Uid"))];
  const requestBody = required(json(ref("ShelfInput")));
  const patch = {
    ...json({}, "application/merge-patch+json"),
    ...json({ type: "array" }, "application/json-patch+json"),
  };
  const list = JSON.parse(
    JSON.stringify(document.paths["/api/v1/parcels"]?.["get"])
      .replace("listParcels", "listShelves")
      .replace('{"name":"carrier"', '{"name":"name"')
      .replace("schemas/Parcel", "schemas/Shelf"),
  ) as Json;
  const Location = { required: true, schema: TEXT };
  document.paths["/api/v1/shelves"] = {
    get: list,
    post: {
      operationId: "createShelf",
      requestBody,
      responses: { 201: { ...record, headers: { Location } }, ...errors },
    },
  };
  const responses = { 200: record, ...missing };
  document.paths["/api/v1/shelves/{uid}"] = {
    get: { operationId: "getShelf", parameters, responses },
    put: { operationId: "replaceShelf", parameters, requestBody, responses },
    patch: { operationId: "patchShelf", parameters, requestBody: required({ ...patch, ...json({}) }), responses },
    delete: { operationId: "deleteShelf", parameters, responses },
  };
}

function addSlots(document: Document): void {
  const code = { ...INTEGER, minimum: 1, maximum: 1000 };
  document.components.schemas["Slot"] = {
    type: "object",
    required: ["code", "name"],
    properties: { code, name: TEXT, state: { ...TEXT, enum: ["open", "shut"] } },
  };
  const slot = { description: "A slot.", content: json(ref("Slot")) };
  const { errors, missing } = errorsOf(document);
  const parameters = [inPath("code", code)];
  const requestBody = required(json(ref("Slot")));
  const patch = required(json({ type: "object", properties: { code: {}, name: {}, state: {} } }));
  document.paths["/api/v1/slots"] = {
    post: { operationId: "createSlot", requestBody, responses: { 201: slot, 409: errors["400"], ...errors } },
  };
  document.paths["/api/v1/slots/{code}"] = {
    get: { operationId: "getSlot", parameters, responses: { 200: slot, ...missing } },
    put: { operationId: "replaceSlot", parameters, requestBody, responses: { 200: slot, 201: slot, ...missing } },
    patch: { operationId: "patchSlot", parameters, requestBody: patch, responses: { 200: slot, ...missing } },
    delete: { operationId: "deleteSlot", parameters, responses: { 204: { description: "Deleted." }, ...missing } },
  };
}

/** Records with typed items in an object of theirs. */
function addCrates(document: Document): void {
  const details = (union: string) => ({
    type: "object",
    required: ["items"],
    properties: { note: TEXT, items: { type: "array", items: ref(union) } },
  });
  const times = { createdDate: ref("Timestamp"), updatedDate: ref("Timestamp") };
  const record = (union: string, more: object) => ({
    type: "object",
    required: ["uid", "details", ...Object.keys(more)],
    properties: { uid: ref("Uid"), details: details(union), ...more },
  });
  document.components.schemas["CrateInput"] = record("MetadataItemInput", {});
  document.components.schemas["Crate"] = record("MetadataItem", times);
  const crate = { description: "A crate.", content: json(ref("Crate")) };
  const { errors, missing } = errorsOf(document);
  const media = { schema: ref("CrateInput"), "x-limits": { itemLevels: 2 } };
  const requestBody = required({ "application/json": media });
  const parameters = [inPath("uid", ref("Uid"))];
  document.paths["/api/v1/crates"] = {
    post: { operationId: "createCrate", requestBody, responses: { 201: crate, ...errors } },
  };
  document.paths["/api/v1/crates/{uid}"] = {
    get: { operationId: "getCrate", parameters, responses: { 200: crate, ...missing } },
    put: { operationId: "replaceCrate", parameters, requestBody, responses: { 200: crate, ...missing } },
    patch: {
      operationId: "patchCrate",
      parameters,
      requestBody: required(json({ type: "object", properties: { details: { type: "object" } } })),
      responses: { 200: crate, ...missing },
    },
  };
}

/** Records whose change may be null in fields that the record must have, as some frameworks describe them. */
function addLamps(document: Document): void {
  const fields = { name: TEXT, watts: { type: ["integer", "null"] }, color: TEXT };
  const nullable = (schema: object) => ({ anyOf: [schema, { type: "null" }] });
  const { schemas } = document.components;
  schemas["LampInput"] = { type: "object", required: ["name", "watts"], properties: fields };
  schemas["Lamp"] = { type: "object", required: ["uid", "name", "watts"], properties: { uid: ref("Uid"), ...fields } };
  schemas["LampChange"] = {
    type: "object",
    properties: { name: nullable(TEXT), watts: nullable(INTEGER), color: nullable(TEXT) },
  };
  const lamp = { description: "A lamp.", content: json(ref("Lamp")) };
  const { errors, missing } = errorsOf(document);
  const parameters = [inPath("uid", ref("Uid"))];
  const change = { ...json(ref("LampChange")), ...json(ref("LampChange"), "application/merge-patch+json") };
  document.paths["/api/v1/lamps"] = {
    post: {
      operationId: "createLamp",
      requestBody: required(json(ref("LampInput"))),
      responses: { 201: lamp, ...errors },
    },
  };
  document.paths["/api/v1/lamps/{uid}"] = {
    get: { operationId: "getLamp", parameters, responses: { 200: lamp, ...missing } },
    patch: {
      operationId: "patchLamp",
      parameters,
      requestBody: required(change),
      responses: { 200: lamp, ...missing },
    },
  };
}

/** A record that no request created, with a value of a read-only field. */
const IMPORTED = {
  uid: "imported",
  createdDate: "2026-01-02T03:04:05.000000+00:00",
  updatedDate: "2026-01-02T03:04:05.000000+00:00",
  name: "i",
  size: { w: 1 },
  rev: 3,
};
const WHOLE = { name: "a", size: { w: 2, h: 3, inner: { a: "1" } }, tags: ["x", "y"], note: "n", level: 7, extra: "e" };

const named = (text: string): unknown => JSON.parse(text);
const MERGE_PATCHES: readonly unknown[] = [
  ...[{}, null, [], "text", 5, true],
  ...[{ name: null }, { name: "b" }, { name: "" }, { name: 5 }, { note: "ok", name: 5 }, { name: "b", size: null }],
  ...[
    { size: null },
    { size: {} },
    { size: { w: null } },
    { size: { w: 9 } },
    { size: { h: null } },
    { size: { h: 4 } },
  ],
  ...[{ size: { inner: { a: "x" } } }, { size: { inner: { a: null, b: "y" } } }, { size: { inner: null } }],
  ...[{ size: [] }, { size: "x" }, { size: { w: "x" } }, { size: { w: 1, new: { a: null, b: 1 } } }],
  ...[
    { tags: ["a"] },
    { tags: ["a", "b", "c", "d"] },
    { tags: null },
    { tags: {} },
    { tags: { 0: "z" } },
    { tags: [null] },
  ],
  ...[{ note: null }, { note: "x" }, { note: "toolong" }, { note: { a: 1 } }, { level: null }, { level: 1.5 }],
  ...[
    { uid: "other" },
    { uid: null },
    { createdDate: "x" },
    { createdDate: null },
    { updatedDate: IMPORTED.updatedDate },
  ],
  ...[{ rev: 5 }, { rev: null }, { rev: "x" }, { extra: 1 }, { extra: null }, { extra: { a: null, b: 1 } }],
  ...[{ constructor: 1 }, named('{"__proto__":{"a":1}}'), named('{"__proto__":null}')],
  ...[{ state: "open" }, { state: "x" }, { state: null }, { code: 5 }, { code: null }, { code: "x" }],
  ...[{ carrier: "z", weight: 3 }, { carrier: null }, { weight: 0 }, { weight: 5, note: null }],
  ...[{ items: [{ key: "k", type: "string", value: "b" }] }, { items: [] }, { items: null }, { items: {} }],
];
const JSON_PATCHES: readonly unknown[] = [
  [],
  [{ op: "replace", path: "/name", value: "q" }],
  [{ op: "remove", path: "/name" }],
  [{ op: "remove", path: "/tags" }],
  [{ op: "add", path: "/tags/-", value: "n" }],
  [{ op: "add", path: "/tags/9", value: "n" }],
  [{ op: "test", path: "/name", value: "nope" }],
  [{ op: "move", from: "/note", path: "/name" }],
  [{ op: "copy", from: "/name", path: "/note" }],
  [{ op: "replace", path: "", value: { name: "r", size: { w: 1 } } }],
  [{ op: "replace", path: "", value: 5 }],
  [{ op: "replace", path: "/uid", value: "u" }],
  [{ op: "remove", path: "/createdDate" }],
  [{ op: "add", path: "/rev", value: 9 }],
  [{ op: "add", path: "/size/inner", value: { a: "b" } }],
  [{ op: "replace", path: "/size/w" }],
  [{ op: "remove", path: "/nope" }],
  [{ op: "remove", path: "/tags/-" }],
  [{ op: "remove", path: "/tags/00" }],
  [{ op: "x" }],
  [{}],
];

const BODIES: readonly unknown[] = [
  ...[WHOLE, { name: "c", size: { w: 4 } }, { name: "", size: { w: 4 } }, { size: { w: 1 } }, {}, [], "x", "{", null],
  ...[
    { ...WHOLE, rev: 4 },
    { ...WHOLE, uid: "own" },
    { ...WHOLE, createdDate: "x" },
    { ...WHOLE, tags: ["a", 1] },
  ],
  ...[
    { carrier: "c", weight: 1 },
    { carrier: "d", weight: 1, note: null },
    { carrier: "c", weight: "1" },
  ],
  ...[{ code: 900, name: "x" }, { code: 901, name: "y", state: "open" }, { code: 0, name: "y" }, { name: "y" }],
  ...[
    { uid: "a", items: [{ key: "k", type: "string", value: "b" }] },
    { items: [{ key: "k", type: "number", value: 1 }] },
  ],
];
const COLLECTIONS = ["shelves", "parcels", "slots", "metadata/inspection", "metadata/nowhere"];
const QUERIES = [
  ...["", "?limit=2", "?limit=2&offset=1", "?limit=0", "?limit=x", "?offset=500", "?limit=1&limit=2", "?unknown=1"],
  ...["?carrier=c", "?carrier=zz", "?name=c&limit=1", "?name=", "?updated_from=2020-01-01T00:00:00Z&limit=2"],
  ...["?updated_to=2020-01-01T00:00:00Z", "?updated_from=x", "?updated_to=2026-01-02T03:04:05.000001Z"],
];
const METHODS = ["POST", "POST", "LIST", "LIST", "GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "REPLACE ALL"];

/** Headers that may differ; agreement.test.ts has the reasons. The others of the connection are not the servers'. */
const MAY_DIFFER =
  /^(date|x-request-id|x-mock|keep-alive|vary|access-control-.*|connection|content-length|transfer-encoding)$/;

interface Server {
  readonly url: string;
  /** The identities that it made, by the collection and the number of the request. */
  readonly ids: Map<string, string>;
}

let servers: readonly [Server, Server];
const stops: (() => Promise<unknown>)[] = [];
const defects: string[] = [];

beforeAll(async () => {
  const document = withMoreRecords();
  const database = await createDatabase("PGlite");
  const onDefect = (operation: string, violation: string) => defects.push(`${operation}: ${violation}`);
  const data = { shelves: [IMPORTED] };
  const fileUrl = "https://files.example/{id}";
  const mock = await startMock({ document, apiKeys: [API_KEY], size: 0, data, fileUrl, onDefect });
  const service = await startPatientServiceOf(document, {
    apiKey: API_KEY,
    logLevel: "error",
    fileUrl,
    ...database.options,
  });
  const lines = Readable.from([Buffer.from(`${JSON.stringify(IMPORTED)}\n`)]);
  await service.administration.importRecords("shelves", lines, {
    onReject({ reason }) {
      throw new Error(reason);
    },
  });
  servers = [
    { url: mock.url, ids: new Map() },
    { url: service.url, ids: new Map() },
  ];
  stops.push(mock.stop, service.stop, database.remove);
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

let count = 0;

/** Sends a request, in whose path `@7` stands for the identity that the seventh request made. */
async function send({ url, ids }: Server, method: string, path: string, body: unknown, type: string) {
  const [collection = ""] = /^\/[^?@]*[a-z]/.exec(path) ?? [];
  const real = path.replace(/@\d+/, (id) => encodeURIComponent(ids.get(`${collection}${id}`) ?? "none"));
  const headers = { apiKey: API_KEY, ...(body !== undefined && { "content-type": type }) };
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(url + real, { method, headers, ...(sent !== undefined && { body: sent }) });
  const text = await response.text();
  if (method === "POST" && response.status === 201) {
    const { uid, data } = JSON.parse(text) as { uid?: string; data?: { uid: string } };
    // An identity that a client chose is the same in both.
    if (!Object.hasOwn(Object(body), "uid")) ids.set(`${collection}@${count}`, uid ?? data?.uid ?? "");
  }
  const own = [...ids].filter(([key]) => key.startsWith(`${collection}@`));
  const plain = (value: string) =>
    own
      .reduce((shown, [key, uid]) => (uid === "" ? shown : shown.replaceAll(uid, key)), value.replaceAll(url, ""))
      .replaceAll(/"(createdDate|updatedDate)":"[^"]{32}"/g, '"$1":"TIME"');
  const shown = [...response.headers].filter(([name]) => !MAY_DIFFER.test(name));
  const parsed: unknown = text === "" ? "" : JSON.parse(plain(text));
  return { status: response.status, headers: shown.map((header) => plain(header.join(": "))).sort(), body: parsed };
}

async function both(method: string, path: string, body?: unknown, type = "application/json") {
  count++;
  const [mock, service] = await Promise.all(servers.map((server) => send(server, method, path, body, type)));
  expect(mock, `${method} ${path} ${type} ${JSON.stringify(body)}`).toEqual(service);
  return { status: mock?.status, body: mock?.body as Json, id: `@${count}` };
}

it.each([
  ...MERGE_PATCHES.map((patch) => ["application/merge-patch+json", patch] as const),
  ...JSON_PATCHES.map((patch) => ["application/json-patch+json", patch] as const),
  ...[null, [], "x", 5].map((patch) => ["application/json", patch] as const),
])("a shelf is patched by both in the same way: %s %j", async (type, patch) => {
  const { id } = await both("POST", "/api/v1/shelves", WHOLE);
  const patched = await both("PATCH", `/api/v1/shelves/${id}`, patch, type);
  const { body } = await both("GET", `/api/v1/shelves/${id}`);
  if (patched.status === 200) expect(body).toEqual(patched.body);
  else expect(body).toMatchObject(WHOLE);
});

it.each(MERGE_PATCHES)("records whose patches are described are patched by both in the same way: %j", async (patch) => {
  const parcel = await both("POST", "/api/v1/parcels", { carrier: "c", weight: 2, note: "n" });
  await both("PATCH", `/api/v1/parcels/${parcel.id}`, patch);
  await both("GET", `/api/v1/parcels/${parcel.id}`);
  const uid = `m${count}`;
  await both("POST", "/api/v2/metadata/inspection", { uid, items: [{ key: "k", type: "string", value: "b" }] });
  await both("PATCH", `/api/v2/metadata/inspection/${uid}`, patch);
  await both("GET", `/api/v2/metadata/inspection/${uid}`);
  await both("PUT", "/api/v1/slots/7", { code: 7, name: "s", state: "shut" });
  await both("PATCH", "/api/v1/slots/7", patch);
  await both("GET", "/api/v1/slots/7");
});

it("a merge patch has the results of RFC 7396", async () => {
  const { id } = await both("POST", "/api/v1/shelves", WHOLE);
  const patch = {
    name: "b",
    size: { h: null, inner: { a: null, b: "2" } },
    tags: ["z"],
    note: null,
    extra: { c: null },
  };
  const { body } = await both("PATCH", `/api/v1/shelves/${id}`, patch, "application/merge-patch+json");
  const { uid: _, createdDate: _created, updatedDate: _updated, ...rest } = body;
  expect(rest).toEqual({ name: "b", size: { w: 2, inner: { b: "2" } }, tags: ["z"], level: 7, extra: {} });
  const required = await both("PATCH", `/api/v1/shelves/${id}`, { name: null }, "application/merge-patch+json");
  expect([required.status, required.body["message"]]).toEqual([400, "after the patch, name is required"]);
});

it("null in plain JSON leaves a required field as it is, or makes it null if it can be", async () => {
  const { id } = await both("POST", "/api/v1/lamps", { name: "a", watts: 5, color: "red" });
  const path = `/api/v1/lamps/${id}`;
  const { status, body } = await both("PATCH", path, { name: null, watts: null, color: null });
  expect([status, body]).toEqual([200, { uid: expect.any(String), name: "a", watts: null }]);
  expect((await both("GET", path)).body).toEqual(body);
  const merged = await both("PATCH", path, { name: null }, "application/merge-patch+json");
  expect([merged.status, merged.body["message"]]).toEqual([400, "after the patch, name is required"]);
});

it("a read-only field keeps its value", async () => {
  const path = "/api/v1/shelves/imported";
  for (const [method, body] of [
    ["PATCH", { rev: 9, name: "j" }],
    ["PATCH", { rev: null }],
    ["PUT", { name: "k", size: { w: 2 }, rev: 9 }],
    ["PUT", { name: "l", size: { w: 2 } }],
  ] as const)
    expect((await both(method, path, body)).body).toMatchObject({ uid: "imported", rev: 3 });
});

it.each([1, 2, 3, 4])("random requests get the same responses from both: seed %i", async (seed) => {
  const random = new Random(seed);
  const made = ["@0"];
  const idOf: Record<string, () => string> = {
    slots: () => random.pick(["900", "901", "7", "2000", "x"]),
    "metadata/inspection": () => random.pick(["a", "m3", "nope"]),
  };
  for (let i = 0; i < 120; i++) {
    const collection = random.pick(COLLECTIONS);
    const at = `/api/${collection.startsWith("metadata") ? "v2" : "v1"}/${collection}`;
    const one = `${at}/${(idOf[collection] ?? (() => random.pick(made)))()}`;
    const method = random.pick(METHODS);
    const body = random.pick(BODIES);
    if (method === "POST") made.push((await both("POST", at, body)).id);
    else if (method === "LIST") await both("GET", at + random.pick(QUERIES));
    else if (method === "PUT") await both("PUT", one, body);
    else if (method === "REPLACE ALL") await both("PUT", at, body);
    else if (method === "PATCH")
      await both("PATCH", one, random.pick(MERGE_PATCHES), random.pick(["application/json", "text/plain"]));
    else await both(method, one);
  }
});

it("typed items in an object of a record are converted and limited as those of the record itself", async () => {
  const file = { key: "f", type: "file", value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" };
  const text = { key: "k", type: "string", value: "b" };
  const several = (value: object[]) => ({ key: "o", type: "object-array", value });
  const create = (uid: string, ...items: object[]) =>
    both("POST", "/api/v1/crates", { uid, details: { note: "n", items } });
  const { status, body } = await create("c-1", file, several([text, file]));
  const shown = { ...file, value: `https://files.example/${file.value}` };
  expect([status, body["details"]]).toEqual([201, { note: "n", items: [shown, several([[text], [shown]])] }]);
  expect((await both("GET", "/api/v1/crates/c-1")).body).toEqual(body);
  expect((await create("c-2", several([several([text])]))).body["message"]).toBe(
    "details.items[0].value[0].value[0] is nested too deep: items nest at most 2 levels deep",
  );
  const patched = await both("PATCH", "/api/v1/crates/c-1", { details: { note: null } });
  expect(patched.body["details"]).toEqual({ items: Object(body["details"]).items });
  await both("PATCH", "/api/v1/crates/c-1", { details: { items: [] } });
  await both("PATCH", "/api/v1/crates/c-1", { details: null });
  await both("PUT", "/api/v1/crates/c-1", { uid: "c-1", details: { items: [text] } });
  await both("GET", "/api/v1/crates/c-1");
});

it("no response of the mock violated the document", () => expect(defects).toEqual([]));
