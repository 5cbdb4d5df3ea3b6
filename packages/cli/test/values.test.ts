/** Pulls and syncs every value that a column may not be able to hold into every target, and reads it back. */
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type PostgresServer, startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ValueType } from "../src/command-table.js";
import { jsonText } from "../src/output/json-text.js";
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

const TARGETS = ["ndjson", "csv", "parquet", "duckdb", "sqlite", "postgres"];
const TYPES: readonly ValueType[] = ["text", "integer", "number", "boolean", "date", "timestamp", "json"];

const newTarget = async (kind: string) =>
  kind === "postgres" ? postgres.createDatabase() : join(await newFolder(), `reports.${kind}`);

const typed = withColumns(["uid", "text"], ...TYPES.map((type) => [`a_${type}`, type] as const), [
  "updatedDate",
  "timestamp",
]);

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { a: value };
  return value;
};

/** What is tried in a column of each type. */
const VALUES: readonly unknown[] = [
  null,
  "",
  " ",
  "a",
  "0",
  "null",
  "true",
  "[]",
  '"quoted"',
  "5",
  "-",
  "a\0b",
  "\0",
  "\\u0000",
  "\ud800",
  "x\udfffy",
  "\ud83d\ude00",
  "\u2028",
  "x\ufeff",
  "a\r\nb",
  'a,"b"',
  "=1+1",
  "infinity",
  "-infinity",
  "NaN",
  "\\N",
  "é",
  "x".repeat(300_000),
  0,
  -0,
  1,
  -1,
  0.1,
  1.5,
  5e-324,
  1.7976931348623157e308,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  9007199254740991,
  -9007199254740991,
  9007199254740992,
  2 ** 63,
  1e300,
  true,
  false,
  "2026-02-28",
  "2026-02-29",
  "2026-02-30",
  "2024-02-29",
  "1900-02-29",
  "2000-02-29",
  "0000-01-01",
  "0001-01-01",
  "9999-12-31",
  "10000-01-01",
  "+010000-01-01",
  "1500-02-29",
  "1500-02-28",
  "1582-10-10",
  "2026-04-31",
  "2026-13-01",
  "2026-00-10",
  "2026-01-00",
  "2026-1-1",
  "epoch",
  "now",
  "2026-01-31T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "2026-02-30T00:00:00.5+01:00",
  "2026-01-01T24:00:00Z",
  "2016-12-31T23:59:60Z",
  "2026-01-01T23:60:00Z",
  "2026-01-01T00:00:00+23:59",
  "2026-01-01T00:00:00-23:59",
  "2026-01-01T00:00:00-00:00",
  "2026-01-01T00:00:00+15:59",
  "2026-01-01T00:00:00+24:00",
  "2026-01-01T00:00:00+00:60",
  "2026-01-01T00:00:00.1Z",
  "2026-01-01T00:00:00.123456Z",
  "2026-01-01T00:00:00.1234567Z",
  "2026-01-01T00:00:00.999999999Z",
  "1969-12-31T23:59:59.9999999Z",
  "2026-01-01T00:00:00.123456000Z",
  "2026-01-01t00:00:00z",
  "2026-01-01 00:00:00Z",
  "2026-01-01T00:00:00",
  "2026-01-01T00:00Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "0001-01-01T00:00:00+00:01",
  "0001-01-01T00:00:00-00:01",
  "0001-12-31T23:59:59.999999Z",
  "1500-02-29T00:00:00Z",
  "1582-10-10T12:00:00Z",
  "9999-12-31T23:59:59.999999Z",
  "9999-12-31T23:59:59-00:01",
  "9999-12-31T23:59:59+00:01",
  "Thu, 01 Jan 2026 00:00:00 GMT",
  "2026-W01-1",
  "2026-01-01T00:00:00Z\n",
  {},
  [],
  [[]],
  [null],
  { a: null },
  [1, "a", null],
  { "": 1 },
  { "a\0b": 1 },
  { "\ud800": 1 },
  { a: "b\0" },
  ["\udc00"],
  [-0],
  [{ a: -0 }],
  [Number.POSITIVE_INFINITY],
  { a: [Number.NEGATIVE_INFINITY] },
  [9007199254740992],
  [5e-324, 1.7976931348623157e308],
  { constructor: 1, toString: 2 },
  JSON.parse('{"__proto__": {"a": 1}, "b": 2}'),
  { a: 1, A: 2 },
  deep(900),
  deep(1100),
  deep(30_000),
];

/** Decodes the value of a column; `undefined` if it is null. Moments are compared in nanoseconds. */
function decode(kind: string, type: ValueType, cell: unknown): unknown {
  if (cell === null || cell === undefined) return undefined;
  if (type === "timestamp") return moment(String(cell));
  if (kind === "csv") return fromCsv(type, String(cell));
  if (type === "integer") return Number(cell);
  if (type === "boolean" && kind === "sqlite") return cell === 1;
  return type === "json" && kind !== "postgres" ? JSON.parse(String(cell)) : cell;
}

function fromCsv(type: ValueType, text: string): unknown {
  if (type === "text" || type === "date") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The nanoseconds since 1970 of a date-time, as RFC 3339 or as databases print it. */
function moment(text: string): string {
  const [, day, time, fraction = "", offset = ""] = /^(\S+?)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?(\S+)$/.exec(text) ?? [];
  const zone = /^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset.toUpperCase();
  const millis = Date.parse(`${day}T${time}${zone}`);
  if (Number.isNaN(millis)) throw new Error(`not a date-time: ${text}`);
  return `${BigInt(millis) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, "0"))}`;
}

const PG_ROWS = `(SELECT uid, a_text, a_integer::text, a_number, a_boolean, a_date::text, a_timestamp::text, a_json, other_fields::text FROM reports) AS exact`;

/** The rows of a target by uid, as each would be read by its users. */
async function contents(kind: string, to: string): Promise<Map<string, Json>> {
  const rows = kind === "csv" ? await csvRows(to) : await rowsOf(to, kind === "postgres" ? PG_ROWS : "reports");
  return new Map(rows.map((row) => [String(row["uid"]), row]));
}

function othersOf(row: Json | undefined): Json {
  const cell = row?.["other_fields"];
  if (cell === null || cell === undefined) return {};
  const value = JSON.parse(String(cell));
  return typeof value === "string" ? JSON.parse(value) : value;
}

/** Describes how a value came back, if it is another one. */
function difference(kind: string, type: ValueType, value: unknown, row: Json | undefined): string[] {
  const name = `a_${type}`;
  const others = kind === "ndjson" ? row : othersOf(row);
  const isOther = kind === "ndjson" || (others !== undefined && Object.hasOwn(others, name));
  const back = isOther ? others?.[name] : (decode(kind, type, row?.[name]) ?? null);
  const expected = !isOther && type === "timestamp" && value !== null ? moment(String(value)) : value;
  // `jsonb` sorts the fields of objects.
  const isSame =
    jsonText(back) === jsonText(expected) || (kind === "postgres" && !isOther && isDeepStrictEqual(back, expected));
  return isSame ? [] : [`${type} ${jsonText(value).slice(0, 80)} -> ${jsonText(back).slice(0, 80)}`];
}

const CASES = TYPES.flatMap((type) => VALUES.map((value, n) => ({ type, value, uid: `${type}-${n}` })));

describe.each(TARGETS)("into %s,", (kind) => {
  test.each(["pull", "sync"])("a %s keeps every value, in its column or in other_fields", async (command) => {
    for (const { type, value, uid } of CASES) server.reports.set(uid, report(0, { uid, [`a_${type}`]: value }));
    const to = await newTarget(kind);
    const args = ["reports", command, "--to", to];
    expect(await run(args, { env: serverEnv(server), table: typed })).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining("metadata:"),
    });
    const rows = await contents(kind, to);
    expect(rows.size).toBe(CASES.length);
    expect(CASES.flatMap(({ type, value, uid }) => difference(kind, type, value, rows.get(uid)))).toEqual([]);
  });

  test("a February 30 is no date, and digits after the microseconds are kept", async () => {
    const [odd, exact, long] = [
      "2026-02-30T00:00:00Z",
      "2026-02-28T00:00:00.123456Z",
      "2026-02-28T00:00:00.123456789Z",
    ];
    for (const a_timestamp of [odd, exact, long])
      server.reports.set(a_timestamp, report(0, { uid: a_timestamp, a_timestamp }));
    const to = await newTarget(kind);
    expect(await run(["reports", "pull", "--to", to], { env: serverEnv(server), table: typed })).toMatchObject({
      code: 0,
    });
    const rows = await contents(kind, to);
    if (kind === "ndjson") return expect(rows.get(odd)).toMatchObject({ a_timestamp: odd });
    expect(rows.get(odd)).toMatchObject({ a_timestamp: null });
    expect(othersOf(rows.get(odd))).toMatchObject({ a_timestamp: odd });
    expect(moment(String(rows.get(exact)?.["a_timestamp"]))).toBe(moment(exact));
    const isText = kind === "csv" || kind === "sqlite";
    expect(moment(String(rows.get(long)?.["a_timestamp"]))).toBe(moment(isText ? long : exact));
    expect(Object.hasOwn(othersOf(rows.get(long)), "a_timestamp")).toBe(!isText);
  });
});
