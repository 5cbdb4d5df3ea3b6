import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { databaseFlags, startProcess } from "@metadata-service/test-kit/service/service-process";
import { PGLITE, POSTGRESQL } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOn } from "./support/start.js";
import { openWire } from "./support/wire.js";

const note = (uid: string) => ({ uid, items: [{ key: "k", type: "string", value: "x".repeat(2_000) }] });

describe("a service that SIGTERM stops", () => {
  /** Longer than the test takes. */
  const DRAIN = "200000";

  it("first is not ready, but serves requests on new and open connections, and closes them after the response", async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const flags = [...databaseFlags(database.options), "--ops-port", "0", "--drain", DRAIN];
    const service = await startProcess(flags);
    onTestFinished(() => void service.child.kill("SIGKILL"));
    const wire = await openWire(service.url);
    const ask = `GET /api/v1/reports?limit=1 HTTP/1.1\r\nHost: localhost\r\napiKey: ${service.firstKey}\r\n\r\n`;
    wire.socket.write(ask);
    await expect.poll(wire.received).toContain("HTTP/1.1 200 OK");
    expect(wire.received()).toMatch(/connection: keep-alive/i);

    const readiness = async () => (await fetch(`${service.opsUrl}/readyz`)).status;
    expect(await readiness()).toBe(200);
    service.child.kill("SIGTERM");
    await expect.poll(readiness).toBe(503);
    const fresh = await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: service.firstKey ?? "" } });
    expect([fresh.status, fresh.headers.get("connection")]).toEqual([200, "close"]);
    wire.socket.write(ask);
    await wire.closed;
    expect(wire.received().split("HTTP/1.1 200 OK")).toHaveLength(3);
    expect(wire.received()).toMatch(/connection: close/i);
    // A second signal ends it at once.
    expect(await service.end("SIGTERM")).toBe(1);
  });

  it.each([
    ["SIGTERM", ["--drain", "50"]],
    ["SIGTERM", ["--drain", DRAIN, "--stop-timeout", "50"]],
    ["SIGINT", ["--drain", DRAIN]],
    ["SIGHUP", ["--drain", DRAIN]],
  ] as const)("ends on %s with %j", async (signal, flags) => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const service = await startProcess([...databaseFlags(database.options), ...flags]);
    expect(await service.end(signal)).toBe(0);
  });
});

describe("a service whose only connection to the database is taken by a backup that is not read", () => {
  /** Starts a backup over the socket of the folder, as the command does, and reads nothing of it. */
  async function stuckBackup(data: string): Promise<IncomingMessage> {
    const request = httpRequest({ socketPath: join(data, "lock.1"), path: "/backups/new", agent: false }).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    onTestFinished(() => void response.on("error", () => {}).destroy());
    return response;
  }

  it("responds to every request with a 429, is not ready, recovers, and stops in time", async () => {
    const under = await startOn(PGLITE, { opsPort: 0, stopTimeout: 4_000 }, undefined, { beginWait: 250 });
    onTestFinished(() => under.database.remove());
    const { service, database } = under;
    const { key } = await service.administration.createKey("another", null);
    const lines = Array.from({ length: 5_000 }, (_, n) => `${JSON.stringify(note(`uid-${n}`))}\n`);
    const source = Readable.from([Buffer.from(lines.join(""))]);
    await service.administration.importMetadata("inspection", source, { onReject: () => {} });
    const ready = async () => {
      const response = await fetch(`${service.opsUrl}/readyz`);
      return [response.status, await response.text()];
    };

    const backup = await stuckBackup(database.options.data ?? "");
    const requests = [
      under.create(note("waits")),
      under.get("/api/v1/reports"),
      // This key has to be looked up.
      fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: key } }),
    ];
    for (const response of await Promise.all(requests))
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "1"]);
    // The database is not reopened under the backup, however often the probe fails.
    for (let n = 0; n < 4; n++) expect(await ready()).toEqual([503, expect.stringContaining("not free within 250 ms")]);

    for await (const _ of backup) await under.get("/healthz");
    await expect.poll(ready).toEqual([200, "ready\n"]);
    expect((await under.create(note("later"))).status).toBe(201);

    await stuckBackup(database.options.data ?? "");
    const waiting = under.create(note("at the stop")).then(({ status }) => status);
    // The request must have arrived before the port closes.
    await service.stop({ drain: 1_000 });
    expect([201, 429]).toContain(await waiting);
  });
});
