/** If the server is down, hangs, or is unavailable behind its gateway, the run ends with a one-sentence reason. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { main } from "../src/cli/main.js";
import { runContract, type Target } from "../src/index.js";
import { warningsOf } from "../src/report/warnings.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const document = bundle();
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Starts a server that responds to the first request, so that the run begins. */
async function listen(answer: RequestListener): Promise<string> {
  let isFirst = true;
  const server = createServer((request, response) => {
    if (isFirst) response.writeHead(400).end();
    else answer(request, response);
    isFirst = false;
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const only = /law|accepts/;

it("ends the run after a few requests that timed out", async () => {
  const baseUrl = await listen(() => {});
  const report = await runContract({ document, baseUrl, apiKey: "k", only, timeout: 100 });
  expect(report.stopped).toMatch(/is down: no response arrived in time, \d+ times in a row$/);
  expect(report).toMatchObject({ passed: 0, failed: 0 });
  expect(report.notRun).toBeGreaterThan(300);
});

it("ends the run if the server is silent, even if the time limit of requests is long", async () => {
  const baseUrl = await listen(() => {});
  const givingUp = { deadInRow: 12, silence: 200 };
  const report = await runContract({ document, baseUrl, apiKey: "k", only, timeout: 600_000, givingUp });
  expect(report.stopped).toContain("has not responded for");
  expect(report).toMatchObject({ passed: 0, failed: 0 });
});

it("reports no failures if the server hangs and requests are sent one at a time", async () => {
  const baseUrl = await listen(() => {});
  const report = await runContract({ document, baseUrl, apiKey: "k", only, timeout: 50, concurrency: 1 });
  expect(report.stopped).toContain("12 times in a row");
  expect(report).toMatchObject({ passed: 0, failed: 0 });
});

it("ends the run if the server returns only 503", async () => {
  const baseUrl = await listen((_, response) => void response.writeHead(503).end());
  const report = await runContract({ document, baseUrl, apiKey: "k", only });
  expect(report.stopped).toContain("it responds with 503");
  expect(report).toMatchObject({ passed: 0, failed: 0 });
});

it("keeps earlier results if the server goes down, and counts the rest as not run", async () => {
  const inner = reference(document, { defaultLimit: 20 });
  let answers = 0;
  const gone = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const target: Target = {
    ...inner,
    send: (request) => (++answers > 400 ? Promise.reject(gone) : inner.send(request)),
  };
  const report = await runContract({ document, target, only: /law defaults|accepts/, seed: 1 });
  expect(report.stopped).toContain("connect ECONNREFUSED");
  expect(report.passed).toBeGreaterThan(50);
  expect(report.notRun).toBeGreaterThan(100);
  expect(report.results.filter(({ reason }) => reason?.includes("ECONNREFUSED"))).toEqual([]);
});

it.each([
  ["lacks one operation", /^listPurchaseOrders$/, false],
  ["lacks every operation", /./, true],
])("says whether a server that %s is probably another one", async (_, lacking, isElsewhere) => {
  const inner = reference(document);
  const missing = { status: 404, headers: {}, body: "" };
  const paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
    lacking.test(String(Object(get).operationId)) ? [path] : [],
  );
  const lacks = (path: string) => paths.some((one) => path.split("?")[0]?.endsWith(one));
  const target: Target = {
    ...inner,
    send: (request) => (lacks(request.path) ? Promise.resolve(missing) : inner.send(request)),
  };
  const report = await runContract({ document, target, only: /^listReports accepts/, effort: 300, seed: 1 });
  expect(report).toMatchObject({ isElsewhere });
  expect(report.stopped).toBeUndefined();
});

it("does not end the run if the server returns 503 only for some requests", async () => {
  const inner = reference(document);
  let asked = 0;
  const busy = { status: 503, headers: { "content-type": "application/json" }, body: "{}" };
  const target: Target = { ...inner, send: (request) => (++asked % 5 ? inner.send(request) : Promise.resolve(busy)) };
  const report = await runContract({ document, target, only: /accepts/, seed: 1 });
  expect(report.stopped).toBeUndefined();
  expect(report.failed).toBeGreaterThan(20);
});

it("retries after occasional 429s, and reports them as one failure with the first request", async () => {
  const inner = reference(document);
  let asked = 0;
  const limited = { status: 429, headers: { "content-type": "application/json", "retry-after": "0" }, body: "{}" };
  const target: Target = {
    ...inner,
    send: (request) => (++asked % 30 ? inner.send(request) : Promise.resolve(limited)),
  };
  const { results } = await runContract({
    document,
    target,
    only: /^(createMetadata accepts|\* rate:)/,
    seed: 1,
    effort: "quick",
  });
  const failed = results.filter(({ verdict }) => verdict === "failed");
  expect(failed.map(({ id }) => id)).toEqual(["* rate: no 429 with at most 20 requests at a time"]);
  expect(failed[0]?.reason).toMatch(
    /^\d+ responses were a 429, although at most 20 requests were in flight; the first to POST /,
  );
  expect(failed[0]?.exchange?.response.status).toBe(429);
});

it("stops at the time limit, and reports how many cases did not run", async () => {
  const inner = reference(document);
  const target: Target = { ...inner, send: () => new Promise(() => {}) };
  const report = await runContract({ document, target, only, maxTime: 150 });
  expect(report.stopped).toBe("the time limit of 0.15 s for the run has expired");
  expect(report.notRun).toBeGreaterThan(300);
});

it("makes the command explain why the run did not finish, and exit with 2", async () => {
  const url = await listen(() => {});
  const out = { stdout: "", stderr: "" };
  const args = ["--base-url", url, "--api-key", "k", "--timeout", "1", "--only", "law"];
  const code = await main(args, {
    environment: {},
    stdout: { write: (text) => (out.stdout += text) },
    stderr: { write: (text) => (out.stderr += text) },
  });
  expect(code, out.stderr).toBe(2);
  expect(out.stdout).toMatch(/0 passed, 0 failed, \d+ not run in/);
  expect(out.stdout).toMatch(
    /The run did not finish: .* (is down|does not respond): no response (arrived in time|within 1 s)/,
  );
});

it("asks once more at the end of a run that was too short to be sure", async () => {
  const few = {
    document,
    apiKey: "k",
    only: /law (order|defaults)/,
    timeout: 50,
    seed: 4,
    givingUp: { deadInRow: 1000, silence: 20_000 },
  };
  const report = await runContract({ ...few, baseUrl: await listen(() => {}) });
  expect(report.stopped).toMatch(/does not respond: no response within 0.05 s$/);
  expect(report).toMatchObject({ passed: 0, failed: 0 });
});

it("reports a case that got no response as failed, if the server responds to another request", async () => {
  const baseUrl = await listen(({ url = "" }, response) => {
    if (!url.includes("?")) response.writeHead(400).end();
  });
  const report = await runContract({ document, baseUrl, apiKey: "k", only: /listReports law page size/, timeout: 50 });
  expect(report.stopped).toBeUndefined();
  expect(report.results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ["failed", "no response within 0.05 s"],
  ]);
});

it.each([
  ["http://localhost:1", "http://localhost:1/v1"],
  ["http://localhost:1/", "http://localhost:1/v1"],
  ["http://localhost:1/v1", undefined],
])("a server at %s that knows no path is told the path of the document's server", async (baseUrl, meant) => {
  const inner = reference(document);
  const target: Target = { ...inner, baseUrl, send: () => Promise.resolve({ status: 404, headers: {}, body: "" }) };
  const below = { ...document, servers: [{ url: "https://api.example/v1/" }] };
  const report = await runContract({ document: below, target, only: /^listReports accepts/, effort: 300, seed: 1 });
  const [warning = ""] = warningsOf(report);
  expect(warning).toContain("correct --base-url");
  if (meant === undefined) expect(warning).not.toContain("it may be");
  else expect(warning).toContain(`it may be ${meant}.`);
});
