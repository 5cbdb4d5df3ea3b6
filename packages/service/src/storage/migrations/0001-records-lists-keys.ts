import { type Kysely, type Migration, sql } from "kysely";

/**
 * Creates tables for metadata records, list records and keys. No table refers to another, and the primary key of
 * `metadata` contains the uid, so that it can be distributed by uid over several machines without changes.
 */
export const recordsListsKeys: Migration = {
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
      .execute();
  },
};
