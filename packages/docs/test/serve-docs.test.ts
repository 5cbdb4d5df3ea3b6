import { Agent, request } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type DocsServer, serveDocs } from "../src/index.js";

let docs: DocsServer;
beforeAll(async () => {
  docs = await serveDocs({ port: 0 });
});
afterAll(() => docs.stop());

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends one request with the path exactly as given; fetch would normalize it. */
function send(
  path: string,
  { method = "GET", headers = {}, to = docs.url, agent = false as Agent | false } = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(to);
    // Uses a new connection: the server may close an idle one just when it is reused.
    request({ hostname, port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

test("the console offers the server's API address on every page", async () => {
  const other = await serveDocs({ port: 0, api: "http://127.0.0.1:5010" });
  onTestFinished(() => other.stop());
  for (const path of ["/try.html", "/try/listReports.html"]) {
    const page = (await send(path, { to: other.url })).body.toString("utf8");
    expect(page, path).toContain('<input id="try-base" value="http://127.0.0.1:5010"');
  }
  expect((await send("/try.html")).body.toString("utf8")).toContain('value="http://localhost:4010"');
});

test.each([
  ["/", "text/html; charset=utf-8"],
  ["/openapi.json", "application/json"],
  ["/openapi.yaml", "application/yaml"],
])("%s is served as %s", async (path, type) => {
  const received = await send(path);
  expect(received.status).toBe(200);
  expect(received.headers["content-type"]).toBe(type);
  expect(received.headers["x-content-type-options"]).toBe("nosniff");
  expect(received.headers["content-length"]).toBe(String(received.body.length));
});

test("the start page has a policy that allows no scripts from other hosts", async () => {
  const { headers } = await send("/");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  const scripts = policy.match(/script-src ([^;]*)/)?.[1]?.split(" ") ?? [];
  expect(scripts).toContain("'self'");
  for (const source of scripts) expect(source).toMatch(/^'(self|sha256-[A-Za-z0-9+/=]+)'$/);
});

test("a body is compressed for clients that accept it", async () => {
  const plain = await send("/openapi.json");
  const zipped = await send("/openapi.json", { headers: { "Accept-Encoding": "br, gzip" } });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(zipped.headers["vary"]).toBe("Accept-Encoding");
  expect(zipped.body.length).toBeLessThan(plain.body.length / 2);
  expect(gunzipSync(zipped.body)).toEqual(plain.body);
});

test("files are revalidated each time, with an ETag of their content", async () => {
  const { headers } = await send("/openapi.json");
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers["etag"]).toMatch(/^"[\w-]{22}"$/);
  expect((await send("/openapi.yaml")).headers["etag"]).not.toBe(headers["etag"]);
});

test("an unchanged file is not sent again", async () => {
  const first = await send("/");
  const again = await send("/", { headers: { "If-None-Match": String(first.headers["etag"]) } });
  expect(again.status).toBe(304);
  expect(again.body.length).toBe(0);
  const changed = await send("/", { headers: { "If-None-Match": '"of-another-build"' } });
  expect(changed.status).toBe(200);
});

test.each([
  "/../package.json",
  "/..%2fpackage.json",
  "/%2e%2e/package.json",
  "/..\\package.json",
  "//etc/passwd",
  "/index.html%00",
  "/index.js",
  "/nothing",
  "/__proto__",
])("%s is not found", async (path) => {
  expect((await send(path)).status).toBe(404);
});

test("a range request gets the whole file", async () => {
  const whole = await send("/openapi.json");
  const part = await send("/openapi.json", { headers: { Range: "bytes=0-9" } });
  expect([part.status, part.headers["accept-ranges"]]).toEqual([200, undefined]);
  expect(part.body).toEqual(whole.body);
});

test("the page for an unknown URL links to the start page from any depth", async () => {
  const { status, body } = await send("/guides/of/old/times.html");
  expect(status).toBe(404);
  expect(body.toString()).toContain('<a href="/index.html">start page</a>');
  expect(body.toString()).toContain('href="/assets/site.css"');
});

test("HEAD gets a response without a body, other methods a 405", async () => {
  const head = await send("/", { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(Number(head.headers["content-length"])).toBeGreaterThan(0);
  expect(head.body.length).toBe(0);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const received = await send("/", { method });
    expect(received.status).toBe(405);
    expect(received.headers["allow"]).toBe("GET, HEAD");
  }
});

test("with a base path, the site is served there and nowhere else", async () => {
  const based = await serveDocs({ port: 0, base: "docs/v1" });
  try {
    expect(new URL(based.url).pathname).toBe("/docs/v1/");
    expect((await send("/docs/v1/", { to: based.url })).status).toBe(200);
    expect((await send("/docs/v1/openapi.json", { to: based.url })).status).toBe(200);
    expect((await send("/openapi.json", { to: based.url })).status).toBe(404);
    const bare = await send("/docs/v1", { to: based.url });
    expect([bare.status, bare.headers["location"]]).toEqual([308, "/docs/v1/"]);
  } finally {
    await based.stop();
  }
});

test("a port in use is reported in one sentence", async () => {
  const port = Number(new URL(docs.url).port);
  await expect(serveDocs({ port })).rejects.toThrow(
    `Port ${port} is taken; stop what listens there, or choose another with --port (0 picks a free one).`,
  );
});

test("stop closes open connections too", async () => {
  const server = await serveDocs({ port: 0 });
  const agent = new Agent({ keepAlive: true });
  await send("/", { to: server.url, agent });
  await server.stop();
  await expect(send("/", { to: server.url })).rejects.toThrow(/ECONNREFUSED|ECONNRESET|socket hang up/);
});
