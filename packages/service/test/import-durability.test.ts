import { startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { moment } from "@metadata-service/test-kit/service/records";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import type { Database } from "../src/storage/database.js";
import { createListWriter } from "../src/storage/lists/list-writer.js";
import { migrate } from "../src/storage/migrate.js";
import { type DatabaseLocation, openDatabase } from "../src/storage/open-database.js";
import { NEVER } from "./support/start-patient-service.js";
import { storeRecords } from "./support/store-records.js";

async function open(location: DatabaseLocation): Promise<Database> {
  const { db, close } = await openDatabase(location);
  onTestFinished(close);
  return db;
}

/** An embedded database. */
async function openFolder(): Promise<Database> {
  const { options, remove } = await PGLITE.create();
  onTestFinished(remove);
  const db = await open({ kind: "folder", folder: String(options.data) });
  await migrate(db);
  return db;
}

/** A server that hardly ever writes its log unless a commit waits for it, and a user whose vacuum, which does, is skipped. */
async function openSlowServer(): Promise<Database> {
  const server = await startPostgres({ careful: true });
  onTestFinished(() => server.stop());
  const url = await server.createDatabase();
  const options = { kind: "server", connections: 1, statementTimeout: NEVER, beginWait: NEVER } as const;
  const owner = await openDatabase({ ...options, url });
  await migrate(owner.db);
  await owner.close();
  for (const statement of [
    "alter system set wal_writer_delay = '10s'",
    "alter system set autovacuum = off",
    "select pg_reload_conf()",
    "create role importer login",
    "grant select, insert, update, delete on all tables in schema public to importer",
  ])
    await server.execute(url, statement);
  const asImporter = new URL(url);
  asImporter.username = "importer";
  return open({ ...options, url: asImporter.href });
}

it.each([
  ["an embedded database", openFolder],
  ["a server", openSlowServer],
])("all batches are on disk when an import is settled, on %s", async (_name, start) => {
  const db = await start();
  const writer = createListWriter(db);
  await storeRecords(
    writer,
    "reports",
    Array.from({ length: 10 }, (_, n) => ({
      uid: `${n}`,
      createdAt: moment(n),
      updatedAt: moment(n),
      document: "{}",
    })),
  );
  const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn()::text as position`.execute(db);
  await writer.settle();
  const onDisk = await sql<{ is_on_disk: boolean }>`
    select pg_current_wal_flush_lsn() >= ${rows[0]?.position}::pg_lsn as is_on_disk`.execute(db);
  expect(onDisk.rows).toEqual([{ is_on_disk: true }]);
});
