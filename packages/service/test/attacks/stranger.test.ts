import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startService } from "../../src/index.js";
import { CLI, databaseFlags, startProcess } from "../support/service-process.js";
import { type ServiceUnderTest, startOn } from "../support/start.js";
import { TARGETS } from "../support/targets.js";

// Somebody who can reach the public port, and has no key.

const [folders, servers] = TARGETS;
if (!folders || !servers) throw new Error("There are two targets");

describe.each(TARGETS)("a caller without a key, on $name", (target) => {
  let under: ServiceUnderTest;
  beforeAll(async () => {
    under = await startOn(target);
  });
  afterAll(() => under.end());
  const ask = (headers: Record<string, string>) => fetch(`${under.service.url}/api/v1/reports`, { headers });

  it("cannot tell a key that was revoked or has expired from one that never was", async () => {
    const { administration } = under.service;
    const revoked = await administration.createKey("revoked", null);
    await administration.revokeKey(revoked.id);
    const expired = await administration.createKey("expired", "2020-01-01T00:00:00Z");
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

  it("finds no key of a demonstration in the database", async () => {
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

/** As many files as the process of a service may have open here. */
const DESCRIPTORS = 700;

describe("a caller without a key who opens more connections than the service has file descriptors", () => {
  it("does not make the embedded database refuse what is written once it has gone", async () => {
    const database = await folders.create();
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
    // This connection stays open, and is the one that is used while there are no others to be had.
    expect(await create()).toBe(201);
    const idle: Socket[] = [];
    for (let n = 0; n < DESCRIPTORS + 100; n++)
      idle.push(connect(Number(url.port), url.hostname).on("error", () => {}));
    await Promise.all(idle.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
    // The database needs new files here, for the map of its free space for one.
    for (let n = 0; n < 40; n++) await create();
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

describe.runIf(process.platform === "linux")("a process of the service", () => {
  it("shows no key and no password in its log, its metrics, its environment or its command line", async () => {
    const database = await servers.create();
    onTestFinished(() => database.remove());
    const withPassword = new URL(String(database.options.databaseUrl));
    withPassword.password = "pass-w0rd";
    const service = await startProcess(["--database-url", withPassword.href, "--ops-port", "0"]);
    onTestFinished(() => service.end().then(() => {}));
    const key = service.firstKey ?? "";
    const made = await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: key } });
    expect(made.status).toBe(200);
    await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: "made-up-key" } });
    await expect.poll(service.log).toContain('"status":401');
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
