import { type Migration, type MigrationProvider, Migrator } from "kysely";
import type { Database } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { findMigrationTable, migrationsIn } from "./migration-table.js";
import { recordsListsKeys } from "./migrations/0001-records-lists-keys.js";
import { sharedLimits } from "./migrations/0002-shared-limits.js";
import { keysWithLimits } from "./migrations/0003-keys-with-limits.js";
import { recordsAsShown } from "./migrations/0004-records-as-shown.js";
import { imports } from "./migrations/0005-imports.js";
import { awaitServer } from "./server/await-server.js";
import { whyUnusable } from "./server/why-unusable.js";

/** All migrations, by number. A released migration is never edited; add a new one instead. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-records-lists-keys": recordsListsKeys,
  "0002-shared-limits": sharedLimits,
  "0003-keys-with-limits": keysWithLimits,
  "0004-records-as-shown": recordsAsShown,
  "0005-imports": imports,
};

/**
 * Brings the schema up to date in one transaction, under an advisory lock, so that any number of
 * processes may start at once.
 *
 * @param onWait called if it has to wait for a server that is starting up, with a sentence for operators
 * @throws DatabaseError if the database cannot be reached or used, was written by a newer version, or a migration fails
 */
export async function migrate(db: Database, onWait: (sentence: string) => void = () => {}): Promise<void> {
  const error = await attempt(db, onWait).catch((cause: unknown) => cause);
  if (error === undefined) return;
  // A file that the URL names, such as a certificate.
  if ((error as NodeJS.ErrnoException).path !== undefined) throw error;
  throw (
    whyUnusable(error) ??
    new DatabaseError(
      `The database schema could not be upgraded: ${(error as Error).message}; check the database log, then try again`,
      { cause: error },
    )
  );
}

/** Resolves to the error of a migration that failed. */
async function attempt(db: Database, onWait: (sentence: string) => void): Promise<unknown> {
  await awaitServer(db, onWait);
  const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS };
  const table = await findMigrationTable(db);
  const { error } = await new Migrator({
    db,
    provider,
    migrationTableSchema: table.schema,
    migrationTableName: table.name,
    migrationLockTableName: `${table.name}_lock`,
  }).migrateToLatest();
  if (!error) return undefined;
  const names = await migrationsIn(db, table).catch(() => []);
  const unknown = names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length === 0) return error;
  return new DatabaseError(
    `The database belongs to a newer version of the service (${unknown.join(", ")}); run that version, or a later one`,
    { cause: error },
  );
}
