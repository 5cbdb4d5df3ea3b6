import { Readable } from "node:stream";
import { readLines } from "@metadata-service/spec-tools/input";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { POSTGRESQL, TARGETS } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Reject } from "../src/index.js";
import { importRecords } from "../src/lists/import-records.js";
import { createListWriter } from "../src/storage/lists/list-writer.js";
import type { ListRecord } from "../src/storage/records/record-batch.js";
import { openOnServer } from "./support/open-on.js";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";
import { fakeWriter, storeRecords } from "./support/store-records.js";

const order = (uid: string, more: object = {}) => ({ uid, created_at: moment(1), updated_at: moment(2), ...more });

describe("reading lines", () => {
  const source = 'a\n\n{"é":1}\r\nlong line here\nlast';

  it.each([1, 2, 3, 7, 1000])("finds the same lines in chunks of %i bytes", async (size) => {
    const bytes = Buffer.from(source);
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    };
    const lines: [number, string | undefined][] = [];
    for await (const part of readLines(chunks(), 10))
      lines.push(...part.map((line): [number, string | undefined] => [line.number, line.bytes?.toString()]));
    expect(lines).toEqual([
      [1, "a"],
      [2, ""],
      [3, '{"é":1}\r'],
      [4, undefined],
      [5, "last"],
    ]);
  });
});

describe("an import of large records", () => {
  it("uses batches that fit into memory and into a statement", async () => {
    const batches: (readonly ListRecord[])[] = [];
    const document = "x".repeat(1_000_000);
    let made = 0;
    const counts = await importRecords(linesOf(Array.from({ length: 50 }, (_, n) => n)), {
      collection: "orders",
      cut: readLines,
      maxBytes: 2_000_000,
      replaces: true,
      read: () => ({ uid: String(made++ % 40), createdAt: "", updatedAt: "", document }),
      writer: fakeWriter((records) => void batches.push(records)),
      onReject: () => {},
    });
    expect(counts).toMatchObject({ lines: 50, created: 50, rejected: 0 });
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(9);
    expect(batches.length).toBeLessThanOrEqual(7);
  });

  it.each([
    ["as large as possible", undefined, 2_500, 2_500],
    ["smaller after one that took longer than it may", 0, 313, 40],
    ["larger after one that took less", Number.POSITIVE_INFINITY, 313, 2_500],
  ])("uses batches that are %s", async (_name, batchTime, first, later) => {
    const batches: number[] = [];
    let made = 0;
    await importRecords(linesOf(Array.from({ length: 12_500 }, (_, n) => n)), {
      collection: "orders",
      cut: readLines,
      maxBytes: 100,
      replaces: true,
      batchTime,
      read: () => ({ uid: String(made++), createdAt: "", updatedAt: "", document: "{}" }),
      writer: fakeWriter((records) => void batches.push(records.length)),
      onReject: () => {},
    });
    // The last one has the rest.
    expect([batches[0], batches.at(-3)]).toEqual([first, later]);
  });

  it("lets the event loop run between the lines of a chunk, so that nobody waits for a whole chunk", async () => {
    let turns = 0;
    let made = 0;
    let turn = setImmediate(function count() {
      turns++;
      turn = setImmediate(count);
    });
    onTestFinished(() => clearImmediate(turn));
    const chunk = Buffer.from("{}\n".repeat(1_000));
    await importRecords(Readable.from([chunk]), {
      collection: "orders",
      cut: readLines,
      maxBytes: 100,
      replaces: true,
      read: () => ({ uid: String(made++), createdAt: "", updatedAt: "", document: "{}" }),
      writer: fakeWriter(),
      onReject: () => {},
    });
    expect(made).toBe(1_000);
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});

it("a batch of new records reads one stored record, though the table has no statistics yet", async () => {
  const { db } = await openOnServer({ connections: 1 });
  const writer = createListWriter(db);
  const at = moment(0);
  const batch = (from: number): ListRecord[] =>
    Array.from({ length: 2_500 }, (_, n) => ({ uid: String(from + n), createdAt: at, updatedAt: at, document: "{}" }));
  const recordsRead = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ read: string }>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'list_records'`.execute(db);
    return Number(rows[0]?.read);
  };

  for (const from of [0, 2_500, 5_000]) await storeRecords(writer, "reports", batch(from));
  // Each batch reads only the record with the last uid.
  expect(await recordsRead()).toBeLessThanOrEqual(3);

  expect(await storeRecords(writer, "reports", batch(0))).toMatchObject({ unchanged: 2_500 });
  expect(await recordsRead()).toBeGreaterThanOrEqual(2_500);
});

describe.each(TARGETS)("an import on $name", (target) => {
  let under: ServiceUnderTest;
  beforeAll(async () => {
    under = await startOn(target);
  });
  afterAll(() => under.end());
  const run = async (lines: Iterable<unknown>, collection = "purchase-orders") => {
    const rejects: Reject[] = [];
    const counts = await under.service.administration.importRecords(collection, linesOf(lines), {
      onReject: (reject) => void rejects.push(reject),
    });
    return { counts, rejects };
  };

  it("reports the line and the reason of rejected records, and imports the rest", async () => {
    const bad: [unknown, RegExp][] = [
      ["{", /^the record is not JSON: it ends too early$/],
      ['{"uid":}', /^the record is not JSON: unexpected "}" at character 8 of the record$/],
      ["[]", /^a record must be a JSON object, not an array; if the file is one JSON array, use --format json$/],
      ["null", /^a record must be a JSON object$/],
      [order(""), /^uid/],
      [{ uid: "x" }, /created_at is required/],
      [
        order("x", { created_at: "2026-01-01 00:00:00Z" }),
        /^created_at must be a date-time such as \S+:00\.\d+\+00:00$/,
      ],
      [order("x", { total_quantity: -1 }), /^total_quantity/],
      [order("x", { delivery_date: "2026-02-30" }), /^delivery_date/],
      [`{"uid":"x","uid":"y"}`, /uid is given twice/],
      [`{"uid":"x","weight":12345678901234567890}`, /weight must be a number that a 64-bit float holds/],
      [
        order("x", { po_number: "1", poNumber: "2" }),
        /^poNumber and po_number are the same field in listPurchaseOrders$/,
      ],
      // New fields are allowed, but version 1 would return this one under a name that its schema defines.
      [
        order("x", { totalQuantity: "many" }),
        /^totalQuantity and total_quantity are the same field in listPurchaseOrders$/,
      ],
      [order("x", { note: "y".repeat(65_536) }), /a line must have at most 65536 bytes/],
    ];
    const lines = bad.flatMap(([line], n) => [order(`good-${n}`), line, ""]);
    const { counts, rejects } = await run(lines);
    expect(counts).toMatchObject({ lines: 2 * bad.length, created: bad.length, rejected: bad.length });
    for (const [n, [line, reason]] of bad.entries()) {
      expect(rejects[n]).toMatchObject({ line: 3 * n + 2 });
      expect(rejects[n]?.reason).toMatch(reason);
      const text = typeof line === "string" ? line : JSON.stringify(line);
      expect(rejects[n]?.bytes?.toString()).toBe(text.length > 65_536 ? undefined : text);
    }
  });

  it("names a record of a JSON array if several begin in one line, and the line of the file", async () => {
    const rejects: Reject[] = [];
    const source = linesOf([`[null, {"uid":1},\n{"uid":\n:}, 1`, "]"]);
    await under.service.administration.importRecords("reports", source, {
      format: "json",
      onReject: (reject) => void rejects.push(reject),
    });
    expect(rejects.map(({ line, reason }) => `${line}: ${reason}`)).toEqual([
      "1: a record must be a JSON object",
      "1: record 2: createdDate is required",
      '2: the record is not JSON: unexpected ":" in line 3',
      "3: a record must be a JSON object",
    ]);
  });

  it("names stored fields that the schema does not describe", async () => {
    expect((await run([order("plain")])).counts).not.toHaveProperty("undescribed");
    const { counts } = await run([order("named", { countri: "DE" }), order("twice", { countri: "TR", total: 1 })]);
    expect(counts).toMatchObject({ created: 2, undescribed: ["countri", "total"] });
  });

  it("keeps any string and any field, known or unknown, unchanged", async () => {
    const odd = order("\u0000\ud800💚", {
      "": null,
      __proto__: 1,
      "\ud800": "\u0000",
      lines: [{ line_no: 1.5e300 }],
      style_code: "x",
    });
    const line = JSON.stringify(odd).replace(/}$/, ',"__proto__":{"a":[]}}');
    expect((await run([line])).rejects).toEqual([]);
    const { data } = await json<{ data: { uid: string }[] }>(under.get("/api/v1/purchase-orders?limit=100"));
    const third = await json<{ uid: string }[]>(under.get("/api/v3/purchase-orders?limit=200"));
    expect(JSON.stringify(third.find((one) => one.uid === odd.uid))).toBe(line);
    const renamed = line
      .replace("created_at", "createdDate")
      .replace("updated_at", "updatedDate")
      .replace("style_code", "styleCode");
    expect(JSON.stringify(data.find((one) => one.uid === odd.uid))).toBe(renamed);
  });

  it("rejects bytes that are not UTF-8", async () => {
    const rejects: Reject[] = [];
    const source = async function* () {
      yield Buffer.from([0x22, 0xff, 0x22, 0x0a]);
    };
    await under.service.administration.importRecords("reports", source(), {
      onReject: (reject) => void rejects.push(reject),
    });
    expect(rejects).toMatchObject([
      { line: 1, reason: "line 1 is not UTF-8; save the file as UTF-8", bytes: Buffer.from([0x22, 0xff, 0x22]) },
    ]);
  });

  it("rejects an unknown collection", async () => {
    await expect(run([], "orders")).rejects.toThrow("Unknown collection orders; known: purchase-orders, reports");
  });

  it("stores only complete batches if its source fails", async () => {
    const source = async function* () {
      yield* linesOf(Array.from({ length: 7_000 }, (_, n) => order(`broken-${n}`)));
      throw new Error("the disk is gone");
    };
    const before = await json<{ total: number }>(under.get("/api/v1/purchase-orders"));
    let reported = 0;
    const reports = {
      onReject: () => {},
      onProgress({ created }: { readonly created: number }) {
        reported = created;
      },
    };
    await expect(under.service.administration.importRecords("purchase-orders", source(), reports)).rejects.toThrow(
      "the disk is gone",
    );
    const after = await json<{ total: number }>(under.get("/api/v1/purchase-orders"));
    const stored = after.total - before.total;
    expect(stored).toBe(reported);
    // How many records a batch has depends on how fast an embedded database is, and its last one may be complete.
    if (target === POSTGRESQL) expect(stored).toBe(5_000);
    else expect(stored).toBeGreaterThan(0);
    const { counts } = await run(Array.from({ length: 7_000 }, (_, n) => order(`broken-${n}`)));
    expect(counts).toMatchObject({ created: 7_000 - stored, unchanged: stored });
  });
});
