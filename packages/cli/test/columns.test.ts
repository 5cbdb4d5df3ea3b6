/** Names of columns that databases refuse or take for the same, identities, and tables of earlier versions. */
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quote } from "../src/targets/sql-target.js";
import { csvRows, rowsOf } from "./support/contents.js";
import { type Json, type RecordsServer, report, startRecordsServer } from "./support/records-server.js";
import { newFolder, run, serverEnv } from "./support/run.js";
import { withColumns } from "./support/tables.js";

let postgres: PostgresServer;
let server: RecordsServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  server = await startRecordsServer(0);
  return () => server.stop();
});

const newTarget = async (kind: string) =>
  kind === "postgres" ? postgres.createDatabase() : join(await newFolder(), `reports.${kind}`);

type Table = ReturnType<typeof withColumns>;
const metadata = (command: string, to: string, table?: Table, ...more: string[]) =>
  run(["reports", command, "--to", to, ...more], { env: serverEnv(server), ...(table && { table }) });

const othersOf = (row: Json | undefined): Json => {
  const cell = row?.["other_fields"];
  return (typeof cell === "string" ? JSON.parse(cell) : cell) ?? {};
};

/** Runs statements in a database, in one connection. */
async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const LONG = "x".repeat(70);

/** Names that some target refuses, or does not distinguish from another one. */
const NAMES = [
  "id",
  "ID",
  "Id",
  "ä",
  "Ä",
  "\u00e9",
  "e\u0301",
  "straße",
  "STRASSE",
  `${LONG}1`,
  `${LONG}2`,
  `ä${LONG}`,
  "",
  " ",
  "a\0b",
  "a\0c",
  "\ud800",
  "\udc00",
  'a"b',
  "a'b",
  "a\nb",
  "a,b",
  "select",
  "order",
  "rowid",
  "oid",
  "_rowid_",
  "ctid",
  "xmin",
  "cmin",
  "cmax",
  "xmax",
  "tableoid",
  "other_fields",
  "OTHER_FIELDS",
  "other_fields_",
  "__proto__",
  "constructor",
  "toString",
  "$1",
  "?",
  "c0",
  "C0",
  "excluded",
  "UID",
  "id_2",
  "true",
  "1",
];

describe.each(["csv", "parquet", "duckdb", "sqlite", "postgres"])("in %s,", (kind) => {
  const read = (to: string) => (kind === "csv" ? csvRows(to) : rowsOf(to));
  // The other readers lose a column with this name.
  const names = kind === "csv" || kind === "postgres" ? NAMES : NAMES.filter((name) => name !== "__proto__");

  test("every field has its own column, with the same name in every run and with every later field", async () => {
    const to = await newTarget(kind);
    server.reports.set(
      "a",
      Object.fromEntries([...names.map((name, n) => [name, `value ${n}`]), ["uid", "a"], ["country", "VN"]]),
    );
    const table = withColumns(["uid", "text"], ...names.map((name) => [name, "text"] as const));
    const first = await metadata("pull", to, table);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr.match(/"ID" in the column "ID_[0-9a-f]{8}"/g)).toHaveLength(1);
    const [row = {}] = await read(to);
    const columnOf = (value: unknown) => Object.keys(row).find((column) => row[column] === value);
    const columns = names.map((_, n) => columnOf(`value ${n}`));
    expect(columns).not.toContain(undefined);
    expect(new Set(columns).size).toBe(names.length);
    expect(othersOf(row)).toEqual({ country: "VN" });
    const wider = withColumns(["uid", "text"], ["iD", "text"], ...names.map((name) => [name, "text"] as const), [
      "country",
      "text",
    ]);
    expect(await metadata("pull", to, table)).toMatchObject({ code: 0 });
    if (kind === "csv" || kind === "parquet") return;
    for (const command of ["pull", "sync"]) {
      expect(await metadata(command, to, wider)).toMatchObject({ code: 0 });
      const [again = {}] = await rowsOf(to);
      for (const [n, column] of columns.entries()) expect(again[column ?? ""]).toBe(`value ${n}`);
      expect(again["country"]).toBe("VN");
    }
  });

  test("identities that a column cannot hold are kept, and none is taken for another one", async () => {
    const odd = [
      "a",
      "a\0b",
      "a\0c",
      "\0",
      "\ud800",
      "\udc00",
      "x\ufffd",
      " ",
      "é",
      "e\u0301",
      'other_fields:"a\\u0000b"',
      "other_fields:1",
      "__proto__",
      "l".repeat(3000),
      "k".repeat(100_000),
      randomText(5000),
      randomText(2400),
      "1",
      "A",
    ];
    for (const uid of odd) server.reports.set(uid, report(0, { uid }));
    const to = await newTarget(kind);
    for (const command of ["pull", "sync", "sync"]) {
      expect(await metadata(command, to)).toMatchObject({ code: 0 });
      const rows = await read(to);
      const uids = rows.map((row) => othersOf(row)["uid"] ?? row["uid"]);
      expect(uids.sort()).toEqual([...odd].sort());
    }
  });

  test("a record whose identity its column cannot hold is named", async () => {
    const table = withColumns(["uid", "integer"], ["country", "text"]);
    const to = await newTarget(kind);
    server.reports.set("7", report(0, { uid: 7 }));
    expect(await metadata("pull", to, table)).toMatchObject({ code: 0 });
    server.reports.set("x", report(0, { uid: "x" }));
    expect(await metadata("pull", to, table)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'The record with uid "x" cannot be stored: the column of its identity has the type integer.',
      ),
    });
  });
});

function randomText(length: number): string {
  let state = 7;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state >> 8) % 26;
  };
  return Array.from({ length }, () => String.fromCharCode(97 + next())).join("");
}

test.each(["duckdb", "sqlite"])("in %s, a table is not taken for one whose name differs in case", async (kind) => {
  const to = await newTarget(kind);
  server.reports.set("a", report(0, { uid: "a" }));
  await metadata("pull", to, undefined, "--table", "Reports");
  expect(await metadata("pull", to, undefined, "--table", "reports")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      'The database has a table "Reports", which it does not distinguish from "reports".',
    ),
  });
  expect(await rowsOf(to, quote("Reports"))).toHaveLength(1);
});

test.each(["duckdb", "sqlite", "postgres"])("in %s, the table of the checkpoints is not overwritten", async (kind) => {
  const to = await newTarget(kind);
  expect(await metadata("pull", to, undefined, "--table", "Metadata_Sync")).toMatchObject({ code: 2 });
});

const NUL = { note: "a\0b", "\ud800": -0, big: Number.POSITIVE_INFINITY };

describe.each(["pull", "sync"])("a %s into a table of an earlier version", (command) => {
  const old = async (...more: string[]) => {
    const to = await newTarget("postgres");
    await execute(
      to,
      `CREATE TABLE reports (uid text PRIMARY KEY, country text, other_fields jsonb)`,
      `INSERT INTO reports VALUES ('old', 'VN', '{"a": [1]}')`,
      ...more,
    );
    server.reports.set("odd", report(1, { uid: "odd", ...NUL }));
    return to;
  };
  const table = withColumns(["uid", "text"], ["country", "text"]);
  const typeOf = async (to: string) =>
    (await rowsOf(to, "(SELECT pg_typeof(other_fields)::text AS type FROM reports) AS types"))[0]?.["type"];
  const odd = async (to: string) => othersOf((await rowsOf(to)).find(({ uid }) => uid === "odd"));

  test("changes the type of its column in PostgreSQL", async () => {
    const to = await old();
    expect(await metadata(command, to, table)).toMatchObject({ code: 0 });
    expect(await typeOf(to)).toBe("json");
    expect(await odd(to)).toMatchObject(NUL);
    if (command === "sync")
      expect((await rowsOf(to)).find(({ uid }) => uid === "old")).toMatchObject({ other_fields: { a: [1] } });
  });

  test.each([
    ["a view", "CREATE VIEW nightly AS SELECT * FROM reports", "view nightly depends on column"],
    [
      "an index",
      "CREATE INDEX ON reports USING gin (other_fields)",
      'no default operator class for access method "gin"',
    ],
  ])("keeps every value if %s prevents that", async (_, statement, reason) => {
    const to = await old(statement);
    const result = await metadata(command, to, table);
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining(reason) });
    expect(await typeOf(to)).toBe("jsonb");
    expect(await odd(to)).toMatchObject(NUL);
  });

  test("keeps every value if a reader delays that", async () => {
    const to = await old();
    const reader = new pg.Client({ connectionString: to });
    await reader.connect();
    try {
      await reader.query("BEGIN; SELECT * FROM reports");
      expect(await metadata(command, to, table)).toMatchObject({
        code: 0,
        stderr: expect.stringContaining("another transaction is using the table; the next run tries again"),
      });
    } finally {
      await reader.end();
    }
    expect(await odd(to)).toMatchObject(NUL);
    expect(await metadata(command, to, table)).toMatchObject({ code: 0 });
    expect(await typeOf(to)).toBe("json");
  });

  test.each([
    ["", "VARCHAR"],
    ["CREATE INDEX i ON reports (country)", "JSON"],
  ])("keeps every value in DuckDB %s", async (index, type) => {
    const to = await newTarget("duckdb");
    const { DuckDBInstance } = await import("@duckdb/node-api");
    const instance = await DuckDBInstance.create(to);
    const connection = await instance.connect();
    await connection.run("CREATE TABLE reports (uid VARCHAR PRIMARY KEY, country VARCHAR, other_fields JSON)");
    if (index) await connection.run(index);
    connection.closeSync();
    instance.closeSync();
    server.reports.set("odd", report(1, { uid: "odd", ...NUL }));
    expect(await metadata(command, to, table)).toMatchObject({ code: 0 });
    const others = othersOf((await rowsOf(to))[0]);
    expect(typeof others === "string" ? JSON.parse(others) : others).toMatchObject(NUL);
    const [row] = await rowsOf(to, "(SELECT data_type FROM duckdb_columns() WHERE column_name = 'other_fields')");
    // A pull creates the table again.
    expect(row?.["data_type"]).toBe(command === "pull" ? "VARCHAR" : type);
  });
});
