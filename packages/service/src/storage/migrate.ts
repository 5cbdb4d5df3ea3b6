import { type Migration, type MigrationProvider, Migrator } from "kysely";
import type { Database } from "./database.js";
import { recordsListsKeys } from "./migrations/0001-records-lists-keys.js";
import { sharedLimits } from "./migrations/0002-shared-limits.js";

/** By number. A migration that has been released is never edited; a change is a new one. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-records-lists-keys": recordsListsKeys,
  "0002-shared-limits": sharedLimits,
};

/** The database cannot be used; the message says why. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}

/** What a system or PostgreSQL says when there is no way in: network, name, password, database. */
const NO_WAY_IN = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "28P01",
  "28000",
  "3D000",
]);

/**
 * Brings the schema up to date: all or nothing, in one transaction, under an advisory lock, so that any number of
 * processes may start at once.
 *
 * @throws DatabaseError when the database cannot be reached, was written by a newer version, or a migration fails
 */
export async function migrate(db: Database): Promise<void> {
  const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return;
  const { code, message } = error as NodeJS.ErrnoException;
  const what = NO_WAY_IN.has(code ?? "")
    ? "The database cannot be reached"
    : "The database could not be brought up to date";
  // Where a name has several addresses, the message is empty and the code is all there is.
  throw new DatabaseError(`${what}: ${message || code}`, { cause: error });
}
