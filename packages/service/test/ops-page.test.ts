/** The content of the page at `/` on the private port. */
import { PassThrough } from "node:stream";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActivity } from "../src/http/activity.js";
import { opsPage } from "../src/http/ops-page.js";
import type { OpsStatus } from "../src/http/ops-status.js";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";
import { openWire } from "./support/wire.js";

const ORDER = {
  uid: "po-1",
  po_number: "1",
  created_at: "2026-11-20T08:30:00.000000+00:00",
  updated_at: "2026-11-20T08:30:00.000000+00:00",
};

let under: ServiceUnderTest;
beforeAll(async () => {
  under = await startOn(PGLITE, { opsPort: 0, rate: 123_456 });
});
afterAll(() => under?.end());

const status = () => json<OpsStatus>(fetch(`${under.service.opsUrl}/`));

/** Starts an import that continues until its file ends. */
async function longImport() {
  const file = new PassThrough();
  const done = under.service.administration.importRecords("purchase-orders", file, { onReject: () => {} });
  file.write(`${JSON.stringify(ORDER)}\n`);
  await expect.poll(async () => (await status()).imports.length).toBe(1);
  return async () => {
    file.end();
    await done;
  };
}

describe("the status at / of the private port", () => {
  it("contains version, activity and limits", async () => {
    await json(under.get("/api/v1/reports"));
    await json(under.get("/api/v1/reports?limit=0"), 400);
    // A response is counted after it was sent completely, which the caller may notice first.
    await expect.poll(async () => (await status()).lastMinute[0]?.requests).toBe(2);
    const found = await status();
    expect(found).toMatchObject({
      version: "0.1.0",
      ready: true,
      underWay: 0,
      imports: [],
      database: `the folder ${under.database.options.data}`,
      lastMinute: [{ operation: "listReports", requests: 2, statuses: { 200: 1, 400: 1 } }],
    });
    expect(found.limits).toContainEqual({
      name: "Per key",
      limit: 123_456,
      unit: "requests per second",
      flag: "rate",
    });
    expect(found.limits.find(({ flag }) => flag === "max-connections")?.used).toBe(found.connections);
    expect(found.connections).toBeGreaterThan(0);
    const page = await fetch(`${under.service.opsUrl}/`, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("123,456 requests per second");
  });

  it("contains the imports in progress", async () => {
    const end = await longImport();
    expect((await status()).imports).toEqual([
      { into: "purchase-orders", startedAt: expect.any(String), records: 0, rejected: 0, bytes: 0 },
    ]);
    await end();
    expect((await status()).imports).toEqual([]);
  });

  it("reports that the service is not ready because it is stopping", async () => {
    const stopping = await startOn(PGLITE, { opsPort: 0 });
    // The public port closes first, and waits for requests in progress.
    const { socket, closed } = await openWire(stopping.service.url);
    socket.write(
      `POST /api/v2/metadata/inspection HTTP/1.1\r\nHost: localhost\r\napiKey: test-key\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
    );
    const ask = () => json<OpsStatus>(fetch(`${stopping.service.opsUrl}/`));
    await expect.poll(async () => (await ask()).underWay).toBe(1);
    const stopped = stopping.end();
    await expect.poll(async () => (await ask()).reason).toBe("stopping");
    expect((await ask()).ready).toBe(false);
    socket.end("}");
    await Promise.all([closed, stopped]);
  });
});

describe("the requests of the last minute", () => {
  it("are counted by operation, with latencies accurate to 10 percent, and forgotten after a minute", () => {
    let now = 5_000_000;
    const activity = createActivity(() => now);
    for (let n = 1; n <= 100; n++) activity.answered("list", n <= 90 ? 200 : 500, n / 1_000);
    now += 10_000;
    activity.answered("create", 201, 0.00001);
    const [list, create] = activity.lastMinute();
    expect(list).toMatchObject({
      operation: "list",
      requests: 100,
      requestsPerSecond: 10,
      statuses: { 200: 90, 500: 10 },
    });
    const isNear = (ms = 0, wanted: number) => Math.abs(ms / wanted - 1) < 0.1;
    expect([isNear(list?.medianMs, 50), isNear(list?.p95Ms, 95), isNear(list?.p99Ms, 99)]).toEqual([true, true, true]);
    expect(create).toMatchObject({ operation: "create", requests: 1, statuses: { 201: 1 } });
    now += 51_000;
    expect(activity.lastMinute().map(({ operation }) => operation)).toEqual(["create"]);
    // Counted for this second, not for the one a minute ago that used the same slot.
    activity.answered("create", 201, 1_000_000);
    expect(activity.lastMinute()).toMatchObject([{ requests: 2, requestsPerSecond: 2 / 60 }]);
    now += 3_600_000;
    expect(activity.lastMinute()).toEqual([]);
  });
});

it("the page escapes every text", async () => {
  const page = opsPage({
    ...(await status()),
    ready: false,
    reason: "<img src=x onerror=alert(1)>",
    imports: [{ into: '"><script>', startedAt: "", records: 0, rejected: 0, bytes: 0 }],
  });
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(page).not.toMatch(/<img|"><script>/);
});
