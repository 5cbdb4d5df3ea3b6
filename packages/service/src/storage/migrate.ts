import { type Migration, type MigrationProvider, Migrator } from "kysely";
import type { Database } from "./database.js";
import { recordsListsKeys } from "./migrations/0001-records-lists-keys.js";
import { sharedLimits } from "./migrations/0002-shared-limits.js";

/** By number. A migration that has been released is never edited; a change is a new one. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-records-lists-keys": recordsListsKeys,
  "0002-shared-limits": sharedLimits,
};

/**
 * Brings the schema up to date: all or nothing, in one transaction, under an advisory lock, so that any number of
 * processes may start at once.
 *
 * @throws Error when the database was written by a newer version, or a migration fails
 */
export async function migrate(db: Database): Promise<void> {
  const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`The database could not be brought up to date: ${reason}`, { cause: error });
}
