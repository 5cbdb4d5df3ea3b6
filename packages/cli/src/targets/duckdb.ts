import type { Item } from "../output/format-table.js";
import { loadOptional } from "./load-optional.js";
import { type SqlDatabase, upsertParts } from "./sql-target.js";

const TYPES = {
  text: "VARCHAR",
  integer: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMPTZ",
  json: "JSON",
} as const;

/** Opens a DuckDB file. Rows are inserted as one JSON string, which DuckDB splits into columns. */
export async function openDuckdb(path: string): Promise<SqlDatabase> {
  const { DuckDBInstance } = await loadOptional(() => import("@duckdb/node-api"), "@duckdb/node-api", "DuckDB");
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  // Do not let DuckDB interpret or print `TIMESTAMPTZ` values in the time zone of this machine.
  await connection.run("SET TimeZone = 'UTC'");
  return {
    types: TYPES,
    // DuckDB checks primary keys even against rows that were deleted in the same transaction.
    recreates: true,
    parameter: (n) => `$${n}`,
    async run(sql, values) {
      await connection.run(sql, values as string[] | undefined);
    },
    rows: async (sql, values) =>
      (await connection.runAndReadAll(sql, values as string[] | undefined)).getRowObjectsJson() as Item[],
    async columnsOf(table) {
      const sql = "SELECT column_name FROM duckdb_columns() WHERE table_name = $1 AND schema_name = current_schema()";
      const reader = await connection.runAndReadAll(sql, [table]);
      return reader.getRowObjectsJson().map((row) => String(row["column_name"]));
    },
    async upsert(table, rows) {
      if (rows.length === 0) return;
      const { insert, onConflict } = upsertParts(table);
      const shape = JSON.stringify([Object.fromEntries(table.columns.map(({ name, type }) => [name, TYPES[type]]))]);
      await connection.run(
        `${insert} SELECT unnest(from_json($1::JSON, '${shape.replaceAll("'", "''")}'), max_depth := 2) ${onConflict}`,
        [JSON.stringify(rows)],
      );
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
