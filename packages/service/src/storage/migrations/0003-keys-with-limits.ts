import { randomBytes } from "node:crypto";
import { type Kysely, type Migration, sql } from "kysely";

/**
 * Adds permissions and last use of keys, the secret that distinguishes our keys from made-up ones, and a table to
 * test whether writing is possible.
 */
export const keysWithLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("api_keys")
      .addColumn("namespace", "text")
      .addColumn("may_read", "boolean", (column) => column.notNull().defaultTo(true))
      .addColumn("may_write", "boolean", (column) => column.notNull().defaultTo(true))
      .addColumn("sealed", "boolean", (column) => column.notNull().defaultTo(false))
      .addColumn("last_used_at", "timestamptz")
      .execute();
    await sql`create table key_seal (id integer primary key check (id = 1), secret bytea not null)`.execute(db);
    await sql`insert into key_seal values (1, ${randomBytes(32)})`.execute(db);
    await sql`create table write_probe (id integer primary key check (id = 1), written_at timestamptz not null)`.execute(
      db,
    );
  },
};
