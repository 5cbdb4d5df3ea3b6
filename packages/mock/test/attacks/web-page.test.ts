import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { rawRequest, sendRaw } from "@metadata-service/test-kit/hostile/raw-http";
import { afterAll, describe, expect, it } from "vitest";
import { WAIT_LIMIT } from "../../../../vitest.base.js";
import { startMock } from "../../src/index.js";
import { testMock } from "../helpers.js";

// A web page in the browser of somebody who runs a mock. The page's host name may resolve to this machine (DNS
// rebinding). The browser then treats the mock as the page's own server, so `Origin` and `Host` match.

const mock = await testMock();
const { port } = new URL(mock.url);
const EVIL = `evil.example:${port}`;
const send = (request: Parameters<typeof rawRequest>[0]) => sendRaw(Number(port), rawRequest(request));

describe("a web page", () => {
  const paths = [
    ["GET", "/__mock/"],
    ["GET", "/__mock"],
    ["GET", "/__mock/state"],
    ["GET", "/__mock/requests"],
    ["GET", "/__mock/events"],
    ["POST", "/__mock/reset"],
    ["POST", "/__mock/scenario"],
    ["GET", "/api/v1/reports"],
    ["GET", "/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"],
    ["OPTIONS", "/__mock/scenario"],
    ["OPTIONS", "/api/v1/reports"],
  ] as const;

  it.each(paths)("cannot reach %s %s by rebinding its name to this machine", async (method, target) => {
    const body = method === "POST" ? '{"name":"empty"}' : undefined;
    for (const headers of [
      { Host: EVIL, Origin: `http://${EVIL}` },
      { Host: EVIL, Origin: null },
      { Host: "localhost.evil.example", Origin: "http://localhost.evil.example" },
      { Host: "127.0.0.1.evil.example", Origin: "http://127.0.0.1.evil.example" },
    ]) {
      const preflight = { "Access-Control-Request-Method": method === "OPTIONS" ? "POST" : null };
      const reply = await send({ method, target, headers: { ...headers, ...preflight }, body });
      expect([reply.status, JSON.parse(reply.body).message]).toEqual([
        400,
        expect.stringContaining(`not "${headers.Host}"`),
      ]);
    }
    expect((await mock.call("/__mock/state")).body["scenario"]).toBe("none");
  });

  it.each(["GET", "POST", "OPTIONS"])("of another origin is rejected by the control: %s", async (method) => {
    for (const Origin of ["https://evil.example", "null", `http://localhost.evil.example:${port}`]) {
      const headers = { Origin, "Access-Control-Request-Method": "POST" };
      const reply = await send({ method, target: "/__mock/scenario", headers, body: '{"name":"empty"}' });
      expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([403, undefined]);
    }
    expect((await mock.call("/__mock/state")).body["scenario"]).toBe("none");
  });

  it("never sends credentials, neither to the API nor to the control", async () => {
    for (const Origin of ["https://evil.example", "http://localhost:5173"])
      for (const target of ["/api/v1/reports", "/__mock/state", "/files/6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"])
        for (const method of ["GET", "OPTIONS"]) {
          const headers = { Origin, "Access-Control-Request-Method": "GET" };
          const reply = await send({ method, target, headers });
          expect(reply.headers.get("access-control-allow-credentials")).toBeUndefined();
        }
  });

  it.skipIf(noChromium)(
    `cannot switch the scenario in a real browser after DNS rebinding${noChromium ? ` (skipped: ${noChromium})` : ""}`,
    async () => {
      const browser = await launchChromium(["--host-resolver-rules=MAP evil.example 127.0.0.1"]);
      try {
        const page = await browser.newPage();
        page.setDefaultTimeout(WAIT_LIMIT / 2);
        const response = await page.goto(`http://${EVIL}/__mock/`);
        expect(response?.status()).toBe(400);
        const status = await page.evaluate(async () => {
          const reply = await fetch("/__mock/scenario", { method: "POST", body: '{"name":"empty"}' });
          return reply.status;
        });
        expect(status).toBe(400);
        expect((await mock.call("/__mock/state")).body["scenario"]).toBe("none");
      } finally {
        await browser.close();
      }
    },
  );
});

describe("the host names of a mock", () => {
  it("are those of loopback", async () => {
    for (const Host of [`localhost:${port}`, `127.0.0.1:${port}`, "app.localhost", "[::1]:80", "LOCALHOST"])
      expect((await send({ target: "/__mock/state", headers: { Host } })).status).toBe(200);
  });

  it("include those that the user configured", async () => {
    const named = await startMock({ allowedHosts: ["mock.internal"] });
    afterAll(() => named.stop());
    const at = (Host: string) =>
      sendRaw(Number(new URL(named.url).port), rawRequest({ target: "/api/v1/reports?limit=1", headers: { Host } }));
    expect((await at("mock.internal:4010")).status).toBe(200);
    expect((await at("other.internal:4010")).status).toBe(400);
  });
});
