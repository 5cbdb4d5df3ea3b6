import type { Item } from "../output/format-table.js";
import { ODDITY } from "../output/json-text.js";
import { commonMoment } from "./fits.js";
import { loadOptional } from "./load-optional.js";
import { quote, rowTexts, type SqlDatabase, upsertParts } from "./sql-target.js";

const TYPES = {
  text: "VARCHAR",
  integer: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMPTZ",
  json: "JSON",
  // `JSON` does not accept half of a surrogate pair. The JSON functions accept `VARCHAR`, too.
  others: "VARCHAR",
} as const;

/** Opens a DuckDB file. Rows are inserted as one JSON string, which DuckDB splits into columns. */
export async function openDuckdb(path: string): Promise<SqlDatabase> {
  const { DuckDBInstance } = await loadOptional(() => import("@duckdb/node-api"), "@duckdb/node-api", "DuckDB");
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  // Do not let DuckDB interpret or print `TIMESTAMPTZ` values in the time zone of this machine.
  await connection.run("SET TimeZone = 'UTC'");
  const rows = async (sql: string, values?: readonly unknown[]) =>
    (await connection.runAndReadAll(sql, values as string[] | undefined)).getRowObjectsJson() as Item[];
  return {
    types: TYPES,
    limits: {},
    oddityLimit: (type) => (type === TYPES.json ? ODDITY.unusual : undefined),
    // DuckDB checks primary keys even against rows that were deleted in the same transaction.
    recreates: true,
    parameter: (n) => `$${n}`,
    async run(sql, values) {
      await connection.run(sql, values as string[] | undefined);
    },
    rows,
    async columnsOf(table) {
      const sql =
        "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = $1 AND schema_name = current_schema()";
      return (await rows(sql, [table])).map((row) => ({
        name: String(row["column_name"]),
        type: String(row["data_type"]),
      }));
    },
    async similarTable(table) {
      const sql =
        "SELECT table_name FROM information_schema.tables WHERE lower(table_name) = lower($1) AND table_schema = current_schema() AND table_catalog = current_database()";
      return (await rows(sql, [table]))[0]?.["table_name"] as string | undefined;
    },
    async changeType(table, column, type) {
      // A statement that fails ends the transaction.
      const [index] = await rows("SELECT index_name FROM duckdb_indexes() WHERE table_name = $1", [table]);
      if (index) return `drop the index ${index["index_name"]} once, and run the command again`;
      await connection.run(`ALTER TABLE ${quote(table)} ALTER COLUMN ${quote(column)} TYPE ${type}`);
      return undefined;
    },
    async upsert(table, rows) {
      const { insert, onConflict } = upsertParts(table);
      const { columns } = table;
      // JSON travels as text, because DuckDB would change what it reads as JSON.
      const shape = columns.map(({ type }, i) => [`c${i}`, type === "json" ? "VARCHAR" : TYPES[type]]);
      const cells = columns.map(({ sqlType }, i) => (sqlType === TYPES.json ? `c${i}::JSON` : `c${i}`)).join(", ");
      const from = `unnest(from_json_strict($1::JSON, '[${JSON.stringify(Object.fromEntries(shape))}]'), max_depth := 2)`;
      for (const text of rowTexts(rows, table, { timestamp: commonMoment }))
        await connection.run(`${insert} SELECT ${cells} FROM (SELECT ${from}) ${onConflict}`, [text]);
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
