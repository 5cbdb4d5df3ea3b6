/** Reports show requests without the API key, wherever it is sent. */
import { expect, test } from "vitest";
import { type Document, runContract, type Target } from "../src/index.js";

const KEY = "a-secret+key";

const documentOf = (scheme: object): Document => ({
  openapi: "3.1.1",
  info: { title: "Guarded", version: "1" },
  security: [{ guard: [] }],
  components: { securitySchemes: { guard: scheme as Record<string, unknown> } },
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [{ name: "colour", in: "query", schema: { type: "string", minLength: 2 }, example: "red" }],
        responses: { 200: { description: "All.", content: { "application/json": { schema: { type: "object" } } } } },
      },
    },
  },
});

/** Returns the report on a server that returns 500 for everything. */
async function reported(scheme: object, apiKey: string): Promise<{ sent: string; told: string }> {
  let sent = "";
  const target: Target = {
    name: "broken",
    apiKey,
    speaks: "http",
    async send(request) {
      sent += JSON.stringify(request);
      return { status: 500, headers: {}, body: "" };
    },
  };
  const document = documentOf(scheme);
  const { results } = await runContract({ document, target, seed: 1, effort: "quick", only: / accepts / });
  return { sent, told: JSON.stringify(results.map(({ exchange }) => exchange?.request)) };
}

const basic = Buffer.from(`key:${KEY}`).toString("base64");

test.each<[string, object, string]>([
  ["a header", { type: "apiKey", in: "header", name: "X-Key" }, KEY],
  ["the query", { type: "apiKey", in: "query", name: "key" }, encodeURIComponent(KEY)],
  ["a cookie", { type: "apiKey", in: "cookie", name: "key" }, KEY],
  ["a bearer token", { type: "http", scheme: "bearer" }, KEY],
  ["a password", { type: "http", scheme: "basic" }, basic],
])("a report does not contain a key that was sent in %s", async (_, scheme, written) => {
  const { sent, told } = await reported(scheme, KEY);
  expect(sent).toContain(written);
  expect(told).toContain("(the key)");
  expect(told).not.toContain(written);
});

test("a report on a server without a key shows the query unchanged", async () => {
  const { told } = await reported({ type: "apiKey", in: "query", name: "key" }, "");
  expect(told).toContain("colour=");
  expect(told).not.toContain("(the key)");
});
