import { type OpenApiDocument, prepareDocument } from "@metadata-service/spec-tools";
import { expect, test } from "vitest";
import { siteOf } from "../src/site/site.js";

const written = {
  openapi: "3.1.0",
  info: { title: "Books", version: "1.0.0" },
  servers: [{ url: "https://books.example/api" }],
  paths: { "/books": { get: { operationId: "listBooks", responses: { 204: { description: "Done." } } } } },
};

test("the first request is sent to the mock that the start page starts, whatever server the document names", async () => {
  const { document } = prepareDocument(written) as { document: OpenApiDocument };
  const files = await siteOf(document);
  const start = (files["index.html"] ?? "").replaceAll(/<[^>]*>/g, "");
  expect(start).toMatch(/npm start\s+# in another terminal\s+curl .{0,8}http:\/\/localhost:4010\/books/);
  expect(start).not.toContain("books.example");
});
