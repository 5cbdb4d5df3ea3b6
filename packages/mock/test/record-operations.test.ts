/** Every operation on metadata records, on a spec that has them all. */
import bundle from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { withRecordOperations } from "@metadata-service/test-kit/record-operations";
import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

const file = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
const text = (value: string) => ({ key: "k", type: "string", value });
const typed = [
  { key: "f", type: "file", value: file },
  { key: "o", type: "object-array", value: [text("a"), text("b")] },
];
const asShown = (url: string) => [
  { key: "f", type: "file", value: `${url}/files/${file}` },
  { key: "o", type: "object-array", value: [[text("a")], [text("b")]] },
];
const path = "/api/v2/metadata/inspection";

const mock = await testMock({ document: withRecordOperations(bundle), size: 50 });

async function send(method: string, target: string, body?: unknown) {
  const response = await fetch(mock.url + target, {
    method,
    headers: { apiKey: mock.apiKey, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

describe("metadata records of the mock", () => {
  it("are returned by get and list as the create request returned them, in their namespace alone", async () => {
    const { status, body } = await send("POST", path, { uid: "a/1 %", items: typed });
    expect([status, body.data.items]).toEqual([201, asShown(mock.url)]);
    expect(await send("GET", `${path}/${encodeURIComponent("a/1 %")}`)).toEqual({ status: 200, body });
    const { body: page } = await send("GET", `${path}?limit=100`);
    expect([page.total, page.data.at(-1)]).toEqual([51, body.data]);
    expect((await send("GET", `/api/v2/metadata/analytics/${encodeURIComponent("a/1 %")}`)).status).toBe(404);
  });

  it("are the same after a repeated create request, and after a replacement only with the new items", async () => {
    const first = await send("POST", path, { uid: "again", items: typed });
    expect(await send("POST", path, { items: typed, uid: "again" })).toEqual(first);
    expect((await send("POST", path, { uid: "again", items: [text("b")] })).body.message).toBe(
      'uid "again" exists already with other items; nothing was changed',
    );
    const replaced = await send("PUT", `${path}/again`, { uid: "again", items: [text("b")] });
    expect([replaced.status, replaced.body.data.items]).toEqual([200, [text("b")]]);
    expect(replaced.body.data.createdDate).toBe(first.body.data.createdDate);
    expect(replaced.body.data.updatedDate > first.body.data.updatedDate).toBe(true);
    expect(await send("POST", path, { uid: "again", items: [text("b")] })).toEqual({ ...replaced, status: 201 });
    expect((await send("POST", path, { uid: "again", items: typed })).status).toBe(400);
    const from = encodeURIComponent(replaced.body.data.updatedDate);
    expect((await send("GET", `${path}?updated_from=${from}`)).body.data).toEqual([replaced.body.data]);
  });

  it("are patched as they were sent", async () => {
    await send("POST", path, { uid: "patched", items: [text("a")] });
    expect((await send("PATCH", `${path}/patched`, { items: typed })).body.data.items).toEqual(asShown(mock.url));
    expect((await send("GET", `${path}/patched`)).body.data.items).toEqual(asShown(mock.url));
    expect((await send("PATCH", `${path}/patched`, { items: [] })).status).toBe(400);
  });

  it("can be created again after they were deleted", async () => {
    await send("POST", path, { uid: "deleted", items: typed });
    expect(await send("DELETE", `${path}/deleted`)).toEqual({ status: 204, body: undefined });
    for (const method of ["GET", "DELETE"]) expect((await send(method, `${path}/deleted`)).status).toBe(404);
    expect((await send("POST", path, { uid: "deleted", items: [text("other")] })).status).toBe(201);
    expect((await send("GET", `${path}/deleted`)).body.data.items).toEqual([text("other")]);
  });

  it("make room for a created record if they were generated", async () => {
    const { body } = await send("GET", `${path}?limit=1`);
    const [{ uid }] = body.data;
    const items = [text("mine")];
    const created = await send("POST", path, { uid, items });
    expect([created.status, created.body.data.items]).toEqual([201, items]);
    expect((await send("GET", `${path}?limit=1`)).body.total).toBe(body.total);
    expect((await send("GET", `${path}/${uid}`)).body).toEqual(created.body);
  });
});
