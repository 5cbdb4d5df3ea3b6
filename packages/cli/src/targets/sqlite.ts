import type { Item } from "../output/format-table.js";
import { loadOptional } from "./load-optional.js";
import { quote, type SqlDatabase, upsertParts } from "./sql-target.js";

const TYPES = {
  text: "TEXT",
  integer: "INTEGER",
  number: "REAL",
  boolean: "INTEGER",
  date: "TEXT",
  timestamp: "TEXT",
  json: "TEXT",
  others: "TEXT",
} as const;

export async function openSqlite(path: string): Promise<SqlDatabase> {
  const { default: Database } = await loadOptional(() => import("libsql"), "libsql", "SQLite");
  const database = new Database(path);
  // Other programs may lock the file briefly while they read it.
  database.exec("PRAGMA busy_timeout = 10000");
  return {
    types: TYPES,
    limits: { hasTimesAsText: true },
    oddityLimit: () => undefined,
    recreates: false,
    parameter: () => "?",
    async run(sql, values = []) {
      if (values.length > 0) database.prepare(sql).run(...values);
      else database.exec(sql);
    },
    rows: async (sql, values = []) => database.prepare(sql).all(...values) as Item[],
    columnsOf: async (table) =>
      database.prepare(`PRAGMA table_info(${quote(table)})`).all() as { name: string; type: string }[],
    async similarTable(table) {
      const sql = "SELECT name FROM sqlite_master WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')";
      return (database.prepare(sql).get(table) as { name: string } | undefined)?.name;
    },
    async upsert(table, rows) {
      const { insert, onConflict } = upsertParts(table);
      const places = table.columns.map(() => "?").join(", ");
      const statement = database.prepare(`${insert} VALUES (${places}) ${onConflict}`);
      for (const row of rows) statement.run(...row.map(cellOf));
    },
    async close() {
      database.close();
    },
  };
}

const cellOf = (value: unknown): unknown => (typeof value === "boolean" ? Number(value) : (value ?? null));
