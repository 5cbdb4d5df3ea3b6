import pg from "pg";
import { CommandError } from "../failures.js";
import type { Item } from "../output/format-table.js";
import { explainFailure } from "../settings/explain-failure.js";
import { quote, type SqlDatabase, upsertParts } from "./sql-target.js";

const TYPES = {
  text: "text",
  integer: "bigint",
  number: "double precision",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamptz",
  json: "jsonb",
} as const;

/** Connects to PostgreSQL. Rows travel as one JSON text, which the server takes apart by column. */
export async function openPostgres(url: string): Promise<SqlDatabase> {
  const client = new pg.Client({ connectionString: url, application_name: "metadata" });
  // The next statement reports the error.
  client.on("error", () => {});
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    // If the host name has several addresses, the error is an `AggregateError` with an empty message.
    const reason = [error.message || error.code, explainFailure(error)].filter(Boolean).join(", ");
    // The server itself refused, with an SQLSTATE: it was reached.
    const address = /^[\dA-Z]{5}$/.test(error.code ?? "") ? "" : ` at ${client.host}:${client.port}`;
    throw new CommandError(`Cannot connect to PostgreSQL${address}: ${reason}. Check the URL of --to.`);
  });
  return {
    types: TYPES,
    recreates: false,
    parameter: (n) => `$${n}`,
    lock: (table) => `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`,
    async run(sql, values) {
      await client.query(sql, values as unknown[]);
    },
    rows: async (sql, values) => (await client.query<Record<string, unknown>>(sql, values as unknown[])).rows as Item[],
    async columnsOf(table) {
      const { rows } = await client.query<{ name: string }>(
        "SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped",
        [quote(table)],
      );
      return rows.map(({ name }) => name);
    },
    async upsert(table, rows) {
      if (rows.length === 0) return;
      const { insert, onConflict } = upsertParts(table);
      const fields = table.columns.map(({ name, type }) => `${quote(name)} ${TYPES[type]}`).join(", ");
      const text = `${insert} SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (${fields}) ${onConflict}`;
      await client.query({ name: `upsert ${table.name}`.slice(0, 60), text, values: [JSON.stringify(rows)] });
    },
    close: () => client.end(),
  };
}
