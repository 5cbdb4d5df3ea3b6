import fc from "fast-check";
import { NotApplicable } from "../../../cases/case.js";
import { sampled } from "../../../cases/effort.js";
import { DATE_TIMES } from "../../../grammar/date-time.js";
import { ContractViolation } from "../../../judging/judge-response.js";
import { checkProperty } from "../../check-property.js";
import { instantOf } from "./instant.js";
import { inParallel, type List, type ListPage, type ListRecord, type Query, sameRecords } from "./list.js";
import { asAllowed, checkPage, inWindow, updated } from "./page.js";
import * as windows from "./windows.js";
import { hasWindows, MICRO, SECOND, smallWindows, windowOf, windowsOf, ZONES } from "./windows.js";

/** A law about list operations with any page shape. */
export interface ListLaw {
  name: string;
  /** What the law demands, for the report. */
  description: string;
  /** Whether the law applies to a list operation; undefined means always. */
  applies?(list: Pick<List, "pagination">): boolean;
  check(list: List): Promise<void>;
}

type Law = Pick<ListLaw, "name" | "description" | "applies">;
/** Returns the queries of the pages to check. */
type Asking = (list: List, records: readonly ListRecord[]) => Query[];

const linked: ListLaw["applies"] = ({ pagination }) => pagination.shape === "linked";

/** A law of records: what is demanded of all of them, as they are listed. */
const ofRecords = (law: Law, check: (list: List, records: readonly ListRecord[]) => void): ListLaw => ({
  ...law,
  check: async (list) => check(list, (await list.whole()).records),
});

/** A law of pages: each is what the whole list says that it is, whatever the query is. */
const ofPages = (law: Law, queriesOf: Asking): ListLaw => ({
  ...law,
  async check(list) {
    const whole = await list.known(1);
    const queries = queriesOf(list, whole.records);
    if (!queries.some(({ offset = 0 }) => Number(offset) <= list.maxOffset))
      throw new NotApplicable(`the largest offset is ${list.maxOffset}`);
    await inParallel(queries, (query) => checkPage(list, whole, query));
  },
});

/** A law of the pages of windows, which the records of a list that was read to its end decide. */
const ofWindows = (law: Law, queriesOf: Asking): ListLaw => ({
  applies: hasWindows,
  ...law,
  async check(list) {
    const whole = await list.complete(3);
    await inParallel(queriesOf(list, whole.records), (query) => checkPage(list, whole, query));
  },
});

const [DAY_LATER, OFTEN] = [86_400n * SECOND, { quick: 8, standard: 80, thorough: 600 }];

/** Every law of lists. */
export const LIST_LAWS: ListLaw[] = [
  ofRecords({ name: "no duplicate", description: "no record is returned twice, judged by its identity" }, noDuplicate),
  ofRecords(
    {
      name: "order",
      description: "records are sorted by creation, then by identity",
      applies: ({ pagination }) => pagination.createdAt !== undefined,
    },
    sorted,
  ),
  ofRecords(
    {
      name: "update after creation",
      description: "no record was updated before it was created",
      applies: ({ pagination }) => pagination.createdAt !== undefined && pagination.updatedAt !== undefined,
    },
    updatedLater,
  ),
  ofPages(
    { name: "defaults", description: "without limit and offset, the documented defaults apply" },
    ({ defaultLimit: limit, defaultOffset: offset }): Query[] => {
      const defaults: Query[] = [{}, { limit }, { offset }, { limit, offset }];
      return defaults.concat([{ limit: 4 }, { offset: 3 }, { limit: 4, offset: 3 }]);
    },
  ),
  {
    name: "page size",
    description: "any page has as many records as its limit, or as many as are left, each time",
    async check(list) {
      const whole = await list.known(1);
      const limits = fc.oneof(fc.integer({ min: 1, max: list.maxLimit }), fc.constantFrom(1, list.maxLimit));
      const offsets = fc.integer({ min: 0, max: whole.records.length + 3 });
      const twice = async ([limit, offset]: [number, number]) => {
        for (let i = 0; i < 2; i++) await checkPage(list, whole, { limit, offset });
      };
      await checkProperty(fc.tuple(limits, offsets), twice, list);
    },
  },
  ofPages(
    { name: "every limit", description: "a page with each possible limit has that many records, and the right ones" },
    ({ maxLimit, effort, round }, { length }) =>
      Array.from({ length: maxLimit }, (_, i) => i + 1)
        .filter((limit) => effort !== "quick" || limit % 12 === 1 || limit === maxLimit)
        .flatMap((limit) => [0, (limit * 7 + round) % Math.max(1, length)].map((offset) => ({ limit, offset }))),
  ),
  ofPages(
    { name: "every offset", description: "a page at each offset of the list begins with the record there" },
    everyOffset,
  ),
  ofPages(
    { name: "past the end", description: "a page past the end is empty, at any offset, not an error" },
    farOffsets,
  ),
  ofPages(
    {
      name: "parameter order",
      description: "the parameters of a list return the same page in any order, whichever of them are in the query",
    },
    everyOrder,
  ),
  ofPages(
    {
      name: "links at every edge",
      description: "next is present while records are left, and previous if there are earlier ones",
      applies: linked,
    },
    (list, records) => edgesOf(list, records, {}),
  ),
  {
    name: "following links",
    description: "following next reads the whole list or window, and previous leads back",
    applies: linked,
    async check(list) {
      const { records } = await list.complete(3);
      const limits = list.effort === "quick" ? [list.maxLimit] : [list.maxLimit, Math.ceil(list.maxLimit / 2), 7];
      for (const limit of limits.filter((each) => records.length / each < 300)) await walk(list, records, { limit });
      await walk(list, records, { limit: list.maxLimit - 1, offset: 3 });
      if (records.length <= 1500 && list.effort !== "quick") await walk(list, records, {});
      for (const query of hasWindows(list) ? windowsOf(list, records) : []) {
        const found = inWindow(list, records, query);
        await walk(list, found, { ...query, limit: Math.max(2, Math.ceil(found.length / 6)) % list.maxLimit || 7 });
      }
    },
  },
  ofWindows(
    {
      name: "window",
      description: "a window returns the records updated in it, in list order, in pages of any size",
    },
    pagesOfWindows,
  ),
  ofWindows(
    {
      name: "window ends",
      description: "a window that starts at the time of a record includes it, and one that ends there does not",
    },
    (list, records) =>
      windows.picked(list, records).flatMap((record) => {
        const moment = updated(list, record);
        const beside = [-SECOND, -1000n * MICRO, -MICRO, 0n, MICRO, 1000n * MICRO, SECOND];
        const own = [windowOf(list, moment, moment + MICRO), windowOf(list, moment - MICRO, moment)];
        return [
          ...beside.flatMap((by) => windows.around(list, records, record, moment + by)),
          ...own.flatMap((window) => windows.endsOf(list, records, window)),
        ];
      }),
  ),
  ofWindows(
    { name: "window zones", description: "a time means the same in every time zone, those with minutes included" },
    (list, records) =>
      some(list, records).flatMap((moment) =>
        sampled(ZONES, list.effort, 3).flatMap((zone) =>
          [
            windowOf(list, moment, undefined, zone),
            windowOf(list, moment + MICRO, undefined, zone),
            windowOf(list, undefined, moment, zone),
            windowOf(list, undefined, moment + MICRO, zone),
            windowOf(list, moment, moment + MICRO, zone),
            windowOf(list, moment, moment + DAY_LATER, zone, -zone || 1),
          ].flatMap((window) => windows.endsOf(list, records, window)),
        ),
      ),
  ),
  ofWindows(
    {
      name: "window forms",
      description: "a time may have any number of digits, none of them is ignored, and it has Z or an offset of zero",
    },
    (list, records) =>
      some(list, records)
        .flatMap((moment) => [...windows.formsOf(moment), ...windows.betweenMicros(moment)])
        .flatMap((form) => [windowOf(list, form, undefined), windowOf(list, undefined, form)])
        .flatMap((window) => windows.endsOf(list, records, window)),
  ),
  ofWindows(
    {
      name: "window digits",
      description: "a time with any number of digits of a second is that time, at either end of a window",
    },
    (list, records) => {
      const ends = windows.picked(list, records);
      return sampled([1, 2, 3, 4, 5, 6, 7, 9], list.effort, 3).flatMap((count, i) =>
        [0, 1].flatMap((step) => {
          const record = ends[(i * 2 + step + list.round) % ends.length] as ListRecord;
          const unit = 10n ** BigInt(9 - count);
          const before = updated(list, record) - (updated(list, record) % unit);
          return [before, before + unit].flatMap((end) =>
            windows.around(list, records, record, windows.withDigits(end, count)),
          );
        }),
      );
    },
  ),
  ofWindows(
    { name: "every form of a time", description: "either end of a window may be any valid date-time" },
    (list) =>
      sampled(DATE_TIMES, list.effort).flatMap(({ text }) =>
        [windowOf(list, text, undefined), windowOf(list, undefined, text)].map((window) => ({
          ...window,
          limit: 1,
          offset: 1,
        })),
      ),
  ),
  ofWindows(
    {
      name: "round windows",
      description: "a window may begin and end at whole seconds, minutes, hours, days, months and years",
    },
    (list, records) => {
      const ends = windows.picked(list, records);
      return sampled(Object.keys(windows.UNITS), list.effort, 3)
        .flatMap((unit, i) =>
          sampled([0, 1, 2], list.effort).flatMap((step) => {
            const record = ends[(i * 3 + step + list.round) % ends.length] as ListRecord;
            return windows.roundWindows(list, updated(list, record), unit);
          }),
        )
        .flatMap((window) => windows.endsOf(list, records, window));
    },
  ),
  ofWindows(
    { name: "far windows", description: "a window may begin or end long before and after every record" },
    (list, records) => windows.farWindows(list).flatMap((window) => windows.endsOf(list, records, window)),
  ),
  {
    name: "any window",
    description: "any page of any window has the records updated in that window",
    applies: hasWindows,
    async check(list) {
      const whole = await list.complete(3);
      const beside = [0n, 0n, MICRO, -MICRO, 777n * MICRO, -3600n * SECOND, 90_061n * SECOND];
      const ends = fc
        .tuple(fc.constantFrom(...whole.records), fc.constantFrom(...beside))
        .map(([record, by]) => updated(list, record) + by);
      const [zone, end] = [fc.constantFrom(...ZONES), fc.option(ends, { nil: undefined })];
      const [limits, offsets] = [fc.integer({ min: 1, max: list.maxLimit }), fc.integer({ min: 0, max: 60 })];
      await checkProperty(
        fc.tuple(end, end, zone, zone, limits, offsets),
        ([from, to, one, two, limit, offset]) =>
          checkPage(list, whole, { ...windowOf(list, from, to, one, two), limit, offset }),
        { ...list, runs: OFTEN[list.effort] },
      );
    },
  },
];

/** Returns some times at which records were updated. */
const some = (list: List, records: readonly ListRecord[]): bigint[] =>
  windows
    .picked(list, records)
    .slice(0, list.effort === "quick" ? 2 : 6)
    .map((record) => updated(list, record));

function noDuplicate(list: List, records: readonly ListRecord[]): void {
  const seen = new Map<unknown, number>();
  for (const [i, record] of records.entries()) {
    const id = list.identity(record);
    if (seen.has(id)) throw new ContractViolation(`${id} is both record ${seen.get(id)} and record ${i}`);
    seen.set(id, i);
  }
}

function sorted(list: List, records: readonly ListRecord[]): void {
  const at = (record: ListRecord) => instantOf(record[list.pagination.createdAt ?? ""]) ?? 0n;
  for (let i = 1; i < records.length; i++) {
    const [before, after] = [records[i - 1] ?? {}, records[i] ?? {}];
    const tie = at(before) === at(after) && String(list.identity(before)) > String(list.identity(after));
    if (at(before) > at(after) || tie)
      throw new ContractViolation(
        `${list.identity(before)} comes before ${list.identity(after)}, but was created later`,
      );
  }
}

function updatedLater(list: List, records: readonly ListRecord[]): void {
  const { createdAt = "", updatedAt = "" } = list.pagination;
  for (const record of records) {
    const [created, changed] = [instantOf(record[createdAt]), instantOf(record[updatedAt])];
    if (created !== undefined && changed !== undefined && changed < created)
      throw new ContractViolation(
        `${list.identity(record)} was created at ${record[createdAt]} and updated before that, at ${record[updatedAt]}`,
      );
  }
}

/** Offsets at which integers or buffers end, near both ends of the list, and in between; each with pages of some sizes. */
function everyOffset({ effort, defaultLimit, maxLimit }: List, { length }: readonly ListRecord[]): Query[] {
  const round = [9, 10, 49, 50, 99, 100, 199, 200, 255, 256, 499, 500, 511, 512, 999].flatMap((at) => [at, at + 1]);
  const ends = [-201, -200, -101, -100, -51, -50, -11, -10, -9, -2, -1, 0, 1, 2, 10].map((by) => length + by);
  const near = sampled([...new Set([0, 1, 2, ...round, ...ends])], effort, 4).filter((offset) => offset >= 0);
  // A long list has this many of them, spread over its length.
  const step = Math.max(1, Math.ceil(length / (effort === "quick" ? 20 : 1000)));
  const within = Array.from({ length: Math.ceil(length / step) }, (_, i) => i * step);
  return [
    ...near.flatMap((offset) => [{ offset }, ...[1, defaultLimit, maxLimit].map((limit) => ({ limit, offset }))]),
    ...within.map((offset) => ({ offset, limit: 1 + (offset % 3) })),
  ];
}

function farOffsets(list: List, records: readonly ListRecord[]): Query[] {
  const { maxLimit, maxOffset, effort } = list;
  const wide = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 1e12, maxOffset - 1, maxOffset];
  const far = [1000, 9999, 10_000, 10_001, 65_536, 100_000, 1e6, ...wide].filter((at) => at >= records.length);
  const near = [records.length, records.length + 1, records.length + maxLimit];
  const small = hasWindows(list) && records.length > 2 ? smallWindows(list, records) : [];
  return [
    ...[...near, ...far].map((offset) => ({ offset, limit: 3 })),
    ...near.map((offset) => ({ offset, limit: maxLimit })),
    ...small.flatMap((window) =>
      sampled([4, 5, 1000, 2 ** 31 - 1, 2 ** 32, maxOffset], effort, 3).map((offset) => ({
        ...window,
        offset,
        limit: 3,
      })),
    ),
  ];
}

/** In a window of four records, the limit ends the page before the last one, or the window ends it before the limit. */
const PAGING: Query[] = [{}, { limit: 2 }, { offset: 1 }, { limit: 2, offset: 1 }, { limit: 3, offset: 2 }];

function everyOrder(list: List, records: readonly ListRecord[]): Query[] {
  const small = hasWindows(list) && records.length > 2 ? smallWindows(list, records) : [];
  return [{}, ...small].flatMap((window) =>
    PAGING.flatMap((paging) =>
      ordersOf(Object.entries<string | number>({ ...window, ...paging })).map((order) => Object.fromEntries(order)),
    ),
  );
}

/** Returns all permutations of the values. */
function ordersOf<T>(values: T[]): T[][] {
  if (values.length < 2) return [values];
  return values.flatMap((value, i) => ordersOf(values.toSpliced(i, 1)).map((rest) => [value, ...rest]));
}

/** Pages at which a link appears or disappears: around the start, around the end, and a page from either. */
function edgesOf({ defaultLimit, maxLimit }: List, { length }: readonly ListRecord[], window: Query): Query[] {
  return [1, 7, defaultLimit, maxLimit].flatMap((limit) => {
    const ends = [length - limit - 1, length - limit, length - limit + 1, length - 1];
    const near = [0, 1, limit - 1, limit, limit + 1, ...ends];
    return [...new Set(near)]
      .filter((offset) => offset >= 0 && offset < Math.max(1, length))
      .map((offset) => ({ ...window, limit, offset }));
  });
}

/** Pages that add up to a window, for several limits, the pages at its edges, and those with some of the parameters. */
function pagesOfWindows(list: List, records: readonly ListRecord[]): Query[] {
  return windowsOf(list, records).flatMap((window) => {
    const found = inWindow(list, records, window);
    const limits = [1, 3, list.defaultLimit, list.maxLimit - 1, list.maxLimit].filter(
      (limit) => limit > 0 && found.length / limit < (list.effort === "quick" ? 8 : 40),
    );
    const offsets = [0, 3, 5, found.length, found.length + 7];
    return [
      { ...window, limit: 4 },
      { ...window, limit: 4, offset: 3 },
      ...offsets.map((offset) => ({ ...window, offset })),
      window,
      ...limits.flatMap((limit) =>
        Array.from({ length: Math.floor(found.length / limit) + 1 }, (_, i) => ({
          ...window,
          limit,
          offset: i * limit,
        })),
      ),
      ...edgesOf(list, found, window),
    ];
  });
}

const follow = (list: List, link: string): Promise<ListPage> =>
  list.page(Object.fromEntries(new URL(link).searchParams));

/** Follows next to the end and previous back to the start, and compares each page with the list. */
async function walk(list: List, records: readonly ListRecord[], asked: Query): Promise<void> {
  const query = asAllowed(list, asked);
  const limit = Number(query["limit"] ?? list.defaultLimit);
  const from = JSON.stringify(query);
  const start = Number(query["offset"] ?? 0);
  let page = await list.page(query);
  let offset = start;
  for (; ; offset += limit) {
    sameRecords(list, page.records, records.slice(offset, offset + limit), `next, from ${from} to ${offset}`);
    if (typeof page.next !== "string" || offset > records.length || offset + limit > list.maxOffset) break;
    page = await follow(list, page.next);
  }
  if (offset + limit < Math.min(records.length, list.maxOffset))
    throw new ContractViolation(`next of ${from} ends at offset ${offset}`);
  while (typeof page.previous === "string" && offset > 0) {
    const before = offset;
    offset = Math.max(0, offset - limit);
    page = await follow(list, page.previous);
    // The first page may be shorter, or overlap the second one.
    const isShort = offset === 0 && before < limit && page.records.length === before;
    const wanted = records.slice(offset, isShort ? before : offset + limit);
    sameRecords(list, page.records, wanted, `previous, from ${from} back to ${offset}`);
  }
  if (offset !== 0) throw new ContractViolation(`previous ends at offset ${offset} of ${from}`);
  if (typeof page.previous === "string")
    throw new ContractViolation(`the first page of ${from} has a previous one: ${page.previous}`);
}
