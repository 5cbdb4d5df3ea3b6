import { randomBytes } from "node:crypto";
import { type Kysely, type Migration, sql } from "kysely";

/**
 * Creates the tables. No table refers to another, and the primary key of `metadata` contains the uid, so that it can be
 * distributed by uid over several machines without changes.
 */
export const tables: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("metadata")
      .addColumn("namespace", sql`text collate "C"`, (column) => column.notNull())
      .addColumn("uid", "bytea", (column) => column.notNull())
      .addColumn("items", "text", (column) => column.notNull())
      .addColumn("digest", "bytea", (column) => column.notNull())
      .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn("updated_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
      .addPrimaryKeyConstraint("metadata_pkey", ["namespace", "uid"])
      .execute();

    await db.schema
      .createTable("list_records")
      .addColumn("collection", sql`text collate "C"`, (column) => column.notNull())
      .addColumn("uid", "bytea", (column) => column.notNull())
      .addColumn("created_at", "timestamptz", (column) => column.notNull())
      .addColumn("updated_at", "timestamptz", (column) => column.notNull())
      .addColumn("document", "text", (column) => column.notNull())
      .addColumn("checked", "bigint", (column) => column.notNull())
      .addColumn("renamed", sql`text[]`, (column) => column.notNull())
      .addPrimaryKeyConstraint("list_records_pkey", ["collection", "uid"])
      .execute();
    // The order of every list, including the column for windows, so that counting never reads the table.
    await sql`create index list_records_order on list_records (collection, created_at, uid) include (updated_at)`.execute(
      db,
    );
    await sql`create index list_records_window on list_records (collection, updated_at, created_at, uid)`.execute(db);

    await db.schema
      .createTable("list_zones")
      .addColumn("collection", sql`text collate "C"`, (column) => column.notNull())
      .addColumn("lowest_at", "timestamptz", (column) => column.notNull())
      .addColumn("lowest_uid", "bytea", (column) => column.notNull())
      .addColumn("row_count", "integer", (column) => column.notNull())
      .addColumn("updated_min", "timestamptz")
      .addColumn("updated_max", "timestamptz")
      .addPrimaryKeyConstraint("list_zones_pkey", ["collection", "lowest_at", "lowest_uid"])
      .execute();

    await db.schema
      .createTable("api_keys")
      .addColumn("id", sql`text collate "C"`, (column) => column.primaryKey())
      .addColumn("label", "text", (column) => column.notNull())
      .addColumn("hash", "bytea", (column) => column.notNull().unique())
      .addColumn("created_at", "timestamptz", (column) => column.notNull().defaultTo(sql`now()`))
      .addColumn("expires_at", "timestamptz")
      .addColumn("revoked_at", "timestamptz")
      .addColumn("namespace", "text")
      .addColumn("may_read", "boolean", (column) => column.notNull())
      .addColumn("may_write", "boolean", (column) => column.notNull())
      .addColumn("last_used_at", "timestamptz")
      .execute();
    // The secret that distinguishes our keys from made-up ones.
    await sql`create table key_seal (id integer primary key check (id = 1), secret bytea not null)`.execute(db);
    await sql`insert into key_seal values (1, ${randomBytes(32)})`.execute(db);
    // Tests whether writing is possible.
    await sql`create table write_probe (id integer primary key check (id = 1), written_at timestamptz not null)`.execute(
      db,
    );

    // Shared limits are unlogged, so they start again after a crash.
    await sql`create unlogged table rate_buckets (
      key_id text collate "C" primary key,
      tokens double precision not null,
      refilled_at timestamptz not null
    )`.execute(db);
    await sql`create unlogged table request_slots (
      key_id text collate "C" not null,
      process_id text collate "C" not null,
      in_flight integer not null,
      seen_at timestamptz not null,
      primary key (key_id, process_id)
    )`.execute(db);

    // A service sees the imports that other processes run.
    await sql`create table imports (
      id text collate "C" primary key,
      target text collate "C" not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      ended_at timestamptz,
      succeeded boolean,
      records bigint not null default 0,
      rejected bigint not null default 0
    )`.execute(db);
  },
};
