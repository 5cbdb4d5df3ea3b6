import { type Migration, type MigrationProvider, Migrator, sql } from "kysely";
import type { Database } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { recordsListsKeys } from "./migrations/0001-records-lists-keys.js";
import { sharedLimits } from "./migrations/0002-shared-limits.js";
import { keysWithLimits } from "./migrations/0003-keys-with-limits.js";
import { recordsAsShown } from "./migrations/0004-records-as-shown.js";

/** All migrations, by number. A released migration is never edited; add a new one instead. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-records-lists-keys": recordsListsKeys,
  "0002-shared-limits": sharedLimits,
  "0003-keys-with-limits": keysWithLimits,
  "0004-records-as-shown": recordsAsShown,
};

/** Error codes of the system and PostgreSQL for failed connections: network, host name, password, database. */
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

/** Messages of the driver, without a code, if the server does not accept this type of connection. */
const NO_ANSWER = /timeout|Connection terminated|SSL connections|password must be/;

/**
 * Brings the schema up to date in one transaction, under an advisory lock, so that any number of
 * processes may start at once.
 *
 * @throws DatabaseError if the database cannot be reached, was written by a newer version, or a migration fails
 */
export async function migrate(db: Database): Promise<void> {
  const provider: MigrationProvider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (!error) return;
  const unreachable = asUnreachable(error);
  if (unreachable) throw unreachable;
  const { code, message } = error as NodeJS.ErrnoException;
  const why = message || code;
  const unknown = await unknownMigrations(db).catch(() => []);
  throw new DatabaseError(
    unknown.length > 0
      ? `The database belongs to a newer version of the service (${unknown.join(", ")}); run that version, or a later one`
      : `The database schema could not be upgraded: ${why}; check the permissions of the database user and the database log, then try again`,
    { cause: error },
  );
}

/** Converts a connection error to a message for operators; returns undefined for any other error. */
export function asUnreachable(error: unknown): DatabaseError | undefined {
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (!NO_WAY_IN.has(code ?? "") && syscall !== "connect" && !NO_ANSWER.test(message)) return undefined;
  // If a host name has several addresses, the error has only a code and no message.
  const why = message || code;
  return new DatabaseError(`The database cannot be reached: ${why}; check --database-url or DATABASE_URL`, {
    cause: error,
  });
}

async function unknownMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(MIGRATIONS, name));
}
