/** Pulls and syncs into every target, and compares the result with the records of the service. */
import { readdir, readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { explainDuckdb, explainSqlite, namingDatabase } from "../src/targets/explain-database.js";
import type { SqlDatabase } from "../src/targets/sql-target.js";
import { rowsOf } from "./support/contents.js";
import { type RecordsServer, report, startRecordsServer } from "./support/records-server.js";
import { newFolder, run, serverEnv } from "./support/run.js";

const SIZE = 130;
let postgres: PostgresServer;
let server: RecordsServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  server = await startRecordsServer(SIZE);
  return () => server.stop();
});

const TARGETS = ["ndjson", "csv", "parquet", "duckdb", "sqlite", "postgres"];
const FILES = ["ndjson", "csv", "parquet"];

const newTarget = async (kind: string) =>
  kind === "postgres" ? postgres.createDatabase() : join(await newFolder(), `reports.${kind}`);

const uids = (rows: Record<string, unknown>[]) => rows.map(({ uid }) => uid).sort();

const metadata = (...args: string[]) => run(args, { env: serverEnv(server) });

test("a database that cannot be reached is named", async () => {
  const to = new URL(await postgres.createDatabase());
  to.pathname = "/missing";
  expect(await metadata("reports", "pull", "--to", to.href)).toMatchObject({
    code: 1,
    stderr: 'metadata: Cannot connect to PostgreSQL: database "missing" does not exist. Check the URL of --to.\n',
  });
});

const NO_SYS = process.platform === "linux" ? "" : " (not run: only Linux has /sys)";

describe("a database that cannot be written is named, with the reason and what to do:", () => {
  const writing = async (to: string) => (await metadata("reports", "pull", "--to", to)).stderr;

  test.skipIf(NO_SYS !== "").each(["sqlite", "duckdb"])(`a %s file that cannot be created${NO_SYS}`, async (kind) => {
    // A folder that even the superuser cannot write to.
    const to = `/sys/reports.${kind}`;
    expect(await writing(to)).toBe(
      `metadata: Cannot write ${to}: the file cannot be opened or created. Check that you may write to it and to the folder /sys, or choose another file.\n`,
    );
  });

  test.each([
    ["sqlite", "it is not an SQLite database"],
    ["duckdb", "it is not a DuckDB database"],
  ])("a %s file that is none", async (kind, reason) => {
    const to = await newTarget(kind);
    await writeFile(to, "uid,country\n".repeat(1000));
    expect(await writing(to)).toBe(`metadata: Cannot write ${to}: ${reason}. Choose another file.\n`);
  });

  test("a full disk", async () => {
    const { default: Database } = await import("libsql");
    const database = new Database(await newTarget("sqlite"));
    onTestFinished(() => void database.close());
    database.exec("CREATE TABLE texts (text TEXT); PRAGMA max_page_count = 3");
    const open = (): Promise<SqlDatabase> =>
      Promise.resolve({ run: async (sql: string) => void database.exec(sql) } as unknown as SqlDatabase);
    const { run } = await namingDatabase("reports.sqlite", explainSqlite, open);
    await expect(run(`INSERT INTO texts VALUES ('${"x".repeat(100_000)}')`)).rejects.toThrow(
      "Cannot write reports.sqlite: the disk is full. Free some space, or choose another disk, and run the command again.",
    );
    expect(explainDuckdb(new Error("IO Error: Could not write file: No space left on device"), "a")).toContain("full");
  });

  test("a PostgreSQL database that the user may not change", async () => {
    const to = await newTarget("postgres");
    const client = new pg.Client({ connectionString: to });
    await client.connect();
    await client.query(
      "DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN PASSWORD 'hunter2'; REVOKE CREATE ON SCHEMA public FROM public",
    );
    await client.end();
    const url = Object.assign(new URL(to), { username: "reader", password: "hunter2" });
    expect(await writing(url.href)).toBe(
      `metadata: Cannot write to the PostgreSQL database ${url.pathname.slice(1)} at ${url.host}: permission denied for schema public. Ask the owner of the database to grant this user the right, or use another user in the URL of --to.\n`,
    );
  });
});

/** The paths of the files that this process has open, if the system lists them. */
async function openFiles(): Promise<string[]> {
  const open = await readdir("/proc/self/fd").catch(() => []);
  return Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
}

describe.each(TARGETS)("with the target %s,", (kind) => {
  test("a pull writes every record once, and a second one replaces them", async () => {
    const to = await newTarget(kind);
    expect(await metadata("reports", "pull", "--to", to)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Pulled ${SIZE} records`),
    });
    expect(uids(await rowsOf(to))).toEqual([...server.reports.keys()]);
    server.reports.delete("report-000003");
    await metadata("reports", "pull", "--to", to);
    expect(uids(await rowsOf(to))).toEqual([...server.reports.keys()]);
  });

  test("a pull that fails changes nothing, and leaves no other files", async () => {
    const to = await newTarget(kind);
    await metadata("reports", "pull", "--to", to);
    const before = await rowsOf(to);
    server.reports.clear();
    for (let n = 0; n < SIZE; n++) server.reports.set(`other-${n}`, report(n, { uid: `other-${n}` }));
    const stop = new AbortController();
    server.onRequest = (count) => (count > 5 ? stop.abort(new Error("stopped by the test")) : undefined);
    expect((await run(["reports", "pull", "--to", to], { env: serverEnv(server), signal: stop.signal })).code).toBe(1);
    expect(await rowsOf(to)).toEqual(before);
    if (kind === "postgres") return;
    expect((await readdir(join(to, ".."))).filter((name) => name.includes("part"))).toEqual([]);
    expect((await openFiles()).filter((path) => path.includes(".part"))).toEqual([]);
  });

  test("a sync stores changed records, and none twice", async () => {
    const to = await newTarget(kind);
    const sync = () => metadata("reports", "sync", "--to", to);
    expect(await sync()).toMatchObject({ code: 0, stderr: `Stored ${SIZE} new or changed records.\n` });
    expect(uids(await rowsOf(to))).toEqual([...server.reports.keys()]);
    const now = server.lastMoment();
    server.reports.set("report-000007", report(7, { country: "TR", updatedDate: now }));
    server.reports.set("report-000999", report(999, { updatedDate: now }));
    expect(await sync()).toMatchObject({ code: 0, stderr: "Stored 2 new or changed records.\n" });
    const rows = await rowsOf(to);
    expect(uids(rows)).toEqual([...server.reports.keys()].sort());
    expect(rows.find(({ uid }) => uid === "report-000007")).toMatchObject({ country: "TR" });
  });

  test("a sync from another server is refused, and from one that has moved it continues", async () => {
    const to = await newTarget(kind);
    const other = await startRecordsServer(SIZE + 7);
    onTestFinished(() => other.stop());
    const sync = (from: RecordsServer, ...flags: string[]) =>
      run(["reports", "sync", "--to", to, ...flags], { env: serverEnv(from) });
    expect(await sync(server)).toMatchObject({ code: 0 });
    const before = await rowsOf(to);
    const isFile = FILES.includes(kind);
    expect(await sync(other)).toMatchObject({
      code: 1,
      stderr: `metadata: The records in ${isFile ? to : "the table reports"} are of another sync: the checkpoint belongs to the server ${server.url}, not to ${other.url}. Name another target with --to${isFile ? "" : " or --table"}. If this service has moved from there, add --moved-from ${server.url}.\n`,
    });
    expect(await rowsOf(to)).toEqual(before);
    expect(other.requests).toEqual([]);
    expect(await sync(other, "--moved-from", server.url)).toMatchObject({ code: 0 });
    expect(await sync(other)).toMatchObject({ code: 0 });
    expect((await sync(server)).stderr).toContain(`belongs to the server ${other.url}, not to ${server.url}`);
    expect((await sync(server, "--moved-from", "elsewhere")).stderr).toContain("--moved-from must begin with http://");
  });

  test("a sync after a pull begins anew, so records of two servers never mix", async () => {
    const to = await newTarget(kind);
    const other = await startRecordsServer(SIZE + 7);
    onTestFinished(() => other.stop());
    const from = (one: RecordsServer, command: string) =>
      run(["reports", command, "--to", to], { env: serverEnv(one) });
    expect(await from(server, "sync")).toMatchObject({ code: 0 });
    const pulled = await from(other, "pull");
    expect(pulled.stderr).toContain(
      `the next sync into ${FILES.includes(kind) ? to : "the table reports"} begins anew.\n`,
    );
    expect(await from(other, "sync")).toMatchObject({
      code: 0,
      stderr: `Stored ${SIZE + 7} new or changed records.\n`,
    });
    expect(uids(await rowsOf(to))).toEqual([...other.reports.keys()].sort());
    expect((await from(server, "sync")).stderr).toContain("belongs to the server");
  });

  test("fields that the schema does not describe are kept as JSON", async () => {
    const to = await newTarget(kind);
    server.reports.set("report-000001", report(1, { extra: { a: [1, "ä"] }, country: 7, updatedDate: "yesterday" }));
    server.reports.set("report-000002", report(2, { caseNumber: 'a,"b"\r\nc', country: null }));
    await metadata("reports", "pull", "--to", to);
    const rows = await rowsOf(to);
    const [odd, text] = ["report-000001", "report-000002"].map((id) => rows.find(({ uid }) => uid === id));
    expect(text).toMatchObject({ caseNumber: 'a,"b"\r\nc', country: null });
    if (kind === "ndjson") return expect(odd).toEqual(server.reports.get("report-000001"));
    const others = odd?.["other_fields"];
    expect(typeof others === "string" ? JSON.parse(others) : others).toEqual({
      extra: { a: [1, "ä"] },
      country: 7,
      updatedDate: "yesterday",
    });
    expect(odd).toMatchObject({ uid: "report-000001", country: null, updatedDate: null });
  });
});

describe.each(["duckdb", "sqlite", "postgres"])("a table in %s", (kind) => {
  const noCountry = (table: typeof import("../src/generated/command-table.js").commandTable) => ({
    ...table,
    commands: table.commands.map((command) =>
      command.list
        ? {
            ...command,
            list: { ...command.list, columns: command.list.columns.filter(({ name }) => name !== "country") },
          }
        : command,
    ),
  });

  test("gets new columns of the spec with the next sync", async () => {
    const { commandTable } = await import("../src/generated/command-table.js");
    const to = await newTarget(kind);
    const args = ["reports", "sync", "--to", to];
    await run(args, { env: serverEnv(server), table: noCountry(commandTable) });
    const [before] = await rowsOf(to);
    expect(before).not.toHaveProperty("country");
    server.reports.set("report-000001", report(1, { country: "IN", updatedDate: server.lastMoment() }));
    await run(args, { env: serverEnv(server) });
    expect((await rowsOf(to)).find(({ uid }) => uid === "report-000001")).toMatchObject({ country: "IN" });
    expect(await rowsOf(to)).toHaveLength(SIZE);
  });

  test("is filled from the start if it does not exist, even with the state of another table", async () => {
    const to = await newTarget(kind);
    await metadata("reports", "sync", "--to", to);
    await metadata("reports", "sync", "--to", to, "--table", "other", "--state", "reports");
    expect(await rowsOf(to, "other")).toHaveLength(SIZE);
  });
});

test.each(["duckdb", "sqlite", "postgres"])(
  "a sync into %s with a state of its own begins anew after a pull",
  async (kind) => {
    const to = await newTarget(kind);
    const sync = () => metadata("reports", "sync", "--to", to, "--state", "mine");
    expect(await sync()).toMatchObject({ code: 0 });
    expect((await sync()).stderr).toBe("Stored 0 new or changed records.\n");
    expect((await metadata("reports", "pull", "--to", to)).stderr).toContain("the table reports begins anew.\n");
    expect((await sync()).stderr).toBe(`Stored ${SIZE} new or changed records.\n`);
  },
);

test("a state of an earlier version, which does not name its table, is continued", async () => {
  const to = await newTarget("postgres");
  const sync = () => metadata("reports", "sync", "--to", to);
  expect(await sync()).toMatchObject({ code: 0 });
  await postgres.execute(to, "alter table metadata_sync drop column target");
  expect((await sync()).stderr).toBe("Stored 0 new or changed records.\n");
  await postgres.execute(to, "alter table metadata_sync drop column target");
  expect((await metadata("reports", "pull", "--to", to)).stderr).toContain("the table reports begins anew.\n");
});

test("timestamps keep their microseconds in Parquet, DuckDB and PostgreSQL", async () => {
  for (const kind of ["parquet", "duckdb"]) {
    const to = await newTarget(kind);
    await metadata("reports", "pull", "--to", to);
    expect((await rowsOf(to))[0]).toMatchObject({ updatedDate: "2026-11-01 00:00:00.123456+00" });
  }
  const url = await newTarget("postgres");
  await metadata("reports", "pull", "--to", url);
  const exact = `(SELECT "updatedDate"::text AS at FROM reports LIMIT 1) AS exact`;
  expect((await rowsOf(url, exact))[0]?.["at"]).toContain(".123456");
});

test.each(FILES)("a sync to %s continues, wherever its state file was truncated", async (kind) => {
  const to = await newTarget(kind);
  await metadata("reports", "sync", "--to", to);
  const state = await readFile(`${to}.state`);
  for (const at of [0, 1, state.length >> 1, state.length - 2, state.length - 1]) {
    await writeFile(`${to}.state`, state.subarray(0, at));
    expect(await metadata("reports", "sync", "--to", to), `cut at ${at}`).toMatchObject({ code: 0 });
    expect(uids(await rowsOf(to))).toEqual([...server.reports.keys()]);
  }
});

test.each([
  ["of several runs", [{ begins: true }, {}, { begins: true }, { begins: true }]],
  ["of an earlier version, which does not mark its runs", [{}, {}, {}, {}]],
])("a state file %s results in the last version of each record", async (_, marks) => {
  const to = await newTarget("ndjson");
  const versions = [
    [report(0, { caseNumber: "a" }), report(1, { caseNumber: "a" })],
    [report(2, { caseNumber: "a" })],
    [report(0, { caseNumber: "b" }), report(1, { caseNumber: "b" })],
    [report(2, { caseNumber: "b" }), report(1, { caseNumber: "c" })],
  ];
  const checkpoint = JSON.stringify({ operation: "listReports", until: "2999-01-01T00:00:00.000Z" });
  const log = versions.map((records, line) => `${JSON.stringify({ ...marks[line], records, checkpoint })}\n`);
  await writeFile(`${to}.state`, log.join(""));
  expect(await metadata("reports", "sync", "--to", to)).toMatchObject({ code: 0 });
  const found = (await rowsOf(to)).map(({ uid, caseNumber }) => [uid, caseNumber]).sort();
  expect(found).toEqual([
    ["report-000000", "b"],
    ["report-000001", "c"],
    ["report-000002", "b"],
  ]);
});

test.each(["{}\n{}\n", "garbage", "garbage\n", '{"uid":1}', '{"uid":', "\u0000"])(
  "the state file %j is refused, and kept",
  async (content) => {
    const to = await newTarget("csv");
    await writeFile(`${to}.state`, content);
    expect(await metadata("reports", "sync", "--to", to)).toMatchObject({
      code: 1,
      stderr: `metadata: ${to}.state, line 1 is not valid sync state. If it is another file, name another one with --state; otherwise delete it to sync from the start.\n`,
    });
    expect(await readFile(`${to}.state`, "utf8")).toBe(content);
  },
);
