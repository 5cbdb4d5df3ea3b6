import { moment, seeded } from "@metadata-service/test-kit/service/records";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createListWriter } from "../src/storage/lists/list-writer.js";
import type { ListRecord } from "../src/storage/records/record-batch.js";
import { microsOf, sqlMoment } from "../src/storage/sql/sql-moment.js";
import { bytesOfString, stringOfBytes } from "../src/storage/sql/string-bytes.js";
import { type NewDatabase, openOn } from "./support/open-on.js";
import { storeRecords } from "./support/store-records.js";

/** Returns valid date-times, as different as RFC 3339 allows. */
function moments(): string[] {
  const random = seeded(7);
  const below = (limit: number) => Math.floor(random() * limit);
  const two = (number: number) => String(number).padStart(2, "0");
  const any = () => {
    const date = `${String(below(10_000)).padStart(4, "0")}-${two(1 + below(12))}-${two(1 + below(28))}`;
    const fraction = below(4) === 0 ? "" : `.${String(below(1e9)).padStart(1 + below(9), "0")}`;
    const offset = below(2) === 0 ? "+00:00" : `${below(2) === 0 ? "+" : "-"}${two(below(24))}:${two(below(60))}`;
    return `${date}T${two(below(24))}:${two(below(60))}:${two(below(60))}${fraction}${offset}`;
  };
  return [
    "2026-11-21T06:15:00.123456+00:00",
    "1999-12-31T23:59:59.999999+00:00",
    "2016-12-31T23:59:60.500000+00:00",
    "1000-01-01T00:00:00.000001+00:00",
    "9999-12-31T23:59:59.999999+00:00",
    "0000-01-01T00:00:00.123456+00:00",
    "0000-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59.9999999-23:59",
    "2026-11-21T06:15:00.9999999Z",
    ...Array.from({ length: 500 }, any),
  ];
}

it("a text that is not a date-time cannot become a timestamp", () => {
  expect(() => microsOf("2026-11-21")).toThrow(RangeError);
});

describe.each(TARGETS)("a batch of list records on $name", (target) => {
  let open: NewDatabase;
  beforeAll(async () => {
    open = await openOn(target);
  });
  afterAll(() => open.remove());
  const record = (uid: string, document: object = {}, renamed: readonly object[] = []): ListRecord => ({
    ...{ uid, createdAt: moment(1), updatedAt: moment(2), document: JSON.stringify(document) },
    shown: { rules: "1", renamed: renamed.map((one) => JSON.stringify(one)) },
  });
  const store = (collection: string, records: readonly ListRecord[]) =>
    storeRecords(createListWriter(open.db), collection, records);
  const stored = async (collection: string) => {
    const rows = await open.db.selectFrom("list_records").selectAll().where("collection", "=", collection).execute();
    return new Map(rows.map((row) => [stringOfBytes(row.uid), row]));
  };

  it("stores exact timestamps", async () => {
    const sent = moments();
    const collection = "timestamps";
    await store(
      collection,
      sent.map((at, n) => ({ ...record(`${n}`), createdAt: at, updatedAt: sent[sent.length - 1 - n] ?? at })),
    );
    const { rows } = await sql<Record<"uid" | "created" | "updated", string>>`
      select convert_from(uid, 'UTF8') as uid, created_at::text as created, updated_at::text as updated
      from list_records where collection = ${collection}`.execute(open.db);
    const expected = await sql<{ n: number; literal: string }>`
      select n, literal::timestamptz::text as literal
      from unnest(${sent.map(sqlMoment)}::text[]) with ordinality as literals (literal, n)`.execute(open.db);
    const literals = new Map(expected.rows.map(({ n, literal }) => [Number(n) - 1, literal]));
    expect(rows).toHaveLength(sent.length);
    for (const { uid, created, updated } of rows) {
      expect(created, sent[Number(uid)]).toBe(literals.get(Number(uid)));
      expect(updated).toBe(literals.get(sent.length - 1 - Number(uid)));
    }
  });

  it("stores any string as uid and any text", async () => {
    const uids = ["", "\u0000", "\ud800", "a\udc00b", "é💚", "x".repeat(1_000)];
    const text = "é💚\\u0000\\ud800\u2028\n".repeat(20_000);
    await store(
      "strings",
      uids.map((uid) => record(uid, { uid, text }, [{ id: uid, text }])),
    );
    const rows = await stored("strings");
    expect([...rows.keys()].sort()).toEqual([...uids].sort());
    for (const uid of uids) {
      const row = rows.get(uid);
      expect(row && Buffer.from(row.uid)).toEqual(bytesOfString(uid));
      expect(row?.document === JSON.stringify({ uid, text })).toBe(true);
      expect(row?.renamed?.[0] === JSON.stringify({ id: uid, text })).toBe(true);
    }
  });

  it.each([0, 1, 2])("stores %i texts with other field names", async (count) => {
    const collection = `renamed-${count}`;
    const renamed = Array.from({ length: count }, (_, n) => ({ n }));
    await store(collection, [record("a", {}, renamed), record("b", {}, renamed)]);
    for (const row of (await stored(collection)).values())
      expect(row.renamed).toEqual(renamed.map((one) => JSON.stringify(one)));
  });

  it("stores only the last of several records with the same uid", async () => {
    const batch = createListWriter(open.db).batch("repeated");
    const replaced = ["a", "b", "a", "c", "a", "b"].map((uid, n) => batch.add(record(uid, { uid, n }, [{ n }])));
    expect(replaced).toEqual([false, false, true, false, true, true]);
    expect([batch.size, batch.has("c"), batch.has("d")]).toEqual([3, true, false]);
    expect(await batch.store()).toMatchObject({ created: 3, changed: 0, unchanged: 0 });
    const rows = await stored("repeated");
    expect([...rows].map(([uid, { document, renamed }]) => [uid, document, renamed]).sort()).toEqual([
      ["a", '{"uid":"a","n":4}', ['{"n":4}']],
      ["b", '{"uid":"b","n":5}', ['{"n":5}']],
      ["c", '{"uid":"c","n":3}', ['{"n":3}']],
    ]);
  });

  it("finds stored records before, between and after new ones", async () => {
    await store(
      "mixed",
      ["b", "d", "f"].map((uid) => record(uid)),
    );
    const counts = await store(
      "mixed",
      ["g", "a", "f", "c", "b", "e"].map((uid) => record(uid)),
    );
    expect(counts).toMatchObject({ created: 4, changed: 0, unchanged: 2 });
    expect(
      await store(
        "mixed",
        ["f", "h", "d"].map((uid) => record(uid, { uid })),
      ),
    ).toMatchObject({
      ...{ created: 1, changed: 2, unchanged: 0 },
    });
    expect((await stored("mixed")).size).toBe(8);
  });

  it("has statistics of a collection after its first batch, so that each record is found in the primary key", async () => {
    const writer = createListWriter(open.db);
    await storeRecords(writer, "known", [record("a")]);
    await writer.settle();
    const size = 3_000;
    for (let batch = 0; batch < 2; batch++) {
      const uids = Array.from({ length: size }, (_, n) => record(`${(n * 7) % size}-${batch}`));
      await storeRecords(writer, "unknown", uids);
    }
    const { rows } = await sql<Record<"QUERY PLAN", string>>`
      explain select document from list_records where collection = 'unknown' and uid = '1'`.execute(open.db);
    expect(rows[0]?.["QUERY PLAN"]).toContain("list_records_pkey");
    const { rows: estimates } = await sql<Record<"QUERY PLAN", string>>`
      explain select uid from list_records where collection = 'unknown'`.execute(open.db);
    const [, estimate] = /rows=(\d+)/.exec(estimates[0]?.["QUERY PLAN"] ?? "") ?? [];
    expect(Number(estimate)).toBeGreaterThan(size);
  });

  it("stores nothing if it is empty", async () => {
    expect(await createListWriter(open.db).batch("empty").store()).toEqual({ created: 0, changed: 0, unchanged: 0 });
  });
});
