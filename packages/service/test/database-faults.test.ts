/**
 * What happens to a PostgreSQL server under load: nothing acknowledged is lost, the service goes on, `/readyz` tells the truth,
 * and everything works again when the cause is gone. Once each in `npm test`, many times in `npm run test:soak`.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type PostgresServer, startPostgres } from "./support/postgres-server.js";
import { startPatientService } from "./support/start-patient-service.js";

type Service = Awaited<ReturnType<typeof startPatientService>>;

/** How often each fault occurs. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 1);
const KEY = "test-key";
const SENDERS = 8;
/** Create requests in a row that show that all is well. */
const MANY = 60;

let server: PostgresServer;
beforeAll(async () => {
  // As in production: it must keep what it acknowledged.
  server = await startPostgres({ careful: true });
});
afterAll(() => server.stop());

function create({ url }: Service, uid: string): Promise<Response> {
  return fetch(`${url}/api/v2/metadata/inspection`, {
    method: "POST",
    headers: { apiKey: KEY, "content-type": "application/json" },
    body: JSON.stringify({ uid, items: [{ key: "k", type: "string", value: uid }] }),
  });
}

/** Sends create requests over and over; what has failed may be there or not. */
function load(service: Service, prefix: string) {
  const acknowledged = new Map<string, string>();
  const statuses = new Set<number>();
  let [sent, row, failed, isOver] = [0, 0, 0, false];
  const send = async () => {
    while (!isOver) {
      const uid = `${prefix}-${sent++}`;
      const response = await create(service, uid);
      const { data } = (await response.json()) as { data?: { createdDate: string } };
      statuses.add(response.status);
      if (data) acknowledged.set(uid, data.createdDate);
      row = data ? row + 1 : 0;
      failed += data ? 0 : 1;
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  return {
    statuses,
    async goesWell() {
      row = 0;
      await expect.poll(() => row).toBeGreaterThan(MANY);
    },
    async fails() {
      failed = 0;
      await expect.poll(() => failed).toBeGreaterThan(SENDERS);
    },
    async end() {
      isOver = true;
      await senders;
      const stored = new Map<string, string>();
      for await (const line of service.administration.exportMetadata("inspection")) {
        const { uid, createdDate } = JSON.parse(line) as { uid: string; createdDate: string };
        stored.set(uid, createdDate);
      }
      expect(acknowledged.size).toBeGreaterThan(MANY);
      expect([...acknowledged].filter(([uid, createdDate]) => stored.get(uid) !== createdDate)).toEqual([]);
    },
  };
}

async function readiness({ opsUrl }: Service): Promise<number> {
  const response = await fetch(`${opsUrl}/readyz`);
  await response.body?.cancel();
  return response.status;
}

async function startService(databaseUrl: string): Promise<Service> {
  const service = await startPatientService({ databaseUrl, apiKey: KEY, opsPort: 0, logLevel: "silent" });
  onTestFinished(() => service.stop());
  return service;
}

/** A way to a server on which every piece takes its time. */
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

describe("a service whose PostgreSQL server", () => {
  it(`crashes under load and comes back, ${ROUNDS} times, loses nothing that was acknowledged`, async () => {
    const service = await startService(await server.createDatabase());
    const under = load(service, "crash");
    for (let round = 0; round < ROUNDS; round++) {
      await under.goesWell();
      await server.crash();
      await under.fails();
      expect(await readiness(service)).toBe(503);
      await server.restart();
      await under.goesWell();
      expect(await readiness(service)).toBe(200);
    }
    await under.end();
    expect([...under.statuses].sort()).toEqual([201, 500]);
  });

  it(`takes no writes for a while, ${ROUNDS} times, goes on serving lists, and then stores again`, async () => {
    const url = await server.createDatabase();
    const service = await startService(url);
    const under = load(service, "read-only");
    const makeReadOnly = async (isReadOnly: boolean) => {
      await server.execute(url, `alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
      await server.execute(url, "select pg_reload_conf()");
    };
    for (let round = 0; round < ROUNDS; round++) {
      await under.goesWell();
      await makeReadOnly(true);
      await under.fails();
      const refused = await create(service, `refused-${round}`);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([500, "1"]);
      expect(await refused.json()).toMatchObject({
        errors: { system: [expect.stringContaining("cannot be reached now"), expect.any(String)] },
      });
      const list = await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey: KEY } });
      expect(list.status).toBe(200);
      await expect.poll(() => readiness(service)).toBe(503);
      await makeReadOnly(false);
      await under.goesWell();
      await expect.poll(() => readiness(service)).toBe(200);
    }
    await under.end();
  });

  it("is slow, stores everything all the same", async () => {
    const service = await startService(await slowWay(await server.createDatabase(), 20));
    const under = load(service, "slow");
    await under.goesWell();
    await under.end();
    expect([...under.statuses]).toEqual([201]);
  });
});

it("a clock that is set back an hour does not keep a service from working", async () => {
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
