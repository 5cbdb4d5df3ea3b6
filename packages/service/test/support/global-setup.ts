import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../src/storage/open-database.js";
import { startPostgres } from "./postgres-server.js";

/** One PostgreSQL server for the whole run, and one empty folder to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-empty-"));
  const [server] = await Promise.all([startPostgres(), makeEmptyDatabase(folder)]);
  project.provide("postgresUrl", await server.createDatabase());
  project.provide("emptyFolder", folder);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeEmptyDatabase(folder: string): Promise<void> {
  const { db, close } = await openDatabase({ kind: "folder", folder });
  // Leaves a log file that is almost empty, so that the tests copy less. Otherwise it would contain all writes that
  // created the database.
  await sql`set wal_recycle = off`.execute(db);
  await sql`select pg_switch_wal()`.execute(db);
  await sql`checkpoint`.execute(db);
  await close();
}
