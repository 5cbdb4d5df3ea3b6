import { readFile } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "csv-parse/sync";
import Database from "libsql";
import pg from "pg";

type Row = Record<string, unknown>;

/** Returns the number of rows in a target. `table` is ignored for files, which have only one table. */
export async function countRows(target: string, table: string): Promise<number> {
  if (target.startsWith("postgres:"))
    return Number((await fromPostgres(target, `(SELECT count(*) FROM ${table}) AS n`))[0]?.["count"]);
  return Number((await fromDuckdb(":memory:", `SELECT count(*) AS n FROM '${target}'`))[0]?.["n"]);
}

/** Reads the rows of a target, where possible with a different library from the one that wrote them. */
export async function rowsOf(target: string, table = "reports"): Promise<Row[]> {
  if (target.startsWith("postgres:")) return fromPostgres(target, table);
  if (target.endsWith(".sqlite")) return new Database(target).prepare(`SELECT * FROM ${table}`).all() as Row[];
  if (target.endsWith(".duckdb")) return fromDuckdb(target, `SELECT * FROM ${table}`);
  if (target.endsWith(".ndjson")) return lines(await readFile(target, "utf8")).map((line) => JSON.parse(line));
  const reader = target.endsWith(".csv") ? `read_csv('${target}', all_varchar = true)` : `'${target}'`;
  return fromDuckdb(":memory:", `SELECT * FROM ${reader}`);
}

export const lines = (text: string): string[] => text.split("\n").filter(Boolean);

async function fromDuckdb(path: string, sql: string): Promise<Row[]> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function fromPostgres(url: string, table: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(`SELECT * FROM ${table}`)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the rows of a CSV file; an empty cell without quotes is null. */
export async function csvRows(path: string): Promise<Row[]> {
  const [header = [], ...lines] = parse(await readFile(path), {
    cast: (value, { quoting }) => (value === "" && !quoting ? null : value),
    max_record_size: 0,
  }) as (string | null)[][];
  return lines.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i]])));
}
