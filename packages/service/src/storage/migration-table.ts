import { sql } from "kysely";
import type { Database } from "./database.js";
import { DatabaseError } from "./database-error.js";

/** The table with the names of the migrations that a database has. */
export interface MigrationTable {
  readonly schema: string;
  readonly name: string;
}

/** Every database of this service has this migration. */
const FIRST = "0001-records-lists-keys";

const NAME = "kysely_migration";
/** The name in a schema in which another program has a table with the usual name. */
const OTHER_NAME = "metadata_service_migration";

/**
 * Finds the table of migrations where the other tables are looked up, in the schemas of the search path. Kysely would
 * take a table of that name in any schema, which may belong to another program.
 *
 * @returns the table, or the one to create
 */
export async function findMigrationTable(db: Database): Promise<MigrationTable> {
  const { rows: candidates } = await sql<MigrationTable & { isCurrent: boolean }>`
    select nspname as schema, relname as name, nspname = current_schema() as "isCurrent"
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relname in (${NAME}, ${OTHER_NAME}) and nspname = any(current_schemas(false))
      and has_table_privilege(pg_class.oid, 'select')
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'name')
    order by array_position(current_schemas(false), nspname), relname desc`.execute(db);
  let isTaken = false;
  for (const { schema, name, isCurrent } of candidates) {
    const names = await migrationsIn(db, { schema, name });
    // A process that starts at the same time creates an empty table first.
    if (names.includes(FIRST) || (isCurrent && names.length === 0)) return { schema, name };
    isTaken ||= isCurrent && name === NAME;
  }
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  const schema = rows[0]?.schema;
  if (typeof schema !== "string")
    throw new DatabaseError(
      "The search path of the database user contains no schema that exists; create one (create schema NAME), or set the search path (alter role USER set search_path = public)",
    );
  return { schema, name: isTaken ? OTHER_NAME : NAME };
}

/** Returns the names of the migrations in a table, in their order. */
export async function migrationsIn(db: Database, { schema, name }: MigrationTable): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(`${schema}.${name}`)} order by name`.execute(db);
  return rows.map((row) => row.name);
}
