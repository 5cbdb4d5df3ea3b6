import { moment } from "@metadata-service/test-kit/service/records";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createListStore } from "../src/storage/lists/list-store.js";
import { createListWriter } from "../src/storage/lists/list-writer.js";
import type { PageRequest } from "../src/storage/lists/page-request.js";
import type { RunPart } from "../src/storage/lists/stored-page.js";
import type { ListRecord } from "../src/storage/records/record-batch.js";
import { type NewDatabase, openOn } from "./support/open-on.js";
import { storeRecords } from "./support/store-records.js";

const COLLECTION = "reports";
/** More than a window may have for its index to be used, in several zones. */
const RECORDS = 25_000;
const rules = "1";

/** The update times are spread over the list, so that every zone overlaps every window. */
const record = (n: number, more: object = {}): ListRecord => {
  const [createdAt, updatedAt] = [moment(n), moment((n * 7_919) % RECORDS)];
  const uid = `r${n}`;
  return {
    uid,
    createdAt,
    updatedAt,
    document: JSON.stringify({ uid, color: n % 3, ...more }),
    shown: { rules, renamed: [] },
  };
};

describe.each(TARGETS)("pages in steps, on $name", (target) => {
  let open: NewDatabase;
  beforeAll(async () => {
    open = await openOn(target);
    await write(Array.from({ length: RECORDS }, (_, n) => record(n)));
    await createListWriter(open.db).settle();
  });
  afterAll(() => open.remove());
  const write = (records: readonly ListRecord[]) => storeRecords(createListWriter(open.db), COLLECTION, records);
  const store = () => createListStore(open.db);
  const request = (more: Partial<PageRequest>): PageRequest => ({
    ...{ collection: COLLECTION, limit: 3, offset: 0, filters: [], text: { rules, renamed: undefined } },
    ...more,
  });
  /** Counts the statements, and runs a callback before one of them. */
  const counting = (number = 0, work: () => Promise<unknown> = async () => {}) => {
    const run = {
      statements: 0,
      part: (async (statement) => {
        run.statements += 1;
        if (run.statements === number) await work();
        return statement(() => {});
      }) as RunPart,
    };
    return run;
  };
  const WINDOWS: Partial<PageRequest>[] = [
    { updatedFrom: moment(1) },
    { updatedTo: moment(RECORDS - 5) },
    { updatedFrom: moment(5_000), updatedTo: moment(20_000), offset: 14_998 },
    { updatedFrom: moment(5_000), updatedTo: moment(20_000), offset: 15_000 },
    { updatedFrom: moment(5_000), updatedTo: moment(20_000), offset: 7_000 },
    { updatedFrom: moment(100), updatedTo: moment(200), offset: 50 },
    { updatedFrom: moment(RECORDS), offset: 1 },
  ];
  const FILTERS: Partial<PageRequest>[] = [
    { filters: [{ member: "color", value: 2 }], offset: 8_000 },
    {
      filters: [
        { member: "color", value: 1 },
        { member: "uid", value: "r7" },
      ],
    },
    { filters: [{ member: "color", value: 9 }] },
    { filters: [{ member: "color", value: 0 }], updatedFrom: moment(10), updatedTo: moment(9_000), offset: 2_995 },
  ];

  it.each([...WINDOWS, ...FILTERS])("equal the page that one statement returns: %j", async (more) => {
    const run = counting();
    const lists = store();
    const whole = await lists.page(request(more));
    expect(await lists.page(request(more), run.part)).toEqual(whole);
    expect(await lists.page(request(more), run.part)).toEqual(whole);
    expect(await lists.page(request({ ...more, collection: "others" }), run.part)).toEqual({ parts: [], total: 0 });
  });

  it("count the matches of a zone once, until it changes", async () => {
    const lists = store();
    const window = request({ updatedFrom: moment(1_000), offset: 20_000 });
    const statementsOf = async () => {
      const run = counting();
      await lists.page(window, run.part);
      return run.statements;
    };
    const first = await statementsOf();
    expect(first).toBeGreaterThan(4);
    expect(await statementsOf()).toBe(3);
    await write([record(3, { changed: first })]);
    expect(await statementsOf()).toBe(4);
  });

  it.each([2, 3, 4, 6])("are consistent if records change before statement %i", async (number) => {
    const window = request({ updatedFrom: moment(1_000), offset: 10_000 });
    const filter = request({ filters: [{ member: "late", value: `yes ${number}` }] });
    for (const wanted of [window, filter]) {
      const lists = store();
      let uid = 0;
      const run = counting(number, () =>
        write([
          record(0, { late: `yes ${number}` }),
          { ...record(24_000, { late: `yes ${number}` }), uid: `new ${number} ${uid++}` },
        ]),
      );
      expect(await lists.page(wanted, run.part)).toEqual(await lists.page(wanted));
      expect(run.statements).toBeGreaterThan(number);
    }
  });

  it("come from one statement if records change all the time", async () => {
    const lists = store();
    let changes = 0;
    const part: RunPart = async (statement) => {
      await write([record(5, { changes: changes++ })]);
      return statement(() => {});
    };
    for (const more of [{ updatedFrom: moment(1_000), offset: 10_000 }, FILTERS[0] ?? {}])
      expect(await lists.page(request(more), part)).toEqual(await lists.page(request(more)));
  });
});
