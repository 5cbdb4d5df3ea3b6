import { POSTGRESQL, type Target } from "@metadata-service/test-kit/service/targets";
import { onTestFinished } from "vitest";
import type { Database } from "../../src/storage/database.js";
import { migrate } from "../../src/storage/migrate.js";
import { type OpenDatabase, openDatabase } from "../../src/storage/open-database.js";
import { NEVER } from "./start-patient-service.js";

/** A new, migrated database. */
export interface NewDatabase extends OpenDatabase {
  /** The URL, if it is on a server. */
  readonly url: string;
  /** Closes and removes it. */
  remove(): Promise<void>;
}

/** Opens a new, migrated database. */
export async function openOn(target: Target, connections = 2): Promise<NewDatabase> {
  const { options, remove } = await target.create();
  const { data = "", databaseUrl: url } = options;
  const open = await openDatabase(
    url
      ? { kind: "server", url, connections, beginWait: NEVER, statementTimeout: NEVER }
      : { kind: "folder", folder: data },
  );
  await migrate(open.db);
  return {
    ...open,
    url: String(url),
    async remove() {
      await open.close();
      await remove();
    },
  };
}

/** Opens a new, migrated PostgreSQL database, which is closed and removed at the end of the test. */
export async function openOnServer({ connections }: { connections: number }): Promise<{ db: Database; url: string }> {
  const open = await openOn(POSTGRESQL, connections);
  onTestFinished(open.remove);
  return open;
}
