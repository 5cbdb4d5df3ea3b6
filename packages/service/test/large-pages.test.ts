/** Pages that are read in several statements have the same content as with one statement. */

import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TextPage } from "../src/handlers/text-page.js";
import type { Part } from "../src/limits/turns.js";
import { createListStore } from "../src/storage/lists/list-store.js";
import { createListWriter } from "../src/storage/lists/list-writer.js";
import { partsOf } from "../src/storage/lists/page-parts.js";
import type { PageRequest } from "../src/storage/lists/page-request.js";
import type { RunPart, StoredPage } from "../src/storage/lists/stored-page.js";
import { createMetadataStore } from "../src/storage/records/metadata-store.js";
import type { ListRecord } from "../src/storage/records/record-batch.js";
import { type NewDatabase, openOn } from "./support/open-on.js";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";
import { storeRecords } from "./support/store-records.js";

const COLLECTION = "purchase-orders";
const RULES = "1";
const WHOLE: PageRequest = {
  ...{ collection: COLLECTION, limit: 20, offset: 0, filters: [] },
  text: { rules: RULES, renamed: undefined },
};

/** Returns a record with 60,000 characters, so that a part has eight records. */
function record(n: number, text = "x"): ListRecord {
  const at = moment(n);
  const [document, renamed] = [
    { uid: n, text: text.repeat(60_000) },
    { id: n, text: text.repeat(60_000) },
  ];
  return {
    uid: `ü-${n}`,
    createdAt: at,
    updatedAt: at,
    document: JSON.stringify(document),
    shown: { rules: RULES, renamed: [JSON.stringify(renamed)] },
  };
}

const all = ({ parts, total }: StoredPage) => ({
  records: JSON.parse(`[${parts.map(({ records }) => records).join()}]`) as { text: string }[],
  marks: parts.map(({ marks }) => marks).join(""),
  total,
});

describe.each(TARGETS)("a large page that is read in parts, on $name", (target) => {
  let open: NewDatabase;
  beforeAll(async () => {
    open = await openOn(target);
  });
  afterAll(() => open.remove());
  const write = (records: readonly ListRecord[]) => storeRecords(createListWriter(open.db), COLLECTION, records);
  const page = (request: Partial<PageRequest>, runPart?: RunPart) =>
    createListStore(open.db).page({ ...WHOLE, offset: 3, ...request }, runPart, true);
  /** Runs a callback before the statement with this number, and counts the statements. */
  const interrupted = (number: number, work: () => Promise<unknown>) => {
    const run = {
      statements: 0,
      part: async <T>(statement: Part<T>): Promise<T> => {
        run.statements += 1;
        if (run.statements === number) await work();
        return statement(() => {});
      },
    };
    return run;
  };

  beforeEach(async () => {
    await open.db.deleteFrom("list_records").execute();
    await open.db.deleteFrom("list_zones").execute();
    await write(Array.from({ length: 30 }, (_, n) => record(n)));
  });

  it.each<[string, Partial<PageRequest>]>([
    ["with records as imported", {}],
    ["with other field names", { text: { rules: RULES, renamed: 0 } }],
    ["with records that were validated against other rules", { text: { rules: "2", renamed: 0 } }],
    ["of a window", { updatedFrom: moment(5), updatedTo: moment(25) }],
    ["after the last record", { offset: 30 }],
    ["of an empty list", { collection: "reports" }],
  ])("equals the page that one statement returns, %s", async (_name, request) => {
    const { part } = interrupted(0, async () => {});
    const inParts = await page(request, part);
    expect(all(inParts)).toEqual(all(await page(request)));
    expect(inParts.parts).toHaveLength(Math.ceil(all(inParts).records.length / 8));
  });

  it.each<[string, () => Promise<unknown>]>([
    ["changed", () => write([record(10, "y"), record(22, "y")])],
    [
      "changed twice, back to what it was",
      async () => {
        await write([record(22, "y")]);
        await write([record(22)]);
      },
    ],
    ["deleted", () => open.db.deleteFrom("list_records").where("created_at", "=", moment(22)).execute()],
  ])("is consistent if one of its records is %s while it is read", async (_name, change) => {
    const run = interrupted(3, change);
    const found = await page({}, run.part);
    expect(all(found)).toEqual(all(await page({})));
    // Four statements until it detected the change, and four for the page.
    expect(run.statements).toBe(8);
  });

  it("is consistent if a record is inserted before it while it is read", async () => {
    const before = all(await page({}));
    const run = interrupted(3, () => write([{ ...record(1), uid: "new" }]));
    expect(all(await page({}, run.part))).toEqual(before);
  });

  it.each<[string, Partial<PageRequest>, number[]]>([
    ["a page", { offset: 1, limit: 5 }, [3, 2]],
    ["a page up to the end", { offset: 2 }, [3, 3, 1]],
    ["a page after the last record", { offset: 9 }, []],
    ["filtered records", { offset: 1, filters: [{ member: "n", value: 1 }] }, [1, 1]],
  ])("of metadata is read by statements of limited size: %s", async (_name, request, sizes) => {
    await open.db.deleteFrom("metadata").execute();
    const store = createMetadataStore(open.db);
    const uids = Array.from({ length: 9 }, (_, n) => `m${n}`);
    // Three of them exceed the size of a statement.
    for (const [n, uid] of uids.entries()) await store.create(COLLECTION, uid, { n: n % 3, text: "x".repeat(200_000) });
    const page = await store.page({ ...WHOLE, ...request }, interrupted(0, async () => {}).part, true);
    const { filters, offset = 0, limit } = request;
    const matching = uids.filter((_, n) => !filters || n % 3 === 1);
    const wanted = matching.slice(offset, limit && offset + limit);
    expect(all(page).records).toMatchObject(wanted.map((uid) => ({ uid })));
    expect(page.total).toBe(matching.length);
    expect(page.parts.map(({ marks }) => marks.length)).toEqual(sizes);
  });
});

it("a large text is cut into pieces that can be encoded one by one", () => {
  const text = `"${"x".repeat(512 * 1024 - 3)}😀${"y".repeat(1_000_000)}"`;
  const pieces = new TextPage([], undefined, [text]).toTexts();
  expect(pieces).toHaveLength(3);
  expect(Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString() === `[${text}]`).toBe(true);
});

describe("the parts of a page", () => {
  const versions = (...bytes: number[]) => bytes.map((one, n) => ({ uid: `${n}`, transaction: "1", bytes: one }));
  const sizes = (...bytes: number[]) => partsOf(versions(...bytes)).map((part) => part.map((one) => one.bytes));

  it("have at most 512 KiB, or one record", () => {
    expect(sizes()).toEqual([]);
    expect(sizes(500_000, 24_288, 1)).toEqual([[500_000, 24_288], [1]]);
    expect(sizes(1, 9e6, 9e6, 1, 1)).toEqual([[1], [9e6], [9e6], [1, 1]]);
  });
});

describe.each(TARGETS)("a large page that is sent in pieces, on $name", (target) => {
  let under: ServiceUnderTest;
  const orders = Array.from({ length: 50 }, (_, n) => ({
    ...{ uid: `po-${n}`, po_number: `€ "${n}"`, created_at: moment(n), updated_at: moment(n) },
    note: `ü😀${"x".repeat(50_000)}`,
  }));
  beforeAll(async () => {
    under = await startOn(target);
    await under.service.administration.importRecords(COLLECTION, linesOf(orders), { onReject() {} });
  });
  afterAll(() => under.end());

  it("contains the imported records, and has a Content-Length", async () => {
    const response = await under.get("/api/v3/purchase-orders?limit=50");
    const bytes = Buffer.from(await response.clone().arrayBuffer());
    expect(response.headers.get("content-length")).toBe(`${bytes.length}`);
    expect(response.headers.get("transfer-encoding")).toBe(null);
    expect(await json(response)).toEqual(orders);
  });

  it("has its limit, offset and total in addition to the records", async () => {
    const { data, ...rest } = await json<{ data: { note: string }[] }>(
      under.get("/api/v1/purchase-orders?limit=40&offset=10"),
    );
    expect(rest).toEqual({ limit: 40, offset: 10, total: 50 });
    expect(data.map(({ note }) => note)).toEqual(orders.slice(10).map(({ note }) => note));
  });
});
