/** The server over HTTP: for this machine, with a token, and for no web page. */
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { startMock } from "@metadata-service/mock";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import { afterAll, expect, it } from "vitest";
import { WAIT_LIMIT } from "../../../vitest.base.js";
import { startHttp } from "./support/session.js";

const mock = await startMock({ size: 3 });
afterAll(() => mock.stop());

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "listReports", arguments: {} } };

/** The status of a request with these headers. */
async function statusOf(url: string, headers: Record<string, string>) {
  const sent = request(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });
  sent.end(JSON.stringify(LIST));
  const [response] = await once(sent, "response");
  await text(response);
  return response.statusCode;
}

it("serves only who has the token, and names this machine in Host and Origin", async () => {
  const { url, token } = await startHttp(mock);
  const { port } = new URL(url);
  const authorization = `Bearer ${token}`;
  expect(await statusOf(url, {})).toBe(401);
  expect(await statusOf(url, { authorization: "Bearer wrong" })).toBe(401);
  expect(await statusOf(url, { authorization: `Basic ${token}` })).toBe(401);
  // A session is missing: the request came through.
  expect(await statusOf(url, { authorization })).toBe(400);
  for (const host of [`evil.example:${port}`, "127.0.0.1.evil.example", "localhost.evil.example", "169.254.169.254"])
    expect([host, await statusOf(url, { authorization, host })]).toEqual([host, 403]);
  for (const origin of ["https://evil.example", "null", `http://localhost.evil.example:${port}`])
    expect([origin, await statusOf(url, { authorization, origin })]).toEqual([origin, 403]);
  expect(await statusOf(url, { authorization, origin: `http://localhost:${port}`, host: `[::1]:${port}` })).toBe(400);
  expect(await statusOf(new URL("/other", url).href, { authorization })).toBe(404);
});

it("listens on this machine alone, with the token of the environment, which it does not print", async () => {
  const { url, token } = await startHttp({ ...mock, token: "a-token-of-the-user" });
  expect([new URL(url).hostname, token]).toEqual(["127.0.0.1", ""]);
  expect(await statusOf(url, { authorization: "Bearer a-token-of-the-user" })).toBe(400);
});

it("ends with the code of its signal", async () => {
  const { process } = await startHttp(mock);
  process.kill("SIGTERM");
  expect(await once(process, "exit")).toEqual([143, null]);
});

it.skipIf(noChromium)(
  `is out of reach for a page whose name was pointed to this machine${noChromium ? ` (skipped: ${noChromium})` : ""}`,
  async () => {
    const { url, token } = await startHttp(mock);
    const { port } = new URL(url);
    const browser = await launchChromium(["--host-resolver-rules=MAP evil.example 127.0.0.1"]);
    try {
      const tab = await browser.newPage();
      tab.setDefaultTimeout(WAIT_LIMIT / 2);
      // The name of the page leads here now, and it even knows the token.
      await tab.goto(`http://evil.example:${port}/`);
      const call = { list: LIST, token };
      const status = await tab.evaluate(async ({ list, token }) => {
        const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
        return (await fetch("/mcp", { method: "POST", headers, body: JSON.stringify(list) })).status;
      }, call);
      expect(status).toBe(403);
    } finally {
      await browser.close();
    }
  },
);
