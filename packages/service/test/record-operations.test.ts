/** Every operation on metadata records and on the records of another resource, on a spec that has them all. */
import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { markedJson } from "@metadata-service/spec-tools/json";
import { withRecordOperations, withSlugs } from "@metadata-service/test-kit/record-operations";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type RunningService, startServiceOf } from "../src/start-service.js";
import { KEY } from "./support/start.js";

const document = withRecordOperations(bundle);
const serial = JSON.parse(markedJson('{"enum":[7,9007199254740993]}'));
for (const name of ["Parcel", "ParcelInput"])
  document.components.schemas[name] = {
    ...document.components.schemas[name],
    properties: { ...(document.components.schemas[name]?.["properties"] as object), serial },
  };
const file = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const text = (value: string) => ({ key: "k", type: "string", value });
const typed = [
  { key: "f", type: "file", value: file },
  { key: "o", type: "object-array", value: [text("a\u0000\ud800"), text("b")] },
];
const shown = [
  { key: "f", type: "file", value: `https://files.example/${file}` },
  { key: "o", type: "object-array", value: [[text("a\u0000\ud800")], [text("b")]] },
];
const path = "/api/v2/metadata/inspection";
const oddUid = "a/1 %\u0000";

describe.each(TARGETS)("a service whose spec has every operation on records, on $name", (target) => {
  let database: TestDatabase;
  let service: RunningService;
  const start = async () =>
    startServiceOf(document, {
      ...database.options,
      apiKey: KEY,
      logLevel: "error",
      fileUrl: "https://files.example/{id}",
    });
  beforeAll(async () => {
    database = await target.create();
    service = await start();
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  it("gives a key that is limited to a namespace access to it, whatever the spec calls the parameter", async () => {
    const renamed = JSON.parse(
      JSON.stringify(bundle).replaceAll("{namespace}", "{class}").replaceAll('"name":"namespace"', '"name":"class"'),
    );
    const other = await target.create();
    const limited = await startServiceOf(renamed, { ...other.options, logLevel: "error" });
    onTestFinished(async () => {
      await limited.stop();
      await other.remove();
    });
    const limits = { namespace: "inspection", mayRead: true, mayWrite: true };
    const { key } = await limited.administration.createKey("inspectors", null, limits);
    const createIn = (namespace: string) =>
      fetch(`${limited.url}/api/v2/metadata/${namespace}`, {
        method: "POST",
        headers: { apiKey: key, "content-type": "application/json" },
        body: JSON.stringify({ uid: "a", items: [text("b")] }),
      });
    expect((await createIn("inspection")).status).toBe(201);
    expect((await createIn("analytics")).status).toBe(401);
  });

  async function send(method: string, at: string, body?: unknown, type = "application/json") {
    const response = await fetch(service.url + at, {
      method,
      headers: { apiKey: KEY, ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const sent = await response.text();
    return { status: response.status, body: sent === "" ? undefined : JSON.parse(sent) };
  }
  const all = async (at: string, limit = 7) => {
    const records: Record<string, unknown>[] = [];
    for (let total = 1; records.length < total; ) {
      const { body } = await send("GET", `${at}${at.includes("?") ? "&" : "?"}limit=${limit}&offset=${records.length}`);
      total = body.total;
      records.push(...body.data);
      if (body.data.length === 0) break;
    }
    return records;
  };

  it("has a handler for each of them", () => expect(service.notices.filter((one) => one.includes("501"))).toEqual([]));

  it("returns metadata by get and list as the create request returned it, in its namespace alone", async () => {
    const { status, body } = await send("POST", path, { uid: oddUid, items: typed });
    expect([status, body.data.items]).toEqual([201, shown]);
    expect(await send("GET", `${path}/${encodeURIComponent(oddUid)}`)).toEqual({ status: 200, body });
    expect(await all(path)).toEqual([body.data]);
    // The document names no defaults.
    expect((await send("GET", path)).body).toMatchObject({ data: [body.data], limit: 10, offset: 0 });
    expect(await all("/api/v2/metadata/analytics")).toEqual([]);
    expect((await send("GET", `/api/v2/metadata/analytics/${encodeURIComponent(oddUid)}`)).status).toBe(404);
    await send("DELETE", `${path}/${encodeURIComponent(oddUid)}`);
  });

  it("keeps a number of its document that a float would change, and accepts no other one like it", async () => {
    const raw = async (method: string, at: string, body?: string) => {
      const headers = { apiKey: KEY, ...(body !== undefined && { "content-type": "application/json" }) };
      const response = await fetch(service.url + at, { method, headers, ...(body !== undefined && { body }) });
      return { status: response.status, text: await response.text() };
    };
    const parcel = (number: string) => `{"carrier":"exact","weight":1,"serial":${number}}`;
    const made = await raw("POST", "/api/v1/parcels", parcel("9007199254740993"));
    expect([made.status, made.text]).toEqual([201, expect.stringContaining('"serial":9007199254740993')]);
    const { uid } = JSON.parse(made.text);
    const one = `/api/v1/parcels/${uid}`;
    expect((await raw("GET", one)).text).toBe(made.text);
    expect((await raw("GET", "/api/v1/parcels?carrier=exact")).text).toContain(`[${made.text}]`);
    for (const [method, at] of [
      ["PUT", one],
      ["POST", "/api/v1/parcels"],
    ] as const) {
      const { status, text } = await raw(method, at, parcel("9007199254740992"));
      expect([status, text]).toEqual([400, expect.stringContaining("serial must be 7 or 9007199254740993")]);
    }
    expect((await raw("PUT", one, parcel("9007199254740995"))).text).toContain("send it as a string");
    expect((await raw("PATCH", one, '{"note":"n"}')).text).toContain('"serial":9007199254740993');
    let stored = "";
    for await (const line of service.administration.backup()) stored += line;
    expect(stored).toContain('\\"serial\\":9007199254740993');
    const exported: string[] = [];
    for await (const line of service.administration.exportRecords("parcels")) exported.push(line);
    expect(exported).toEqual([expect.stringContaining('"serial":9007199254740993')]);
    await raw("DELETE", one);
    const onReject = ({ reason }: { reason: string }) => expect(reason).toBe("");
    await service.administration.importRecords("parcels", linesOf(exported), { onReject });
    expect((await raw("GET", one)).text).toContain('"serial":9007199254740993');
    await raw("DELETE", one);
  });

  it("replaces and patches metadata, and returns the same record for a repeated create request", async () => {
    const first = await send("POST", path, { uid: "again", items: typed });
    expect(await send("POST", path, { items: typed, uid: "again" })).toEqual(first);
    const replaced = await send("PUT", `${path}/again`, { uid: "again", items: [text("b")] });
    expect([replaced.status, replaced.body.data.items]).toEqual([200, [text("b")]]);
    expect(replaced.body.data.createdDate).toBe(first.body.data.createdDate);
    expect(replaced.body.data.updatedDate > first.body.data.updatedDate).toBe(true);
    expect(await send("POST", path, { uid: "again", items: [text("b")] })).toEqual({ ...replaced, status: 201 });
    expect((await send("POST", path, { uid: "again", items: typed })).body.message).toBe(
      'uid "again" exists already with other items; nothing was changed',
    );
    const patched = await send("PATCH", `${path}/again`, { items: typed });
    expect([patched.status, patched.body.data.items]).toEqual([200, shown]);
    expect(await send("GET", `${path}/again`)).toEqual(patched);
    expect((await send("PATCH", `${path}/again`, { items: [] })).status).toBe(400);
    const from = encodeURIComponent(patched.body.data.updatedDate);
    expect(await all(`${path}?updated_from=${from}`)).toEqual([patched.body.data]);
    expect(await all(`${path}?updated_to=${from}`)).toEqual([]);
    await send("DELETE", `${path}/again`);
  });

  it.each([
    [`${path}`, { uid: "gone", items: typed }, { uid: "gone", items: [text("b")] }, { items: [text("c")] }],
    ["/api/v1/parcels", { carrier: "a", weight: 1 }, { carrier: "b", weight: 2 }, { note: null, weight: 3 }],
  ])(
    "responds with 404 to operations on records of %s that do not exist, or were deleted",
    async (at, first, second, patch) => {
      const created = await send("POST", at, first);
      expect(created.status).toBe(201);
      const { uid } = created.body.data ?? created.body;
      expect(await send("DELETE", `${at}/${uid}`)).toEqual({ status: 204, body: undefined });
      for (const id of [uid, "never", "constructor", "__proto__"]) {
        expect((await send("GET", `${at}/${id}`)).status).toBe(404);
        expect((await send("PUT", `${at}/${id}`, second)).status).toBe(404);
        expect((await send("PATCH", `${at}/${id}`, patch)).status).toBe(404);
        expect((await send("DELETE", `${at}/${id}`)).status).toBe(404);
      }
      expect(await all(at)).toEqual([]);
      expect((await send("POST", at, second)).status).toBe(201);
      const [left] = await all(at);
      expect(left).toMatchObject(second);
      await send("DELETE", `${at}/${left?.["uid"]}`);
    },
  );

  it("creates, lists, filters, replaces, patches and deletes records of another resource", async () => {
    const made = [];
    for (let weight = 1; weight <= 30; weight++)
      made.push((await send("POST", "/api/v1/parcels", { carrier: `c${weight % 3}`, weight })).body);
    expect(await all("/api/v1/parcels")).toEqual(made);
    expect(await all("/api/v1/parcels?carrier=c1")).toEqual(made.filter(({ carrier }) => carrier === "c1"));
    const [first, second, third] = made;
    const replaced = await send("PUT", `/api/v1/parcels/${first.uid}`, { carrier: "new", weight: 99, note: null });
    expect(replaced.body).toEqual({
      ...first,
      carrier: "new",
      weight: 99,
      note: null,
      updatedDate: replaced.body.updatedDate,
    });
    expect(replaced.body.updatedDate > first.updatedDate).toBe(true);
    const patched = await send("PATCH", `/api/v1/parcels/${second.uid}`, { note: "n" });
    expect(patched.body).toEqual({ ...second, note: "n", updatedDate: patched.body.updatedDate });
    expect((await send("PATCH", `/api/v1/parcels/${second.uid}`, { weight: null })).status).toBe(400);
    expect((await send("DELETE", `/api/v1/parcels/${third.uid}`)).status).toBe(204);
    const left = [replaced.body, patched.body, ...made.slice(3)];
    expect(await all("/api/v1/parcels")).toEqual(left);
    const from = encodeURIComponent(replaced.body.updatedDate);
    expect(await all(`/api/v1/parcels?updated_from=${from}`)).toEqual([replaced.body, patched.body]);
    expect((await send("GET", `/api/v1/parcels/${first.uid}`)).body).toEqual(replaced.body);
    for (const { uid } of left) await send("DELETE", `/api/v1/parcels/${uid}`);
    expect(await all("/api/v1/parcels")).toEqual([]);
  });

  it("reads imported records one by one, and keeps what clients changed if it starts again", async () => {
    const onReject = ({ reason }: { reason: string }) => expect(reason).toBe("");
    const metadata = Array.from({ length: 25 }, (_, n) => ({
      uid: `m-${n}`,
      items: [text(String(n))],
      createdDate: moment(n % 5),
      updatedDate: moment(100 + n),
    }));
    await service.administration.importMetadata("analytics", linesOf(metadata), { onReject });
    const parcels = metadata.map(({ items: _items, uid, ...times }, n) => ({
      uid,
      carrier: "dhl",
      weight: n + 1,
      ...times,
    }));
    await service.administration.importRecords("parcels", linesOf(parcels), { onReject });
    for (const [at, records] of [
      ["/api/v2/metadata/analytics", metadata],
      ["/api/v1/parcels", parcels],
    ] as const) {
      const inOrder = [...records].sort(
        (one, other) => one.createdDate.localeCompare(other.createdDate) || (one.uid < other.uid ? -1 : 1),
      );
      expect(await all(at)).toEqual(inOrder);
      const window = `updated_from=${encodeURIComponent(moment(105))}&updated_to=${encodeURIComponent(moment(110))}`;
      expect(await all(`${at}?${window}`, 2)).toEqual(
        inOrder.filter(({ updatedDate }) => updatedDate >= moment(105) && updatedDate < moment(110)),
      );
      const { body } = await send("GET", `${at}/m-7`);
      expect(body.data ?? body).toEqual(records[7]);
      expect((await send("DELETE", `${at}/m-8`)).status).toBe(204);
    }
    await send("PATCH", "/api/v2/metadata/analytics/m-7", { items: [text("patched")] });
    await send("PATCH", "/api/v1/parcels/m-7", { carrier: "patched" });
    const before = [await all("/api/v2/metadata/analytics"), await all("/api/v1/parcels")];
    await service.stop();
    service = await start();
    expect([await all("/api/v2/metadata/analytics"), await all("/api/v1/parcels")]).toEqual(before);
    expect(before.map(({ length }) => length)).toEqual([24, 24]);
    const exported: string[] = [];
    for await (const line of service.administration.exportMetadata("analytics")) exported.push(line);
    expect(exported).toHaveLength(24);
  });

  it("loses no change if many requests change one record at the same time", async () => {
    await send("POST", path, { uid: "busy", items: [text("0")] });
    const race = Array.from({ length: 8 }, (_, n) => send("PATCH", `${path}/busy`, { items: [text(`patch ${n}`)] }));
    expect((await Promise.all(race)).map(({ status }) => status)).toEqual(race.map(() => 200));
    const { uid } = (await send("POST", "/api/v1/parcels", { carrier: "a", weight: 1 })).body;
    const fields = Array.from({ length: 8 }, (_, n) =>
      send("PATCH", `/api/v1/parcels/${uid}`, n % 2 ? { weight: 10 + n } : { note: `n${n}` }),
    );
    expect((await Promise.all(fields)).map(({ status }) => status)).toEqual(fields.map(() => 200));
    const { body } = await send("GET", `/api/v1/parcels/${uid}`);
    expect([body.weight > 1, typeof body.note]).toEqual([true, "string"]);
    await send("DELETE", `${path}/busy`);
  });
});

it("finds a record by the field that the path names, although the list tells records apart by another one", async () => {
  const database = await TARGETS[0]?.create();
  const service = await startServiceOf(withSlugs(bundle), { ...database?.options, apiKey: KEY, logLevel: "error" });
  onTestFinished(async () => {
    await service.stop();
    await database?.remove();
  });
  expect(service.notices.filter((one) => one.includes("501"))).toEqual([]);
  const send = async (method: string, at: string, body?: object) => {
    const headers = { apiKey: KEY, ...(body && { "content-type": "application/json" }) };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${service.url}/api/v1/depots${at}`, init);
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const created = await send("POST", "", { slug: "north", title: "North" });
  expect([created.status, created.body]).toEqual([
    201,
    expect.objectContaining({ id: expect.any(Number), slug: "north" }),
  ]);
  // Its document promises that the same request returns the same record.
  expect(await send("POST", "", { slug: "north", title: "North" })).toEqual(created);
  const times = { createdDate: moment(0), updatedDate: moment(1) };
  const imported = { id: 7, slug: "south", title: "South", ...times };
  const onReject = ({ reason }: { reason: string }) => expect(reason).toBe("");
  await service.administration.importRecords("depots", linesOf([imported]), { onReject });
  expect((await send("GET", "/south")).body).toEqual(imported);
  expect((await send("GET", "?limit=5")).body.data).toEqual([imported, created.body]);
  const replaced = await send("PUT", "/north", { title: "New" });
  expect(replaced.body).toMatchObject({ id: created.body.id, slug: "north", title: "New" });
  expect((await send("PATCH", "/south", { title: "Patched" })).body).toMatchObject({ id: 7, title: "Patched" });
  expect(await send("POST", "", { slug: "north", title: "Other" })).toMatchObject({
    status: 400,
    body: { message: 'slug "north" is taken' },
  });
  expect((await send("DELETE", "/north")).status).toBe(204);
  expect((await send("GET", "/north")).status).toBe(404);
});

it("lists typed records whose identity is a number", async () => {
  const numbered = withRecordOperations(bundle);
  numbered.components.schemas["Uid"] = { type: "integer", minimum: 1 };
  const database = await TARGETS[0]?.create();
  const service = await startServiceOf(numbered, { ...database?.options, apiKey: KEY, logLevel: "error" });
  onTestFinished(async () => {
    await service.stop();
    await database?.remove();
  });
  const call = async (at: string, body?: object) => {
    const headers = { apiKey: KEY, ...(body && { "content-type": "application/json" }) };
    const response = await fetch(service.url + at, {
      headers,
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  for (const uid of [17, 9007199254740992]) {
    const { body } = await call(path, { uid, items: [text("a")] });
    expect(body.data.uid).toBe(uid);
    expect(await call(`${path}/${uid}`)).toEqual({ status: 200, body });
  }
  const { status, body } = await call(path);
  expect([status, body.data.map(({ uid }: { uid: unknown }) => uid)]).toEqual([200, [17, 9007199254740992]]);
  expect((await call(`${path}/9007199254740993`)).status).toBe(404);
  // An import into a list of typed records would store what it does not show.
  expect(await service.administration.collections()).toEqual(["purchase-orders", "reports", "parcels"]);
});

/** Adds the conditions of HTTP to a record: its tag, a 412 for a change of another state, and a 304 for what a client has. */
function addConditions(one: Record<string, Record<string, unknown>>): void {
  for (const operation of Object.values(one)) {
    const responses = operation["responses"] as Record<string, object> | undefined;
    if (!responses) continue;
    responses["412"] = responses["400"] ?? {};
    responses["304"] = { description: "The client has it." };
    const shown = responses["200"];
    if (shown) responses["200"] = { ...shown, headers: { ETag: { schema: { type: "string" } } } };
  }
}

describe.each(TARGETS)("a service whose spec has conditions, on $name", (target) => {
  it.each([
    ["metadata", "/api/v2/metadata/inspection", { uid: "a", items: [text("a")] }, { items: [text("b")] }],
    ["parcels", "/api/v1/parcels", { carrier: "a", weight: 1 }, { carrier: "b", weight: 2 }],
  ])("changes the state of %s that was meant, and no other", async (_, collection, first, second) => {
    const conditional = withRecordOperations(bundle);
    for (const [at, one] of Object.entries(conditional.paths)) if (at.endsWith("/{uid}")) addConditions(one);
    const database = await target.create();
    const service = await startServiceOf(conditional, { ...database.options, apiKey: KEY, logLevel: "error" });
    onTestFinished(async () => {
      await service.stop();
      await database.remove();
    });
    const send = async (method: string, at: string, body?: object, more: Record<string, string> = {}) => {
      const headers = { apiKey: KEY, ...(body && { "content-type": "application/json" }), ...more };
      const response = await fetch(service.url + at, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const tag = response.headers.get("etag") ?? "";
      return { status: response.status, tag, text: await response.text() };
    };
    const made = JSON.parse((await send("POST", collection, first)).text);
    const at = `${collection}/${made.uid ?? made.data.uid}`;
    const whole = Object.hasOwn(first, "uid") ? { ...first, ...second } : second;
    const { tag } = await send("GET", at);
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(await send("GET", at, undefined, { "If-None-Match": `W/${tag}` })).toEqual({ status: 304, tag, text: "" });
    const changes = [
      ["PUT", whole],
      ["PATCH", second],
      ["DELETE", undefined],
    ] as const;
    for (const [method, body] of changes) {
      const refused = await send(method, at, body, { "If-Match": '"x"' });
      expect([refused.status, refused.text]).toEqual([412, expect.stringContaining("If-Match does not name")]);
    }
    // Of two that change the same state, one is refused.
    const both = await Promise.all([0, 1].map(() => send("PUT", at, whole, { "If-Match": tag })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const { tag: next } = await send("GET", at, undefined, { "If-None-Match": tag });
    expect([next === tag, (await send("PATCH", at, second, { "If-Match": tag })).status]).toEqual([false, 412]);
    expect((await send("DELETE", at, undefined, { "If-Match": `"x", ${next}` })).status).toBe(204);
    expect((await send("PUT", at, whole, { "If-Match": "*" })).status).toBe(404);
  });
});
