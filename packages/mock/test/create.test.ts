import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { testMock } from "./helpers.js";

const mock = await testMock();
const { CreateMetadataAllKinds: sent, CreatedMetadataAllKinds: returned } = document.components.examples;
const text = (value: string) => ({ key: "note", type: "string", value });

describe("create", () => {
  it.each(["inspection", "analytics"])("%s: echoes all thirteen kinds in their response shapes", async (namespace) => {
    const { status, body } = await mock.create(sent.value, namespace);
    expect(status).toBe(201);
    const items = JSON.parse(JSON.stringify(returned.value.data.items).replaceAll("http://localhost:4010", mock.url));
    expect(body["data"]).toMatchObject({ uid: sent.value.uid, items });
    expect(body["data"]?.["createdDate"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
    expect(body["data"]?.["updatedDate"]).toBe(body["data"]?.["createdDate"]);
  });

  it("gives the stored record for the same items again, however they are written", async () => {
    const first = await mock.create('{"uid":"again","items":[{"key":"n","type":"number","value":1}]}');
    const again = await mock.create('{"items":[{"value":1.0,"type":"number","key":"n"}],"uid":"again"}');
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it("refuses other items under a uid that is taken, and keeps what was there", async () => {
    const first = await mock.create({ uid: "taken", items: [text("a")] });
    const clash = await mock.create({ uid: "taken", items: [text("b")] });
    expect(clash.status).toBe(400);
    expect(clash.body["message"]).toBe('uid "taken" exists already with other items; nothing was changed');
    expect((await mock.create({ uid: "taken", items: [text("a")] })).body).toEqual(first.body);
  });

  it("keeps the namespaces apart, however they are written", async () => {
    const first = await mock.create({ uid: "two", items: [text("a")] }, "inspection");
    expect((await mock.create({ uid: "two", items: [text("b")] }, "analytics")).status).toBe(201);
    expect((await mock.create({ uid: "two", items: [text("a")] }, "inspectio%6E")).body).toEqual(first.body);
    expect((await mock.create({ uid: "two", items: [text("c")] }, "inspectio%6E")).status).toBe(400);
  });

  it("forgets on reset", async () => {
    await mock.create({ uid: "gone", items: [text("a")] });
    mock.reset();
    expect((await mock.create({ uid: "gone", items: [text("b")] })).status).toBe(201);
  });

  it("serves the files that it names", async () => {
    const { body } = await mock.create(sent.value);
    const url = JSON.stringify(body).match(/http[^"]*\/files\/[^"]*/)?.[0] ?? "";
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  });

  it("takes the URL of files from a template", async () => {
    const other = await testMock({ fileUrl: "https://files.example/{id}?v=1" });
    const file = { key: "f", type: "file", value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" };
    const { body } = await other.create({ uid: "f", items: [file] });
    expect(body["data"]?.["items"]?.[0]?.["value"]).toBe(`https://files.example/${file.value}?v=1`);
  });
});
