/**
 * Faults of a PostgreSQL server under load: nothing acknowledged is lost, the service keeps running, `/readyz` is
 * correct, and everything works again after the fault. Once each in `npm test`, many times in `npm run test:soak`.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type PostgresServer, startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { create, KEY, load, readiness } from "./support/load.js";
import { crash, noRoom, noWrites, oldPrimary } from "./support/server-faults.js";
import { startPatientService } from "./support/start-patient-service.js";

type Service = Awaited<ReturnType<typeof startPatientService>>;

/** The number of times that each fault occurs. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 1);

let server: PostgresServer;
beforeAll(async () => {
  // As in production: acknowledged data must not be lost.
  server = await startPostgres({ careful: true });
});
afterAll(() => server.stop());

async function startService(databaseUrl: string, now?: () => number): Promise<Service> {
  const service = await startPatientService({ databaseUrl, apiKey: KEY, opsPort: 0, logLevel: "silent" }, now);
  onTestFinished(() => service.stop());
  return service;
}

async function listStatus({ url }: Service): Promise<number> {
  const response = await fetch(`${url}/api/v1/reports`, { headers: { apiKey: KEY } });
  await response.body?.cancel();
  return response.status;
}

/** Starts a proxy that delays every chunk. */
async function slowWay(databaseUrl: string, delay: number): Promise<string> {
  const url = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from.on("error", () => {}).on("close", () => to.destroy()));
    from.on("data", (piece) => setTimeout(() => to.writable && to.write(piece), delay));
  };
  const [port, host] = [Number(url.port), url.hostname];
  const way = createServer((near) => {
    const far = connect(port, host);
    pass(near, far);
    pass(far, near);
  }).listen(0, "127.0.0.1");
  await once(way, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    way.close();
  });
  url.port = String((way.address() as AddressInfo).port);
  return url.href;
}

describe("a service on PostgreSQL", () => {
  it(`loses nothing that was acknowledged if PostgreSQL crashes under load and restarts ${ROUNDS} times`, async () => {
    const fault = await crash(server);
    const service = await startService(fault.databaseUrl);
    const under = load(service, "crash");
    for (let round = 0; round < ROUNDS; round++) {
      await under.goesWell();
      await fault.begin();
      await under.fails();
      // The last result is used again for a moment.
      await expect.poll(() => readiness(service)).toBe(503);
      await fault.end();
      await under.goesWell();
      await expect.poll(() => readiness(service)).toBe(200);
    }
    await under.end();
    expect([...under.statuses].sort()).toEqual([201, 500]);
  });

  it(`keeps serving lists while PostgreSQL is read-only, ${ROUNDS} times, and then stores again`, async () => {
    const fault = await noWrites(server);
    const service = await startService(fault.databaseUrl);
    const under = load(service, "read-only");
    for (let round = 0; round < ROUNDS; round++) {
      await under.goesWell();
      await fault.begin();
      await under.fails();
      const refused = await create(service, `refused-${round}`);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([500, "1"]);
      expect(await refused.json()).toMatchObject({
        errors: { system: [expect.stringContaining("cannot be reached; try again"), expect.any(String)] },
      });
      expect(await listStatus(service)).toBe(200);
      await expect.poll(() => readiness(service)).toBe(503);
      await fault.end();
      await under.goesWell();
      await expect.poll(() => readiness(service)).toBe(200);
    }
    await under.end();
  });

  it(`does not keep connections to a server that became read-only, ${ROUNDS} times`, async () => {
    const fault = await oldPrimary(server);
    const service = await startService(fault.databaseUrl);
    const under = load(service, "failover");
    for (let round = 0; round < ROUNDS; round++) {
      await under.goesWell();
      await fault.begin();
      await under.fails();
      await expect.poll(() => readiness(service)).toBe(503);
      await fault.end();
      await under.goesWell();
      await expect.poll(() => readiness(service)).toBe(200);
    }
    await under.end();
  });

  it("reports that the disk of PostgreSQL is full, keeps serving lists, and then stores again", async () => {
    const fault = await noRoom(server);
    let clock = 0;
    const service = await startService(fault.databaseUrl, () => clock);
    await fault.begin();
    await expect.poll(() => readiness(service)).toBe(200);
    const refused = await create(service, "1");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([500, "5"]);
    expect(await refused.json()).toMatchObject({
      errors: { system: [expect.stringContaining("has no space left"), expect.any(String)] },
    });
    expect(await listStatus(service)).toBe(200);
    // The last result is used again for a moment.
    await expect.poll(() => readiness(service)).toBe(503);
    await fault.end();
    expect((await create(service, "1")).status).toBe(201);
    clock += 5_000;
    await expect.poll(() => readiness(service)).toBe(200);
  });

  it("stores everything if PostgreSQL is slow", async () => {
    const service = await startService(await slowWay(await server.createDatabase(), 20));
    const under = load(service, "slow");
    await under.goesWell();
    await under.end();
    expect([...under.statuses]).toEqual([201]);
  });
});

it("a service keeps working if the clock is set back", async () => {
  const service = await startService(await server.createDatabase());
  const under = load(service, "clock");
  await under.goesWell();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 1) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await under.goesWell();
  await under.end();
  expect([...under.statuses]).toEqual([201]);
  expect(await readiness(service)).toBe(200);
});
