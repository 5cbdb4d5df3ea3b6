/**
 * A failover from one PostgreSQL server to its standby, under load. The name of the database first leads to the old
 * primary, then to the new one; open connections stay where they are. Nothing acknowledged before is lost.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { KEY, load, readiness } from "../test/support/load.js";
import { movableName } from "../test/support/movable-name.js";
import { startPatientService } from "../test/support/start-patient-service.js";

/** The time in which create requests must succeed after the name leads to the new primary, in ms. */
const RECOVERY = 5_000;

/** The programs of a PostgreSQL that can copy a server, which those on npm cannot. */
const PROGRAMS = (existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [])
  .map((version) => join("/usr/lib/postgresql", version, "bin"))
  .find((folder) => existsSync(join(folder, "pg_basebackup")) && existsSync(join(folder, "postgres")));
const skipped = PROGRAMS === undefined ? " (skipped: pg_basebackup is not installed)" : "";

async function execute(port: number, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

it.skipIf(PROGRAMS === undefined).each([
  ["is gone", async () => {}],
  ["comes back as a standby", (old: PostgresServer) => old.restartAsStandby()],
] as const)(`a failover in which the old primary %s${skipped}`, async (name, after) => {
  const programs = PROGRAMS ?? "";
  const primary = await startPostgres({ careful: true, programs });
  onTestFinished(() => primary.stop());
  const database = await movableName(await primary.createDatabase());
  onTestFinished(() => database.close());
  const standby = await primary.startStandby(programs);
  onTestFinished(() => standby.stop());
  // Commits wait for the standby, so nothing acknowledged is lost.
  await primary.execute(database.url, "alter system set synchronous_standby_names = '*'");
  await primary.execute(database.url, "select pg_reload_conf()");

  const options = { databaseUrl: database.url, apiKey: KEY, opsPort: 0 };
  const service = await startPatientService({ ...options, logLevel: "silent" }, undefined, { beginWait: 5_000 });
  onTestFinished(() => service.stop());
  const under = load(service, name.replaceAll(" ", "-"));
  await under.goesWell();
  await primary.crash();
  await under.fails();
  await after(primary);
  await under.fails();
  expect(await readiness(service)).toBe(503);
  expect(await execute(standby.port, "select pg_promote() as done")).toEqual([{ done: true }]);
  await execute(standby.port, "alter system reset synchronous_standby_names");
  await execute(standby.port, "select pg_reload_conf()");
  await under.fails();
  database.leadTo(standby.port);
  const moved = performance.now();
  await under.goesWell();
  const took = performance.now() - moved;
  await expect.poll(() => readiness(service)).toBe(200);
  await under.end();
  console.log(
    `The old primary ${name}: 60 successful create requests in a row ${took.toFixed(0)} ms after the failover`,
  );
  expect(took).toBeLessThan(RECOVERY);
});
