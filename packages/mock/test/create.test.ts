import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { createCases } from "./cases/create-cases.js";
import { testMock } from "./helpers.js";

const mock = await testMock();
const { CreateMetadataAllKinds: sent } = document.components.examples;
const text = (value: string) => ({ key: "note", type: "string", value });

describe("createMetadata", () => {
  createCases(() => mock);

  it("forgets records on a reset", async () => {
    await mock.create({ uid: "gone", items: [text("a")] });
    mock.reset();
    expect((await mock.create({ uid: "gone", items: [text("b")] })).status).toBe(201);
  });

  it("serves the files in its responses", async () => {
    const { body } = await mock.create(sent.value);
    const url = JSON.stringify(body).match(/http[^"]*\/files\/[^"]*/)?.[0] ?? "";
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  });

  it("builds the URL of a file from a template", async () => {
    const other = await testMock({ fileUrl: "https://files.example/{id}?v=1" });
    const file = { key: "f", type: "file", value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" };
    const { body } = await other.create({ uid: "f", items: [file] });
    expect(body["data"]?.["items"]?.[0]?.["value"]).toBe(`https://files.example/${file.value}?v=1`);
  });
});
