import { sampled } from "../../../effort.js";
import { ContractViolation } from "../../../judge.js";
import { inParallel, type List, type ListPage, type ListRecord, type Query, sameRecords } from "./list.js";
import type { ListLaw } from "./paging-laws.js";
import { hasWindows, smallWindows, type Window, windowsOf } from "./windows.js";

/** Compares pages of every size at many offsets with the whole list, without a window and in several windows. */
export const GRID_LAWS: ListLaw[] = [
  {
    name: "every limit",
    description: "a page with each possible limit has that many records, and the right ones",
    async check(list) {
      const { records } = await list.complete();
      const limits = Array.from({ length: list.maxLimit }, (_, i) => i + 1).filter(
        (limit) => list.effort !== "quick" || limit % 12 === 1 || limit === list.maxLimit,
      );
      await inParallel(limits, async (limit) => {
        const offset = (limit * 7 + list.round) % Math.max(1, records.length);
        for (const start of new Set([0, offset])) await samePage(list, records, { limit, offset: start });
      });
    },
  },
  {
    name: "many offsets",
    description: "a page at any offset begins with the record at that offset",
    async check(list) {
      const { records } = await list.complete();
      const edges = [
        0, 1, 2, 9, 10, 11, 49, 50, 51, 99, 100, 101, 199, 200, 201, 255, 256, 257, 499, 500, 501, 511, 512, 513, 999,
      ];
      const ends = [-201, -200, -101, -100, -51, -50, -11, -10, -9, -2, -1, 0, 1, 2, 10].map(
        (by) => records.length + by,
      );
      const offsets = sampled(
        [...new Set([...edges, ...ends])].filter((offset) => offset >= 0),
        list.effort,
        4,
      );
      await inParallel(offsets, async (offset) => {
        for (const limit of new Set([1, list.defaultLimit, list.maxLimit]))
          await samePage(list, records, { limit, offset });
        await samePage(list, records, { offset }, list.defaultLimit);
      });
    },
  },
  {
    name: "every offset",
    description: "a short page at each offset of the list has the right records",
    async check(list) {
      const { records } = await list.complete();
      // A long list has this many of them, spread over its length.
      const step = Math.max(1, Math.ceil(records.length / (list.effort === "quick" ? 20 : 1000)));
      const offsets = records.map((_, i) => i).filter((i) => i % step === 0);
      await inParallel(offsets, (offset) => samePage(list, records, { offset, limit: 1 + (offset % 3) }));
    },
  },
  {
    name: "far offsets",
    description: "a page far past the end is empty at any offset, and has the limit and the offset of the request",
    async check(list) {
      const { records } = await list.complete();
      const offsets = [
        1000,
        9999,
        10_000,
        10_001,
        65_536,
        100_000,
        1e6,
        2 ** 31 - 1,
        2 ** 31,
        2 ** 32 - 1,
        2 ** 32,
        2 ** 32 + 1,
        1e12,
        list.maxOffset - 1,
        list.maxOffset,
      ];
      await inParallel(
        offsets.filter((offset) => offset >= records.length),
        (offset) => samePage(list, records, { offset, limit: 3 }),
      );
      if (!hasWindows(list) || records.length < 3) return;
      const inWindows = smallWindows(list, records).flatMap((window) =>
        sampled([4, 5, 1000, 2 ** 31 - 1, 2 ** 32, list.maxOffset], list.effort, 3).map((offset) => ({
          window,
          offset,
        })),
      );
      await inParallel(inWindows, ({ window: { query, records: own }, offset }) =>
        samePage(list, own, { ...query, offset, limit: 3 }),
      );
    },
  },
  {
    name: "pages of a window",
    description: "pages of a window add up to the window, for several limits, and each has its total",
    applies: ({ pagination }) => pagination.updatedFrom !== undefined && pagination.updatedTo !== undefined,
    async check(list) {
      const { records } = await list.complete(3);
      for (const window of windowsOf(list, records)) await pagesOf(list, window);
    },
  },
];

/** Compares a page with the list: its records, limit and offset. */
async function samePage(
  list: List,
  whole: ListRecord[],
  query: Query,
  limit = Number(query["limit"]),
): Promise<ListPage> {
  const page = await list.page(query);
  const offset = Number(query["offset"] ?? list.defaultOffset);
  const where = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  sameRecords(list, page.records, whole.slice(offset, offset + limit), where);
  if (page.total !== undefined && page.total !== whole.length)
    throw new ContractViolation(`${where}: the total is ${page.total}, expected ${whole.length}`);
  if (page.limit !== undefined && page.limit !== limit)
    throw new ContractViolation(`${where}: the page has the limit ${page.limit}`);
  if (page.offset !== undefined && page.offset !== offset)
    throw new ContractViolation(`${where}: the page has the offset ${page.offset}`);
  return page;
}

async function pagesOf(list: List, { query, records }: Window): Promise<void> {
  const limits = [1, 3, list.defaultLimit, list.maxLimit - 1, list.maxLimit].filter(
    (limit) => limit > 0 && records.length / limit < (list.effort === "quick" ? 8 : 40),
  );
  const asked: Query[] = [
    query,
    { ...query, offset: 0 },
    { ...query, offset: 5 },
    { ...query, offset: records.length },
    { ...query, offset: records.length + 7 },
  ];
  for (const limit of limits)
    for (let offset = 0; offset <= records.length; offset += limit) asked.push({ ...query, limit, offset });
  await inParallel(asked, async (each) => {
    await samePage(list, records, each, Number(each["limit"] ?? list.defaultLimit));
  });
}
