import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { expect, it } from "vitest";
import type { Subject } from "./subject.js";

const { CreateMetadataAllKinds: sent, CreatedMetadataAllKinds: returned } = document.components.examples;
const text = (value: string) => ({ key: "note", type: "string", value });

/** The responses to create requests, and what is stored afterwards (decision 0005). */
export function createCases(subject: () => Subject): void {
  it.each(["inspection", "analytics"])(
    "%s: returns all thirteen item types in their response shapes",
    async (namespace) => {
      const { status, body } = await subject().create(sent.value, namespace);
      expect(status).toBe(201);
      const shapes = JSON.stringify(returned.value.data.items);
      const items = JSON.parse(shapes.replaceAll("http://localhost:4010/files/", subject().files));
      expect(body["data"]).toMatchObject({ uid: sent.value.uid, items });
      expect(body["data"]?.["createdDate"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
      expect(body["data"]?.["updatedDate"]).toBe(body["data"]?.["createdDate"]);
    },
  );

  it("returns the stored record for the same items, in any notation", async () => {
    const first = await subject().create('{"uid":"again","items":[{"key":"n","type":"number","value":1}]}');
    const again = await subject().create('{"items":[{"value":1.0,"type":"number","key":"n"}],"uid":"again"}');
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it("rejects other items with an existing uid, and keeps the stored ones", async () => {
    const first = await subject().create({ uid: "taken", items: [text("a")] });
    const clash = await subject().create({ uid: "taken", items: [text("b")] });
    expect(clash.status).toBe(400);
    expect(clash.body["message"]).toMatch(/uid "taken" exists already\b.* with other items; nothing was changed$/);
    expect((await subject().create({ uid: "taken", items: [text("a")] })).body).toEqual(first.body);
  });

  it("separates the namespaces, even if they are percent-encoded", async () => {
    const { create } = subject();
    const first = await create({ uid: "two", items: [text("a")] }, "inspection");
    expect((await create({ uid: "two", items: [text("b")] }, "analytics")).status).toBe(201);
    expect((await create({ uid: "two", items: [text("a")] }, "inspectio%6E")).body).toEqual(first.body);
    expect((await create({ uid: "two", items: [text("c")] }, "inspectio%6E")).status).toBe(400);
  });
}
