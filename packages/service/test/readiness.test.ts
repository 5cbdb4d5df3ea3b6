import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Metrics } from "../src/http/metrics.js";
import { createOpsServer } from "../src/http/ops-server.js";
import { createReadiness, READINESS_MS } from "../src/http/readiness.js";
import { startOn } from "./support/start.js";
import { getBytes, openWire } from "./support/wire.js";

it("one probe serves all who ask at once or shortly after, whether it succeeds or fails", async () => {
  let now = 0;
  let probes = 0;
  let end = (_error?: Error) => {};
  const { ask: ready, stop } = createReadiness(
    () =>
      new Promise((resolve, reject) => {
        probes++;
        end = (error) => (error ? reject(error) : resolve());
      }),
    () => now,
  );
  const asked = Array.from({ length: 32 }, ready);
  now = 7;
  end();
  expect(new Set(await Promise.all(asked))).toEqual(new Set([{ reason: undefined, probeMs: 7 }]));
  now += READINESS_MS - 1;
  await ready();
  expect(probes).toBe(1);
  now += 1;
  const failing = [ready(), ready()];
  end(new Error("no space"));
  expect((await Promise.all(failing)).map(({ reason }) => reason)).toEqual(["no space", "no space"]);
  expect((await ready()).reason).toBe("no space");
  expect(probes).toBe(2);
  now += READINESS_MS;
  const again = ready();
  end();
  expect([(await again).reason, probes]).toEqual([undefined, 3]);
  stop();
  expect((await ready()).reason).toBe("stopping");
});

it("requests of the private port take turns, and a probe does not wait for the others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createOpsServer({
    metrics: { contentType: "text/plain", text: async () => "" } as Metrics,
    allowedHosts: [],
    ready: async () => ({ probeMs: 1 }),
    status: () => Promise.reject(new Error("no status")),
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = async (path: string) => {
    const { socket, closed, received } = await openWire(`http://${host}`);
    socket.write(getBytes(path, { Host: host, Connection: "close" }));
    return { closed, received };
  };
  const first = await get("/metrics");
  await first.closed;
  const second = await get("/metrics");
  const probe = await get("/healthz");
  await probe.closed;
  expect(probe.received()).toContain("alive");
  expect(second.received()).toBe("");
  await vi.advanceTimersByTimeAsync(5);
  await second.closed;
  expect(second.received()).toMatch(/^HTTP\/1\.1 200 /);
});

it("a page of another origin gets a 403 from the private port; its own page and followed links do not", async () => {
  const under = await startOn(PGLITE, { opsPort: 0 });
  onTestFinished(() => under.end());
  const url = under.service.opsUrl ?? "";
  const { host } = new URL(url);
  const statusOf = async (path: string, headers: Record<string, string>) => {
    const { socket, closed, received } = await openWire(url);
    socket.write(getBytes(path, { Host: host, Connection: "close", ...headers }));
    await closed;
    return Number(/^HTTP\/1\.1 (\d+)/.exec(received())?.[1]);
  };
  for (const path of ["/", "/readyz"]) {
    expect(await statusOf(path, {})).toBe(200);
    for (const site of ["same-origin", "none"]) expect(await statusOf(path, { "Sec-Fetch-Site": site })).toBe(200);
    const link = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1" };
    expect(await statusOf(path, link)).toBe(200);
    for (const site of ["same-site", "cross-site"]) expect(await statusOf(path, { "Sec-Fetch-Site": site })).toBe(403);
    // A window that a script opens.
    expect(await statusOf(path, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document" })).toBe(403);
    for (const page of ["http://evil.example", "http://127.0.0.1:1", "null", "https://evil.example/x"]) {
      expect(await statusOf(path, { Origin: page })).toBe(403);
      expect(await statusOf(path, { Referer: page })).toBe(403);
    }
    expect(await statusOf(path, { Referer: `http://${host}/` })).toBe(200);
  }
});
