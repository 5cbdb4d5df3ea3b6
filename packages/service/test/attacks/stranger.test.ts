import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { CLI, databaseFlags, startProcess } from "@metadata-service/test-kit/service/service-process";
import { PGLITE, POSTGRESQL, TARGETS } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { startService } from "../../src/index.js";
import { asFirstRelease } from "../support/old-database.js";
import { type ServiceUnderTest, startOn } from "../support/start.js";
import { getBytes, openWire } from "../support/wire.js";

// The attacker: somebody without a key who can reach the public port.

describe.each(TARGETS)("a caller without a key, on $name", (target) => {
  let under: ServiceUnderTest;
  beforeAll(async () => {
    under = await startOn(target);
  });
  afterAll(() => under.end());
  const ask = (headers: Record<string, string>) => fetch(`${under.service.url}/api/v1/reports`, { headers });

  it("cannot distinguish a revoked or expired key from one that never existed", async () => {
    const { administration } = under.service;
    const revoked = await administration.createKey("revoked", null);
    await administration.revokeKey(revoked.id);
    const expired = await createdLongAgo(() => administration.createKey("expired", "2020-01-01T00:00:00Z"));
    const keys = [revoked.key, expired.key, `${revoked.key}x`, revoked.key.slice(0, 46), "demo-key", "x"];
    const seen = await Promise.all(
      [...keys.map((apiKey) => ({ apiKey })), {}].map(async (headers) => {
        const response = await ask(headers as Record<string, string>);
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(seen[0]).toMatch(/^401 /);
    expect(new Set(seen).size).toBe(1);
  });

  it("cannot use a key that an earlier start was given, because that key is not stored in the database", async () => {
    const database = await target.create();
    onTestFinished(() => database.remove());
    const statusOn = async (url: string) =>
      (await fetch(`${url}/api/v1/reports`, { headers: { apiKey: "demo-key" } })).status;
    const demonstration = await startService({ ...database.options, apiKey: "demo-key" });
    expect(await statusOn(demonstration.url)).toBe(200);
    expect(await demonstration.administration.listKeys()).toEqual([]);
    await demonstration.stop();
    const production = await startService(database.options);
    onTestFinished(() => production.stop());
    expect(production.firstKey?.key).toMatch(/^ms_/);
    expect(await statusOn(production.url)).toBe(401);
  });
});

/** Creates an expired key, which is not possible with an expiry in the past. */
async function createdLongAgo<T>(create: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.parse("2019-01-01T00:00:00Z"));
  try {
    return await create();
  } finally {
    clock.mockRestore();
  }
}

const FAILURES = 100;
/** The time after which an idle connection without a valid key is closed, in ms. */
const KEYLESS = 300;

/** Only Linux assigns the whole of 127.0.0.0/8 to a machine. */
const ONE_ADDRESS = process.platform !== "linux" && "this system has one loopback address";

describe.each(TARGETS)("a caller without a key who wants to lock out others, on $name", (target) => {
  let under: ServiceUnderTest;
  /** Created by the service, so that it is looked up in the database. */
  let key = "";
  // The clock is stopped: even on a slow machine, no limit is reset and no connection is idle for too long.
  let now = 0;
  beforeAll(async () => {
    const limits = {
      maxConnections: 40,
      maxConnectionsPerAddress: 30,
      keylessTimeout: KEYLESS,
      failuresPerMinute: FAILURES,
    };
    under = await startOn(target, { opsPort: 0, ...limits }, () => now);
    key = (await under.service.administration.createKey("good", null)).key;
  });
  afterAll(() => under.end());
  const LIST = "/api/v1/reports";
  /** Returns the status that a new caller gets. */
  const statusOf = async (apiKey: string, from?: string, more: Record<string, string> = {}) => {
    const wire = await openWire(under.service.url, from);
    wire.socket.write(getBytes(LIST, { apiKey, ...more, Connection: "close" }));
    await wire.closed;
    return wire.statuses()[0];
  };
  const metric = async (name: string) => {
    const text = await (await fetch(`${under.service.opsUrl}/metrics`)).text();
    return Number(
      text
        .split("\n")
        .find((line) => line.startsWith(name))
        ?.split(" ")
        .at(-1) ?? 0,
    );
  };

  it("cannot do so with open connections, which are closed when room is needed or when they are idle", async () => {
    const wires = await Promise.all(Array.from({ length: 80 }, () => openWire(under.service.url)));
    for (let n = 0; n < 10; n++) expect(await statusOf(key)).toBe(200);
    const isIdle = 'metadata_service_connections_closed_total{reason="idle without a key"}';
    expect(await metric(isIdle)).toBe(0);
    now += KEYLESS;
    await Promise.all(wires.map(({ closed }) => closed));
    expect(await metric('metadata_service_connections_closed_total{reason="no room"}')).toBeGreaterThan(0);
    expect(await metric(isIdle)).toBeGreaterThan(0);
  });

  it("loses idle connections that never sent a valid key, while one with a key stays open", async () => {
    const [good, refused, silent] = await Promise.all(Array.from({ length: 3 }, () => openWire(under.service.url)));
    if (!good || !refused || !silent) throw new Error("Expected three connections");
    good.socket.write(getBytes(LIST, { apiKey: key }));
    await expect.poll(() => good.statuses()).toEqual([200]);
    refused.socket.write(getBytes(LIST, { apiKey: "made up" }));
    await expect.poll(() => refused.statuses()).toEqual([401]);
    now += KEYLESS;
    await Promise.all([refused.closed, silent.closed]);
    good.socket.write(getBytes(LIST, { apiKey: key }));
    await expect.poll(() => good.statuses()).toEqual([200, 200]);
    good.socket.destroy();
  });

  const skipped = ONE_ADDRESS && ` (skipped: ${ONE_ADDRESS})`;
  it.skipIf(ONE_ADDRESS)(
    `gets 429s after guessing keys, but valid keys from the same address still work${skipped || ""}`,
    async () => {
      const from = "127.0.0.2";
      for (let n = 0; n < FAILURES; n++) expect(await statusOf("made up", from)).toBe(401);
      expect(await statusOf("made up", from)).toBe(429);
      // X-Forwarded-For is only trusted if it comes from a trusted proxy.
      expect(await statusOf("made up", from, { "X-Forwarded-For": "203.0.113.1" })).toBe(429);
      const wire = await openWire(under.service.url, from);
      wire.socket.write(getBytes(LIST, { apiKey: "made up" }) + getBytes(LIST, { apiKey: "made up" }));
      await wire.closed;
      expect(wire.statuses()).toEqual([429]);
      expect(await statusOf(key, from)).toBe(200);
      expect(await statusOf("made up", "127.0.0.3")).toBe(401);
    },
  );

  it("cannot slow down others by sending hundreds of requests without waiting for a response", async () => {
    const isDone = { yet: false };
    const tooMany = 'metadata_service_requests_total{operation="listReports",status="429"}';
    const before = await metric(tooMany);
    const flood = Array.from({ length: 4 }, async () => {
      let connections = 0;
      while (!isDone.yet) {
        const wire = await openWire(under.service.url);
        wire.socket.write(getBytes(LIST, { apiKey: `made up ${connections}` }).repeat(400));
        connections += 1;
        await wire.closed;
      }
      return connections;
    });
    const good = await openWire(under.service.url);
    for (let n = 1; n <= 100; n++) {
      good.socket.write(getBytes(LIST, { apiKey: key }));
      await expect.poll(() => good.statuses().length, { interval: 1 }).toBe(n);
    }
    isDone.yet = true;
    good.socket.destroy();
    expect(new Set(good.statuses())).toEqual(new Set([200]));
    const connections = await Promise.all(flood);
    for (const count of connections) expect(count).toBeGreaterThan(0);
    // At most the first of 400 requests on each connection was handled.
    const all = connections.reduce((sum, count) => sum + count);
    expect((await metric(tooMany)) - before).toBeLessThanOrEqual(all);
  });

  it("cannot lock out probes by opening many connections to the private port", async () => {
    const { opsUrl = "" } = under.service;
    const wires = await Promise.all(Array.from({ length: 100 }, () => openWire(opsUrl)));
    const probe = await openWire(opsUrl);
    probe.socket.write(getBytes("/healthz", { Connection: "close" }));
    await probe.closed;
    expect(probe.statuses()).toEqual([200]);
    for (const { socket } of wires) socket.destroy();
  });

  it("learns nothing from the private port with another host name, as in DNS rebinding", async () => {
    const { opsUrl = "" } = under.service;
    for (const [Host, status] of [
      ["evil.example", 400],
      ["evil.example:4021", 400],
      ["not a host", 400],
      [new URL(opsUrl).host, 200],
      ["localhost:1", 200],
    ] as const) {
      const wire = await openWire(opsUrl);
      wire.socket.write(getBytes("/metrics", { Host, Connection: "close" }));
      await wire.closed;
      expect(wire.statuses(), Host).toEqual([status]);
      if (status === 400) expect(wire.received()).not.toContain("metadata_service_");
    }
  });
});

describe("a web page whose host name leads to the service", () => {
  const PUBLISHED = "demo-key";
  const SECRET = "a key that nobody knows";
  const PROXY = { allowedHosts: ["api.example"] };
  const page = "evil.example";

  it.each([
    [
      "a published key, at an address of this machine",
      { apiKey: PUBLISHED },
      { [page]: 400, "localhost:1": 200, "a.localhost": 200, "127.0.0.2": 200, "[::1]": 200 },
    ],
    ["a secret key, at an address of this machine", { apiKey: SECRET }, { [page]: 400, localhost: 200 }],
    [
      "a published key, with an allowed host",
      { apiKey: PUBLISHED, ...PROXY },
      { [page]: 400, "api.example:443": 200, localhost: 200 },
    ],
    ["a published key, behind a proxy", { apiKey: PUBLISHED, trustedProxies: ["10.0.0.1"] }, { [page]: 400 }],
    [
      "a published key, with a public URL",
      { apiKey: PUBLISHED, publicUrl: "https://api.example/v" },
      { [page]: 400, "api.example": 200 },
    ],
    ["a published key, at all addresses", { apiKey: PUBLISHED, host: "0.0.0.0" }, { [page]: 400, "127.0.0.1": 200 }],
    // Callers may use names that nobody has configured (decision 0086).
    ["a secret key, with an allowed host", { apiKey: SECRET, ...PROXY }, { [page]: 200 }],
    ["a secret key, at all addresses", { apiKey: SECRET, host: "0.0.0.0" }, { [page]: 200 }],
  ] as const)("cannot use %s", async (_name, options, expected) => {
    const under = await startOn(PGLITE, options);
    onTestFinished(() => under.end());
    const url = under.service.url.replace("0.0.0.0", "127.0.0.1");
    for (const [Host, status] of Object.entries(expected)) {
      const wire = await openWire(url);
      wire.socket.write(getBytes("/api/v1/reports", { Host, apiKey: options.apiKey, Connection: "close" }));
      await wire.closed;
      expect(wire.statuses(), Host).toEqual([status]);
      if (status === 400) expect(wire.received()).toContain("a name given by --allowed-host, not");
    }
  });

  it("cannot use a published key that an earlier version stored", async () => {
    const database = await PGLITE.create();
    onTestFinished(() => database.remove());
    await asFirstRelease(database, [PUBLISHED]);
    const under = await startOn({ ...PGLITE, create: async () => database }, { apiKey: undefined, ...PROXY });
    onTestFinished(() => under.service.stop());
    const wire = await openWire(under.service.url);
    wire.socket.write(getBytes("/api/v1/reports", { Host: page, apiKey: PUBLISHED, Connection: "close" }));
    await wire.closed;
    expect(wire.statuses()).toEqual([400]);
  });
});

/** The limit of open files of the service process in this test. */
const DESCRIPTORS = 700;

describe("a caller without a key who opens more connections than the service has file descriptors", () => {
  it("cannot make later writes to the embedded database fail", async () => {
    const database = await PGLITE.create();
    onTestFinished(() => database.remove());
    const flags = ["start", "--port", "0", "--ops-port", "off", "--rate", "1000000", "--burst", "1000000"];
    const service = spawn(
      "sh",
      [
        "-c",
        `ulimit -n ${DESCRIPTORS}; exec "$@"`,
        "sh",
        process.execPath,
        CLI,
        ...flags,
        "--log-level",
        "silent",
        ...databaseFlags(database.options),
      ],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    onTestFinished(() => void service.kill("SIGKILL"));
    let said = "";
    service.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    await expect.poll(() => said).toContain("Ready");
    const url = new URL(/listens on (\S+),/.exec(said)?.[1] ?? "");
    const apiKey = /^ {2}(ms_\S+)$/m.exec(said)?.[1] ?? "";

    let made = 0;
    const create = () =>
      fetch(`${url.origin}/api/v2/metadata/inspection`, {
        method: "POST",
        headers: { apiKey, "content-type": "application/json" },
        body: JSON.stringify({
          uid: `record ${++made}`,
          items: [{ key: "k", type: "string", value: String(made).repeat(1_000) }],
        }),
      }).then(
        ({ status }) => status,
        () => "no connection",
      );
    // This connection stays open, and is used while no others are possible.
    expect(await create()).toBe(201);
    const idle: Socket[] = [];
    for (let n = 0; n < DESCRIPTORS + 100; n++)
      idle.push(connect(Number(url.port), url.hostname).on("error", () => {}));
    await Promise.all(idle.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
    // The database needs new files here, for example for its free space map.
    for (let n = 0; n < 40; n++) expect(await create()).toBe(201);
    await Promise.all(
      idle.map((socket) => {
        const closed = socket.closed ? undefined : once(socket, "close");
        socket.destroy();
        return closed;
      }),
    );
    await expect.poll(create).toBe(201);
    for (let n = 0; n < 40; n++) expect(await create()).toBe(201);
  });
});

const noProc = existsSync("/proc/self/environ") ? "" : " (skipped: this system has no /proc)";
describe.skipIf(noProc)(`a process of the service${noProc}`, () => {
  it("has no key and no password in its log, metrics, environment or command line", async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const withPassword = new URL(String(database.options.databaseUrl));
    withPassword.password = "pass-w0rd";
    const service = await startProcess(["--database-url", withPassword.href, "--ops-port", "0"]);
    onTestFinished(() => service.end().then(() => {}));
    const key = service.firstKey ?? "";
    const made = await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: key } });
    expect(made.status).toBe(200);
    await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: "made-up-key" } });
    await expect.poll(service.log).toContain('"refused":{"401":1}');
    const of = (file: string) => readFile(`/proc/${service.child.pid}/${file}`, "latin1");
    const [commandLine, environment] = await Promise.all([of("cmdline"), of("environ")]);
    const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text();
    expect(commandLine).toContain("start");
    for (const text of [service.log(), metrics, environment, commandLine]) {
      expect(text).not.toContain(key.slice(3, 20));
      expect(text).not.toMatch(/made-up-key|pass-w0rd/);
    }
  });
});
