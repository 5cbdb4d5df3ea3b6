import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMockHandlers } from "../src/msw.js";
import { testMock } from "./helpers.js";

const mock = createMockHandlers();
const based = createMockHandlers({ baseUrl: "https://based.example/v", apiKeys: ["k"], size: 3 });
const server = setupServer(...based.handlers, ...mock.handlers);
beforeAll(() => server.listen({ onUnhandledRequest: "bypass" }));
afterAll(() => server.close());

const headers = { apiKey: "demo-key" };
const base = "https://api.example";
const call = async (path: string, init: RequestInit = { headers }) => {
  const response = await fetch(path.startsWith("http") ? path : base + path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const create = (body: string) =>
  call("/api/v2/metadata/inspection", {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body,
  });

describe("the handlers for Mock Service Worker", () => {
  it("return the same responses as the server", async () => {
    const real = await testMock();
    for (const path of [
      "/api/v1/purchase-orders?limit=3&offset=7",
      "/api/v3/purchase-orders?limit=200",
      "/api/v1/reports?limit=0",
      "/api/v1/reports?limit=2&limit=3",
    ])
      expect((await call(path)).body).toEqual((await real.call(path)).body);
    const { body } = await call("/api/v1/reports?limit=5&offset=5");
    expect(body.next).toBe(`${base}/api/v1/reports?limit=5&offset=10`);
    expect((await call(body.next)).status).toBe(200);
  });

  it("serve the images of stored files, and an ID with each response", async () => {
    const url = `${base}/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d`;
    const picture = await fetch(url);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    const real = await testMock();
    expect(await picture.text()).toBe(await (await fetch(url.replace(base, real.url))).text());
    const named = await call("/api/v1/reports", { headers: { ...headers, "X-Request-Id": "r-1" } });
    expect(named.headers.get("x-request-id")).toBe("r-1");
    expect((await call("/api/v1/reports")).headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("match the paths that the server matches", async () => {
    const ok = {
      responses: { 200: { description: "-", content: { "application/json": { schema: { type: "object" } } } } },
    };
    const paths = [
      "/users/{id}/posts/{post-id}",
      "/users/{user.id}",
      "/files/{name}:copy",
      "/v{version}/all",
      "/{größe}",
    ];
    const handlers = createMockHandlers({
      baseUrl: "*/base",
      document: {
        openapi: "3.1.1",
        info: { title: "Paths", version: "1" },
        paths: Object.fromEntries(
          paths.map((path) => {
            const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
            const parameters = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
            return [path, { get: { ...ok, parameters } }];
          }),
        ),
      },
    }).handlers;
    server.use(...handlers);
    const status = async (path: string) => (await fetch(`https://other.example${path}`)).status;
    for (const path of ["/users/1/posts/2", "/users/a.b", "/files/a:copy", "/v2/all", "/x"])
      expect([path, await status(`/base${path}`)]).toEqual([path, 200]);
    expect((await fetch("https://other.example/base/v2/all", { method: "PUT" })).status).toBe(405);
    server.resetHandlers();
  });

  it("store and reject records, and can be reset", async () => {
    const record = (value: string) => `{"uid":"u","items":[{"key":"k","type":"string","value":"${value}"}]}`;
    const first = await create(record("a"));
    expect([first.status, (await create(record("a"))).body]).toEqual([201, first.body]);
    expect((await create(record("b"))).body.message).toMatch(/exists already/);
    mock.reset();
    expect((await create(record("b"))).status).toBe(201);
    expect((await create("{")).body.message).toBe("the body is not JSON: it ends too early");
    expect((await call("/api/v1/reports", { headers: { apiKey: "x" } })).status).toBe(401);
    const wrong = await call("/api/v1/reports", { method: "DELETE", headers });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    const head = await fetch(`${base}/api/v1/reports`, { method: "HEAD", headers });
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([200, "application/json", ""]);
  });

  it("fail on demand", async () => {
    mock.use({ name: "limited", summary: "", faults: [{ status: 429, retryAfter: 2 }] });
    const limited = await call("/api/v1/reports");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "2"]);
    mock.use({ name: "reset", summary: "", faults: [{ reset: true }] });
    await expect(call("/api/v1/reports")).rejects.toThrow();
    mock.use({ name: "cut", summary: "", faults: [{ cut: 0.5 }] });
    await expect(call("/api/v1/reports")).rejects.toThrow();
    mock.use({ name: "slow", summary: "", faults: [{ delay: 5, bodyTime: 10 }] });
    expect((await call("/api/v1/reports")).body.count).toBe(1000);
    mock.use("empty");
    expect((await call("/api/v1/reports")).body.count).toBe(0);
    mock.use("none");
    const preferred = await call("/api/v1/reports", { headers: { ...headers, Prefer: "code=500" } });
    expect(preferred.status).toBe(500);
  });

  it("serve a base URL with a path, and keep it in links", async () => {
    const { body } = await call("https://based.example/v/api/v1/reports?limit=1", { headers: { apiKey: "k" } });
    expect(body).toMatchObject({ count: 3, next: "https://based.example/v/api/v1/reports?limit=1&offset=1" });
  });

  it("contain only code that runs in browsers: nothing of Node or Prism", async () => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const visit = async (file: string): Promise<void> => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = await readFile(file, "utf8");
      for (const [, type, name = ""] of text.matchAll(/^(?:import|export)\s(type\s)?[^;]*?from "([^"]+)"/gm)) {
        if (type) continue;
        if (name.startsWith(".")) await visit(join(dirname(file), name.replace(/\.js$/, ".ts")));
        else packages.add(name);
      }
    };
    await visit(fileURLToPath(new URL("../src/msw.ts", import.meta.url)));
    expect(seen.size).toBeGreaterThan(15);
    expect([...packages].sort()).toEqual([
      "@metadata-service/openapi/openapi.json",
      "@metadata-service/openapi/openapi.numbers.json",
      "@metadata-service/server-rules",
      "@metadata-service/spec-tools",
      "@metadata-service/spec-tools/json",
      "json-schema-faker",
      "msw",
    ]);
  });
});
