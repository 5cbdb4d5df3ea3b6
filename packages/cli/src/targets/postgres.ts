import pg from "pg";
import { CommandError } from "../command-error.js";
import type { Item } from "../output/format-table.js";
import { ODDITY } from "../output/json-text.js";
import { explainFailure } from "../settings/explain-failure.js";
import { commonMoment } from "./fits.js";
import { type ExistingColumn, quote, rowTexts, type SqlDatabase, upsertParts } from "./sql-target.js";

const TYPES = {
  text: "text",
  integer: "bigint",
  number: "double precision",
  boolean: "boolean",
  date: "date",
  timestamp: "timestamptz",
  json: "jsonb",
  // `jsonb` holds neither NUL nor half of a surrogate pair, nor -0.
  others: "json",
} as const;

/** The columns that every table has. */
const SYSTEM_COLUMNS = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"];

/** How long other transactions may delay a change of a column's type, in ms. */
const LOCK_TIMEOUT = 10_000;

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
    // An index entry can have 2,704 bytes.
    limits: { maxBytes: 63, reserved: SYSTEM_COLUMNS, maxKeyBytes: 2600 },
    oddityLimit: (type) =>
      type === TYPES.json ? ODDITY.negativeZero : type === TYPES.others ? ODDITY.deep : undefined,
    recreates: false,
    parameter: (n) => `$${n}`,
    lock: (table) => `LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`,
    async run(sql, values) {
      await client.query(sql, values as unknown[]);
    },
    rows: async (sql, values) => (await client.query<Record<string, unknown>>(sql, values as unknown[])).rows as Item[],
    async columnsOf(table) {
      const { rows } = await client.query<ExistingColumn>(
        "SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped",
        [quote(table)],
      );
      return rows;
    },
    async changeType(table, column, type) {
      await client.query(`SAVEPOINT change; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
      try {
        await client.query(`ALTER TABLE ${quote(table)} ALTER COLUMN ${quote(column)} TYPE ${type}`);
        await client.query("RELEASE change");
        return undefined;
      } catch (error) {
        await client.query("ROLLBACK TO change");
        return reasonOf(error as pg.DatabaseError);
      } finally {
        await client.query("SET LOCAL lock_timeout = DEFAULT");
      }
    },
    async upsert(table, rows) {
      const { insert, onConflict } = upsertParts(table);
      const fields = table.columns.map(({ type }, i) => `c${i} ${type === "json" ? "text" : TYPES[type]}`);
      // JSON travels as text, because the functions for JSON do not accept NUL.
      const cells = table.columns.map(({ type, sqlType }, i) => (type === "json" ? `c${i}::${sqlType}` : `c${i}`));
      const from = `json_to_recordset($1::json) AS row (${fields.join(", ")})`;
      const text = `${insert} SELECT ${cells.join(", ")} FROM ${from} ${onConflict}`;
      for (const values of rowTexts(rows, table, { timestamp: commonMoment }))
        await client.query({ name: "upsert", text, values: [values] });
    },
    close: () => client.end(),
  };
}

/** Explains why the type of a column cannot be changed. */
function reasonOf({ code, message, detail }: pg.DatabaseError): string {
  if (code === "55P03") return "another transaction is using the table; the next run tries again";
  return `${message}${detail ? ` (${detail})` : ""}. Drop what uses the column, run the command again, and create it again`;
}
