import { POSTGRESQL } from "@metadata-service/test-kit/service/targets";
import { onTestFinished } from "vitest";
import type { Database } from "../../src/storage/database.js";
import { migrate } from "../../src/storage/migrate.js";
import { openDatabase } from "../../src/storage/open-database.js";
import { NEVER } from "./start-patient-service.js";

/** Opens a new, migrated PostgreSQL database, which is closed and removed at the end of the test. */
export async function openOnServer({ connections }: { connections: number }): Promise<{ db: Database; url: string }> {
  const { options, remove } = await POSTGRESQL.create();
  onTestFinished(remove);
  const url = String(options.databaseUrl);
  const { db, close } = await openDatabase({
    kind: "server",
    url,
    connections,
    beginWait: NEVER,
    statementTimeout: NEVER,
  });
  onTestFinished(close);
  await migrate(db);
  return { db, url };
}
