import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import {
  CLI,
  databaseFlags,
  runCommand,
  type ServiceProcess,
  startProcess,
} from "@metadata-service/test-kit/service/service-process";
import { PGLITE, POSTGRESQL, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startService } from "../src/index.js";
import { FolderInUseError, lockDataFolder } from "../src/storage/embedded/data-folder-lock.js";

/**
 * Sends a create request until it is processed: on a busy machine the database may not start it in time, and the 429 of
 * such a request means that nothing was done (decision 0066).
 */
async function post(url: string, key: string, body: unknown, namespace = "inspection"): Promise<Response> {
  for (;;) {
    const answer = await fetch(`${url}/api/v2/metadata/${namespace}`, {
      method: "POST",
      headers: { apiKey: key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status !== 429) return answer;
    await answer.body?.cancel();
  }
}
const note = (uid: string, value: string) => ({ uid, items: [{ key: "k", type: "string", value }] });

describe("several processes on one PostgreSQL", () => {
  let database: TestDatabase;
  let services: ServiceProcess[];
  let key: string;
  beforeAll(async () => {
    database = await POSTGRESQL.create();
    // All start at once on an empty database; migrations and the first key must happen once.
    const flags = [
      ...databaseFlags(database.options),
      "--shared-limits",
      "yes",
      "--in-flight",
      "500",
      "--log-level",
      "info",
    ];
    services = await Promise.all([startProcess(flags), startProcess(flags), startProcess(flags)]);
    const keys = services.flatMap(({ firstKey }) => firstKey ?? []);
    expect(keys).toHaveLength(1);
    [key = ""] = keys;
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.end()));
    await database.remove();
  });
  const urlOf = (n: number) => services[n % services.length]?.url ?? "";

  it("store exactly one of several concurrent create requests with the same uid", async () => {
    for (let race = 0; race < 25; race++) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => post(urlOf(n), key, note(`race-${race}`, `${n}`))),
      );
      expect(answers.map((one) => one.status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    }
  });

  it("return the same record for the same create request, whichever process stored it", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => post(urlOf(n), key, note("same", "x"))));
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([201]));
    expect(new Set(await Promise.all(answers.map((one) => one.text()))).size).toBe(1);
  });

  it("do not deadlock when their create requests overlap in any order", async () => {
    const uids = Array.from({ length: 60 }, (_, n) => `overlap-${n}`);
    const order = (n: number) => (n % 2 ? uids : [...uids].reverse());
    const answers = await Promise.all(
      [0, 1, 2].flatMap((n) => order(n).map((uid) => post(urlOf(n), key, note(uid, "x")))),
    );
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([201]));
  });

  it("never log a key or the content of a record", async () => {
    await post(urlOf(0), key, note("logged-uid", "logged-value"));
    await fetch(`${urlOf(0)}/api/v1/reports?limit=1&secret=in-the-query`, { headers: { apiKey: key } });
    await expect.poll(() => services[0]?.log()).toContain('"listReports"');
    for (const { log } of services) {
      expect(log()).not.toContain(key.slice(3));
      expect(log()).not.toMatch(/logged-value|logged-uid|in-the-query/);
      for (const line of log().trim().split("\n"))
        expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
    }
  });
});

describe("a service on a data folder", () => {
  let database: TestDatabase;
  let service: ServiceProcess;
  let key: string;
  let files: string;
  const flags = () => databaseFlags(database.options);
  beforeAll(async () => {
    database = await PGLITE.create();
    files = await mkdtemp(join(tmpdir(), "metadata-service-files-"));
    service = await startProcess([...flags(), "--log-level", "silent", "--ops-port", "0"]);
    key = service.firstKey ?? "";
  });
  afterAll(async () => {
    await service.end("SIGKILL");
    await database.remove();
    await rm(files, { recursive: true });
  });

  it("prevents a second service on the same folder, with a message", async () => {
    const { status, err } = await runCommand(["start", "--port", "0", "--ops-port", "off", ...flags()]);
    expect([status, err]).toEqual([1, expect.stringContaining("is in use by another running process")]);
    expect((await post(service.url, key, note("still", "here"))).status).toBe(201);
  });

  it("supports creating, listing and revoking keys while it runs", async () => {
    const made = await runCommand([
      "keys",
      "create",
      "--label",
      "another",
      "--expires",
      "2999-01-01T00:00:00Z",
      ...flags(),
    ]);
    expect(made).toMatchObject({ status: 0, out: expect.stringMatching(/^ms_[\w-]{43}_[\w-]{11}\n$/) });
    const another = made.out.trim();
    expect((await post(service.url, another, note("by another", "x"))).status).toBe(201);
    const list = await runCommand(["keys", "list", ...flags()]);
    const id = /(key_\w+) .* expires 2999\S+ +another/.exec(list.out)?.[1] ?? "";
    expect(list.out).not.toContain(another.slice(3));
    expect(await runCommand(["keys", "revoke", id, ...flags()])).toMatchObject({ status: 0 });
    expect((await post(service.url, another, note("by another", "x"))).status).toBe(401);
    expect(await runCommand(["keys", "revoke", "key_nobody", ...flags()])).toMatchObject({ status: 1 });
    expect(await runCommand(["keys", "create", "--label", "", ...flags()])).toMatchObject({ status: 1 });
  });

  it("supports imports and exports while it runs", async () => {
    const order = (uid: string) => ({ uid, po_number: uid, created_at: moment(1), updated_at: moment(2) });
    const file = join(files, "orders.ndjson");
    const lines = [...Array.from({ length: 6_000 }, (_, n) => JSON.stringify(order(`po-${n}`))), "broken \ud800 line"];
    await writeFile(file, lines.join("\n"));
    const imported = await runCommand(["import", "purchase-orders", file, ...flags()]);
    expect(imported.status).toBe(1);
    expect(imported.err).toContain('line 6001: the record is not JSON: unexpected "b" at character 1 of the record');
    expect(imported.err).toContain("6001 records read: 6000 new, 0 changed, 0 unchanged, 1 rejected.");
    const [reject] = (await readFile(`${file}.rejects.ndjson`, "utf8")).trim().split("\n");
    expect(JSON.parse(reject ?? "")).toMatchObject({ line: 6001, text: "broken \ufffd line" });
    const page = await fetch(`${service.url}/api/v1/purchase-orders?limit=1&offset=5999`, { headers: { apiKey: key } });
    expect(await page.json()).toMatchObject({ total: 6000, data: [{ poNumber: "po-999" }] });

    const again = await runCommand(["import", "purchase-orders", "-", ...flags()], lines.slice(0, 5).join("\n"));
    expect([again.status, again.err]).toEqual([
      0,
      expect.stringContaining("5 records read: 0 new, 0 changed, 5 unchanged"),
    ]);
    const file200 = { key: "f", type: "file", value: "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" };
    await post(service.url, key, { uid: "exported", items: [file200] }, "analytics");
    const exported = await runCommand(["export", "metadata", "--namespace", "analytics", ...flags()]);
    expect(JSON.parse(exported.out)).toMatchObject({
      uid: "exported",
      items: [file200],
      createdDate: expect.any(String),
    });
    expect(await runCommand(["export", "metadata", "--namespace", "other", ...flags()])).toMatchObject({
      status: 1,
      out: "",
    });
    expect(await runCommand(["import", "orders", file, ...flags()])).toMatchObject({
      status: 1,
      err: expect.stringContaining("Unknown collection orders"),
    });
  });

  it("reports where the import of a large file stopped, and its separator", async () => {
    const file = join(files, "orders.csv");
    const row = (uid: string) => `${uid};${moment(1)};${moment(2)};7\n`;
    const rows = Array.from({ length: 40_000 }, (_, n) => row(`semicolon-${n}`));
    rows[2] = row("Gr\xf6\xdfe");
    await writeFile(file, `uid;created_at;updated_at;total_quantity\n${rows.join("")}`, "latin1");
    const command = ["import", "purchase-orders", file, "--rejects"];
    expect(await runCommand([...command, join(files, "a.rejects"), ...flags()])).toMatchObject({
      status: 1,
      err: expect.stringContaining('line 1: the columns seem to be separated by ";": add --separator ";"'),
    });
    const separated = [...command, join(files, "b.rejects"), "--separator", ";", ...flags()];
    const { status, err } = await runCommand(separated);
    expect([status, err]).toEqual([
      1,
      expect.stringContaining(
        "line 4 is not UTF-8; save the file as CSV UTF-8\n3 records read: 2 new, 0 changed, 0 unchanged, 1 rejected.",
      ),
    ]);
    expect(await runCommand([...command, join(files, "c.rejects"), "--separator", "x", ...flags()])).toMatchObject({
      status: 2,
      err: '--separator must be "," ";" "|" or tab, not "x".\n',
    });
  });

  it("serves health, readiness and metrics on the private port, and not on the public one", async () => {
    const ask = async (path: string) => {
      const answer = await fetch(`${service.opsUrl}${path}`);
      return [answer.status, await answer.text()] as const;
    };
    expect(await ask("/healthz")).toEqual([200, "alive\n"]);
    expect(await ask("/readyz")).toEqual([200, "ready\n"]);
    const [status, metrics] = await ask("/metrics");
    expect(status).toBe(200);
    expect(metrics).toMatch(/metadata_service_requests_total\{operation="createMetadata",status="201"\} \d+/);
    expect(metrics).toContain("process_resident_memory_bytes");
    expect(metrics).not.toContain(key.slice(3));
    expect((await ask("/other"))[0]).toBe(404);
    for (const path of ["/healthz", "/readyz", "/metrics"]) expect((await fetch(service.url + path)).status).toBe(404);
  });

  it("completes the requests in progress when it stops, and accepts no new ones", async () => {
    const body = JSON.stringify(note("at the stop", "x"));
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    const closed = new Promise((resolve) => socket.on("close", resolve));
    const idle = connect(Number(new URL(service.url).port), "127.0.0.1");
    const idleClosed = new Promise((resolve) => idle.on("close", resolve));
    await new Promise((resolve) => idle.on("connect", resolve));
    socket.write(
      `POST /api/v2/metadata/inspection HTTP/1.1\r\nHost: localhost\r\napiKey: ${key}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The service has accepted the request, because it asks for the body.
    await expect.poll(() => answer).toContain("100 Continue");
    const ended = service.end("SIGTERM");
    await expect
      .poll(() =>
        fetch(service.url).then(
          () => "open",
          () => "closed",
        ),
      )
      .toBe("closed");
    socket.write(body);
    await closed;
    expect(answer).toContain("HTTP/1.1 201 Created");
    await idleClosed;
    expect(await ended).toBe(0);
    const kept = await runCommand(["export", "metadata", "--namespace", "inspection", ...flags()]);
    expect(kept.out).toContain('"at the stop"');
  });
});

describe("a data folder that a command is using", () => {
  it("rejects other commands at once, without affecting the first command", async () => {
    const database = await PGLITE.create();
    onTestFinished(() => database.remove());
    const flags = databaseFlags(database.options);
    const order = JSON.stringify({ uid: "po", created_at: moment(1), updated_at: moment(2) });
    const { data = "" } = database.options;
    const first = spawn(process.execPath, [CLI, "import", "purchase-orders", "-", ...flags]);
    let err = "";
    first.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    // The folder is locked before it is open; a command that starts this early must not wait forever either.
    await expect.poll(() => readdir(data)).toContain("lock.1");
    const second = await runCommand(["keys", "list", ...flags]);
    const third = await runCommand(["import", "reports", "-", ...flags], order);
    for (const { status, out, err } of [second, third])
      expect([status, out, err]).toEqual([1, "", expect.stringMatching(/in use by another command.*try again/)]);
    first.stdin.end(order);
    await once(first, "close");
    expect([first.exitCode, err]).toEqual([0, expect.stringContaining("1 records read: 1 new")]);
  });
});

describe("an import whose service ends", () => {
  it("says so", async () => {
    const database = await PGLITE.create();
    onTestFinished(() => database.remove());
    const service = await startProcess(databaseFlags(database.options));
    const args = [CLI, "import", "purchase-orders", "-", ...databaseFlags(database.options)];
    const command = spawn(process.execPath, args);
    let err = "";
    command.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    command.stdin.on("error", () => {});
    const order = (n: number) => `${JSON.stringify({ uid: `${n}`, created_at: moment(1), updated_at: moment(2) })}\n`;
    command.stdin.write(Array.from({ length: 3_000 }, (_, n) => order(n)).join(""));
    const headers = { apiKey: service.firstKey ?? "" };
    await expect
      .poll(
        async () => (await (await fetch(`${service.url}/api/v1/purchase-orders?limit=1`, { headers })).json()).total,
      )
      .toBeGreaterThan(0);
    const closed = once(command, "close");
    await service.end("SIGKILL");
    await closed;
    expect([command.exitCode, err]).toEqual([
      1,
      "The service stopped before everything was done; start it, and try again.\n",
    ]);
  });
});

describe("shared limits", () => {
  it("leave no rows of processes that have ended", async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const { databaseUrl = "" } = database.options;
    const flags = [...databaseFlags(database.options), "--shared-limits", "yes"];
    const client = new pg.Client({ connectionString: databaseUrl });
    const rows = async () => (await client.query("select from request_slots")).rowCount;
    let apiKey = "";
    const startAndUse = async () => {
      const service = await startProcess(flags);
      apiKey ||= service.firstKey ?? "";
      expect((await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey } })).status).toBe(200);
      return service;
    };
    const first = await startAndUse();
    await client.connect();
    onTestFinished(() => client.end());
    expect(await rows()).toBe(1);
    await first.end();
    expect(await rows()).toBe(0);
    // The next start removes the rows of a process that was killed, when they do not count any more.
    await (await startAndUse()).end("SIGKILL");
    await client.query("update request_slots set seen_at = now() - interval '2 minutes'");
    const next = await startAndUse();
    await expect.poll(rows).toBe(1);
    await next.end();
  });
});

describe("a service whose log cannot be written", () => {
  const missing = existsSync("/dev/full") ? "" : " (skipped: /dev/full does not exist)";
  it.skipIf(missing)(`continues to serve, and stops on a signal${missing}`, async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const full = openSync("/dev/full", "w");
    const child = spawn(
      process.execPath,
      [CLI, "start", "--port", "0", "--ops-port", "off", ...databaseFlags(database.options)],
      { stdio: ["ignore", full, "pipe"] },
    );
    closeSync(full);
    onTestFinished(() => void child.kill("SIGKILL"));
    const said: string[] = [];
    for await (const line of createInterface({ input: child.stderr as Readable })) {
      said.push(line);
      if (line.startsWith("Ready")) break;
    }
    const url = /listens on (\S+),/.exec(said.join("\n"))?.[1];
    for (let n = 0; n < 3; n++) expect((await fetch(`${url}/api/v1/reports`)).status).toBe(401);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(child.exitCode).toBe(0);
  });
});

describe("a first start that fails", () => {
  it("does not use up the first key: the next start creates it", async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const flags = databaseFlags(database.options);
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    for (const taken of [
      ["--port", String(port), "--ops-port", "off"],
      ["--port", "0", "--ops-port", String(port)],
    ])
      expect(await runCommand(["start", ...taken, ...flags])).toMatchObject({
        status: 1,
        err: `Port ${port} is taken; stop what listens there, or choose another with --port or --ops-port (0 picks a free one).\n`,
      });
    const service = await startProcess(flags);
    onTestFinished(() => service.end().then(() => {}));
    expect(service.firstKey).toMatch(/^ms_/);
  });
});

describe("moving from a folder to PostgreSQL", () => {
  it("copies records, lists and keys completely, and rejects a database that is not empty", async () => {
    const [folder, server] = [await PGLITE.create(), await POSTGRESQL.create()];
    const odd = note("\u0000\ud800", '\u0000\ud800\\"💚');
    const before = await startService(folder.options);
    const key = before.firstKey?.key ?? "";
    for (let n = 0; n < 450; n++)
      await post(before.url, key, note(`uid ${n}`, "x".repeat(n)), n % 2 ? "analytics" : "inspection");
    const created = await (await post(before.url, key, odd)).json();
    const orders = Array.from({ length: 300 }, (_, n) => ({
      uid: `po-${n}`,
      created_at: moment(n),
      updated_at: moment(n),
    }));
    await before.administration.importRecords("purchase-orders", linesOf(orders), { onReject: () => {} });
    const list = (url: string) =>
      fetch(`${url}/api/v3/purchase-orders?limit=200&offset=100`, { headers: { apiKey: key } });
    const listed = await (await list(before.url)).json();
    await before.stop();

    const flags = ["--data", String(folder.options.data), "--database-url", String(server.options.databaseUrl)];
    const moved = await runCommand(["move", ...flags]);
    expect(moved).toMatchObject({
      status: 0,
      err: expect.stringMatching(
        /^Copied 451 metadata records, 300 list records and 1 keys from the folder \S+ to the PostgreSQL database \S+ on \S+\.\nNow move \S+ away/,
      ),
    });
    const after = await startService(server.options);
    expect(after.firstKey).toBeUndefined();
    expect(await (await post(after.url, key, odd)).json()).toEqual(created);
    expect(await (await list(after.url)).json()).toEqual(listed);
    await after.stop();
    expect(await runCommand(["move", ...flags])).toMatchObject({
      status: 1,
      err: expect.stringContaining("is not empty"),
    });
    await Promise.all([folder.remove(), server.remove()]);
  });
});

describe("the lock of a folder", () => {
  it("has only one owner if many try at once, repeatedly, even with a long path", async () => {
    const base = await mkdtemp(join(tmpdir(), "metadata-service-lock-"));
    const folder = join(base, "x".repeat(120));
    for (let round = 0; round < 15; round++) {
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)));
      const locks = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(locks).toHaveLength(1);
      for (const one of tries) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(FolderInUseError);
      await locks[0]?.release();
      expect((await readdir(folder)).filter((name) => !name.startsWith("lock."))).toEqual([]);
    }
    await rm(base, { recursive: true });
  });
});
