/**
 * Faults of a database under load, and how soon the service recovers. Nothing acknowledged is lost, the service keeps
 * running, `/readyz` is correct, and five seconds after the fault everything is at full speed.
 */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished } from "vitest";
import { KEY, load, readiness } from "../test/support/load.js";
import { crash, type Fault, noConnections, noWrites, oldPrimary } from "../test/support/server-faults.js";
import { fill, makeRoom, NO_SMALL_DISK, smallDisk, unmount } from "../test/support/small-disk.js";
import { startPatientService } from "../test/support/start-patient-service.js";
import { getBytes, openWire } from "../test/support/wire.js";
import { median } from "./median.js";

const ROUNDS = Number(process.env["RECOVERY_ROUNDS"] ?? 5);
/** The time that the service may take to recover its speed, in ms. */
const RECOVERY = 5_000;
/** The duration of each measurement, in ms. */
const SPAN = 2_000;
/** The minimum ratio to the speed before the fault, as the median of all rounds. */
const FULL_SPEED = 0.75;

type Service = Awaited<ReturnType<typeof startPatientService>>;

async function startService(options: Parameters<typeof startPatientService>[0]): Promise<Service> {
  const service = await startPatientService({ ...options, apiKey: KEY, opsPort: 0, logLevel: "silent" });
  onTestFinished(() => service.stop());
  return service;
}

/** Sends create requests, and counts those that succeed. */
function countedLoad(service: Service, name: string, valueLength = 0) {
  let created = 0;
  const onCreated = () => {
    created += 1;
  };
  return {
    ...load(service, name, { valueLength, onCreated }),
    async perSecond(): Promise<number> {
      const [began, from] = [created, performance.now()];
      await wait(SPAN);
      return ((created - began) / (performance.now() - from)) * 1_000;
    },
  };
}

/** Repeats a fault, and compares the speed before it with that five seconds after it. */
async function repeat(name: string, service: Service, fault: Omit<Fault, "databaseUrl">, valueLength = 0) {
  const under = countedLoad(service, name, valueLength);
  const ratios: number[] = [];
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await under.goesWell();
    const before = await under.perSecond();
    await fault.begin();
    await under.fails();
    await expect.poll(() => readiness(service)).toBe(503);
    await fault.end();
    const gone = performance.now();
    await under.goesWell();
    waits.push(performance.now() - gone);
    await expect.poll(() => readiness(service)).toBe(200);
    await wait(Math.max(0, RECOVERY - (performance.now() - gone)));
    ratios.push((await under.perSecond()) / before);
  }
  await under.end();
  const list = (numbers: readonly number[], digits: number) => numbers.map((one) => one.toFixed(digits)).join(", ");
  console.log(
    `${name}: 60 successful create requests in a row ${list(waits, 0)} ms after the fault; ` +
      `after ${RECOVERY / 1_000} s ${list(ratios, 2)} of the speed before`,
  );
  expect(median(ratios)).toBeGreaterThan(FULL_SPEED);
  return under.statuses;
}

it.each([
  ["a PostgreSQL that crashes", crash, [201, 500]],
  ["a PostgreSQL without writes", noWrites, [201, 500]],
  ["a PostgreSQL that was replaced", oldPrimary, [201, 500]],
  ["a PostgreSQL without connections", noConnections, [201, 429, 500]],
] as const)("%s", async (name, cause, statuses) => {
  const server = await startPostgres({ careful: true });
  onTestFinished(() => server.stop());
  const fault = await cause(server);
  const seen = await repeat(name, await startService({ databaseUrl: fault.databaseUrl }), fault);
  expect([...seen].filter((status) => !(statuses as readonly number[]).includes(status))).toEqual([]);
});

it.skipIf(NO_SMALL_DISK !== "")(`PGlite on a full disk${NO_SMALL_DISK}`, async () => {
  const disk = smallDisk(512);
  onTestFinished(() => unmount(disk));
  const data = join(disk, "data");
  const fault = { begin: () => fill(disk), end: () => makeRoom(disk) };
  const statuses = await repeat("PGlite on a full disk", await startService({ data }), fault, 2_000);
  expect([...statuses].sort()).toEqual([201, 500]);
});

it.skipIf(NO_SMALL_DISK !== "")(`PostgreSQL on a full disk${NO_SMALL_DISK}`, async () => {
  const disk = smallDisk(768);
  onTestFinished(() => unmount(disk));
  const server = await startPostgres({ careful: true, parent: disk });
  onTestFinished(() => server.stop());
  const databaseUrl = await server.createDatabase();
  const fault = {
    begin: () => fill(disk),
    async end() {
      await makeRoom(disk);
      // A server that cannot write its log exits, and an operator restarts it.
      await server.restartIfDown();
    },
  };
  const statuses = await repeat("PostgreSQL on a full disk", await startService({ databaseUrl }), fault, 2_000);
  expect([...statuses].sort()).toEqual([201, 500]);
});

/** The number of connections of each type. */
const HALF_OPEN = 50;
/** A time limit in ms, long enough for responsive callers. */
const SHORT = {
  keylessTimeout: 2_000,
  headersTimeout: 2_000,
  requestTimeout: 3_000,
  keepAliveTimeout: 3_000,
  sendTimeout: 3_000,
};

it.each(TARGETS)("half-open callers lose their connections, and others are not affected, on $name", async (target) => {
  const { options, remove } = await target.create();
  onTestFinished(remove);
  const service = await startService({ ...options, ...SHORT });
  const under = load(service, "half-open");
  await under.goesWell();
  const post = "POST /api/v2/metadata/inspection HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const kinds = [
    "",
    "GET /api/v1/reports HTTP/1.1\r\nHos",
    `${post}Content-Length: 9\r\napiKey: ${KEY}\r\n\r\n{`,
    getBytes("/api/v1/reports", { apiKey: KEY }),
  ];
  const wires = await Promise.all(
    kinds.flatMap((bytes) =>
      Array.from({ length: HALF_OPEN }, async () => {
        const wire = await openWire(service.url);
        wire.socket.write(bytes);
        return wire;
      }),
    ),
  );
  await Promise.all(wires.map(({ closed }) => closed));
  await under.goesWell();
  expect(await readiness(service)).toBe(200);
  await under.end();
  expect([...under.statuses]).toEqual([201]);
});
