import fc from "fast-check";
import { sampled } from "../../../effort.js";
import { ContractViolation } from "../../../judge.js";
import { instantOf, instantText } from "./instant.js";
import { inParallel, type List, type ListRecord, type Query, sameRecords } from "./list.js";
import { assertProperty, type ListLaw } from "./paging-laws.js";

/** A window, and the records that it must return. */
export interface Window {
  name: string;
  query: Query;
  records: ListRecord[];
}

const MICRO = 1000n;
const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;
const filtered: ListLaw["applies"] = ({ pagination }) =>
  pagination.updatedFrom !== undefined && pagination.updatedTo !== undefined && pagination.updatedAt !== undefined;

/** The update times of records, parsed once however many windows are compared with them. */
const momentsOf = new WeakMap<ListRecord, bigint>();

function updated(list: List, record: ListRecord): bigint {
  const known = momentsOf.get(record);
  if (known !== undefined) return known;
  const moment = instantOf(record[list.pagination.updatedAt ?? ""]) ?? 0n;
  momentsOf.set(record, moment);
  return moment;
}

/** Offsets from UTC in minutes, positive and negative, whole hours and others. */
const ZONES = [
  0,
  7 * 60,
  -11 * 60,
  5 * 60 + 30,
  5 * 60 + 45,
  -(9 * 60 + 30),
  14 * 60,
  -12 * 60,
  1,
  -1,
  23 * 60 + 59,
  -(23 * 60 + 59),
];

/** Whether a list can be limited to a window. */
export const hasWindows = ({ pagination }: Pick<List, "pagination">): boolean =>
  pagination.updatedFrom !== undefined && pagination.updatedTo !== undefined;

/** Windows to try pages and links in: only one end, both ends, other time zones, empty, everything. */
export function windowsOf(list: List, records: ListRecord[]): Window[] {
  const moments = momentsIn(list, records);
  const at = (part: number) => moments[Math.floor((moments.length - 1) * part)] ?? 0n;
  const make = (name: string, from: bigint | undefined, to: bigint | undefined, zone = 0): Window =>
    windowOf(list, records, name, from, to, zone);
  const all = [
    make("only from", at(0.5), undefined),
    make("only to", undefined, at(0.5)),
    make("the middle", at(0.3), at(0.6)),
    make("the middle, at an offset with minutes", at(0.25), at(0.7), 5 * 60 + 45),
    make("the middle, at a negative offset", at(0.2), at(0.75), -(9 * 60 + 30)),
    make("all", at(0) - SECOND, at(1) + SECOND),
    make("all but the last", at(0), at(1)),
    make("the last", at(1), undefined),
    make("the first", undefined, at(0) + MICRO),
    make("none before the first", undefined, at(0)),
    make("none after the last", at(1) + MICRO, undefined),
    make("none in between", at(0.5), at(0.5)),
    make("the end before the start", at(0.6), at(0.4)),
  ];
  return sampled(all, list.effort, 2);
}

/** Windows with about four records, which fit in one page: only a start, only an end, both. */
export function smallWindows(list: List, records: ListRecord[]): Window[] {
  const moments = momentsIn(list, records);
  const middle = Math.floor(moments.length / 2);
  return [
    windowOf(list, records, "the last records", moments.at(-4), undefined),
    windowOf(list, records, "the first records", undefined, moments[4]),
    windowOf(list, records, "records in the middle", moments[middle], moments[middle + 4]),
  ];
}

/** Returns the update times of the records, in ascending order. */
const momentsIn = (list: List, records: ListRecord[]): bigint[] =>
  [...new Set(records.map((record) => updated(list, record)))].sort((a, b) => (a < b ? -1 : 1));

function windowOf(
  list: List,
  records: ListRecord[],
  name: string,
  from: bigint | undefined,
  to: bigint | undefined,
  zone = 0,
  zoneOfEnd = zone,
): Window {
  const { updatedFrom = "", updatedTo = "" } = list.pagination;
  return {
    name,
    query: {
      ...(from === undefined ? {} : { [updatedFrom]: instantText(from, zone / 60) }),
      ...(to === undefined ? {} : { [updatedTo]: instantText(to, zoneOfEnd / 60) }),
    },
    records: records.filter(
      (record) =>
        (from === undefined || updated(list, record) >= from) && (to === undefined || updated(list, record) < to),
    ),
  };
}

/** Laws about windows that begin or end at the update times of records (decision 0007). */
export const WINDOW_LAWS: ListLaw[] = [
  {
    name: "window ends",
    description:
      "a window that starts at the time of a record includes it, and one that ends there does not, to the microsecond",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      await inParallel(picked(list, records), async (record) => {
        const moment = updated(list, record);
        for (const by of [-SECOND, -1000n * MICRO, -MICRO, 0n, MICRO, 1000n * MICRO, SECOND])
          for (const side of ["from", "to"] as const) await endOf(list, records, record, moment + by, side);
        await exactly(list, windowOf(list, records, "its own microsecond", moment, moment + MICRO));
        await exactly(list, windowOf(list, records, "the microsecond before it", moment - MICRO, moment));
      });
    },
  },
  {
    name: "window zones",
    description: "a time means the same in every time zone, those with minutes included, and in every notation",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      const some = picked(list, records).slice(0, list.effort === "quick" ? 2 : 6);
      await inParallel(
        some.flatMap((record) => sampled(ZONES, list.effort, 3).map((zone) => ({ record, zone }))),
        async ({ record, zone }) => {
          const moment = updated(list, record);
          for (const [from, to] of [
            [moment, undefined],
            [moment + MICRO, undefined],
            [undefined, moment],
            [undefined, moment + MICRO],
            [moment, moment + MICRO],
          ])
            await exactly(list, windowOf(list, records, `zone ${zone}`, from, to, zone));
          await exactly(
            list,
            windowOf(list, records, `zone ${zone} and another`, moment, moment + DAY, zone, -zone || 1),
          );
        },
      );
    },
  },
  {
    name: "window forms",
    description: "a time may have any number of digits, none of them is ignored, and it has Z or an offset of zero",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      const { updatedFrom = "", updatedTo = "" } = list.pagination;
      await inParallel(picked(list, records).slice(0, list.effort === "quick" ? 2 : 6), async (record) => {
        const moment = updated(list, record);
        const text = instantText(moment, 0, "Z");
        const short = text.replace(/0+Z$/, "Z").replace(/\.Z$/, "Z");
        const forms = [
          text,
          short,
          text.replace("Z", "000Z"),
          text.replace("Z", "000000000000Z"),
          text.replace("Z", "+00:00"),
          text.replace("Z", "-00:00"),
        ];
        const { records: from } = windowOf(list, records, "", moment, undefined);
        const { records: to } = windowOf(list, records, "", undefined, moment);
        for (const form of forms) {
          await exactly(list, { name: form, query: { [updatedFrom]: form }, records: from });
          await exactly(list, { name: form, query: { [updatedTo]: form }, records: to });
        }
        await between(list, records, moment);
        const second = moment - (moment % SECOND);
        for (const form of [
          instantText(second, 0, "Z").replace(".000000", ""),
          instantText(second, 0, "Z").replace(".000000", ".0"),
        ])
          await exactly(list, { ...windowOf(list, records, form, second, undefined), query: { [updatedFrom]: form } });
      });
    },
  },
  {
    name: "window digits",
    description: "a time with any number of digits of a second is that time, at either end of a window",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      const some = picked(list, records);
      const digits = sampled([1, 2, 3, 4, 5, 6, 7, 9], list.effort, 3);
      const tried = digits.flatMap((count, i) =>
        [0, 1].map((step) => ({ count, record: some[(i * 2 + step + list.round) % some.length] as ListRecord })),
      );
      await inParallel(tried, async ({ count, record }) => {
        const moment = updated(list, record);
        const unit = 10n ** BigInt(9 - count);
        const before = moment - (moment % unit);
        for (const edge of [before, before + unit])
          for (const side of ["from", "to"] as const) {
            const text = withDigits(edge, count);
            await endOf(list, records, record, edge, side, text);
          }
      });
    },
  },
  {
    name: "round windows",
    description: "a window may begin and end at whole seconds, minutes, hours, days, months and years",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      const { updatedFrom = "", updatedTo = "" } = list.pagination;
      const some = picked(list, records);
      const units = sampled(Object.keys(UNITS), list.effort, 3);
      const tried = units.flatMap((unit, i) =>
        sampled([0, 1, 2], list.effort).map((step) => ({
          unit,
          record: some[(i * 3 + step + list.round) % some.length] as ListRecord,
        })),
      );
      await inParallel(tried, async ({ unit, record }) => {
        const [before, at, after] = roundTimes(updated(list, record), unit);
        for (const [from, to] of [
          [at, after],
          [before, at],
          [at, undefined],
          [undefined, at],
          [undefined, after],
          // One end is round, and the other is not.
          [at, instantText(updated(list, record) + MICRO, 7)],
          [instantText(updated(list, record), -3.5), after],
        ]) {
          const { records: wanted } = windowOf(list, records, "", instantOf(from), instantOf(to));
          const query = { ...(from && { [updatedFrom]: from }), ...(to && { [updatedTo]: to }) };
          await exactly(list, { name: unit, query, records: wanted });
        }
      });
    },
  },
  {
    name: "far windows",
    description: "a window may begin or end long before and after every record",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      const { updatedFrom = "", updatedTo = "" } = list.pagination;
      const early = [
        "0001-01-01T00:00:00Z",
        "1900-01-01T00:00:00Z",
        "1969-12-31T23:59:59Z",
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00+14:00",
      ];
      const late = [
        "2100-02-28T00:00:00Z",
        "2038-01-19T03:14:08Z",
        "2262-04-12T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "9999-12-31T23:59:59.999999Z",
      ];
      for (const edge of early) {
        await exactly(list, { name: edge, query: { [updatedFrom]: edge }, records });
        await exactly(list, { name: edge, query: { [updatedTo]: edge }, records: [] });
      }
      for (const edge of late) {
        await exactly(list, { name: edge, query: { [updatedFrom]: edge }, records: [] });
        await exactly(list, { name: edge, query: { [updatedTo]: edge }, records });
      }
      await exactly(list, {
        name: "from the first to the last day",
        query: { [updatedFrom]: early[0] ?? "", [updatedTo]: late[3] ?? "" },
        records,
      });
      await exactly(list, {
        name: "from the last to the first day",
        query: { [updatedFrom]: late[3] ?? "", [updatedTo]: early[0] ?? "" },
        records: [],
      });
    },
  },
  {
    name: "any window",
    description: "any page of any window has the records updated in that window",
    applies: filtered,
    async check(list) {
      const { records } = await list.complete(3);
      const moments = fc.constantFrom(...records.map((record) => updated(list, record)));
      const edges = fc
        .tuple(moments, fc.constantFrom(0n, MICRO, -MICRO, 777n * MICRO, -3600n * SECOND, 90_061n * SECOND))
        .map(([moment, by]) => moment + by);
      const query = fc.record({
        from: fc.option(edges),
        to: fc.option(edges),
        zone: fc.constantFrom(...ZONES),
        zoneOfEnd: fc.constantFrom(...ZONES),
        limit: fc.integer({ min: 1, max: list.maxLimit }),
        offset: fc.integer({ min: 0, max: 60 }),
      });
      await assertProperty(
        { ...list, runs: { quick: 8, standard: 80, thorough: 600 }[list.effort] },
        query,
        async ({ from, to, zone, zoneOfEnd, limit, offset }) => {
          const window = windowOf(list, records, "any", from ?? undefined, to ?? undefined, zone, zoneOfEnd);
          const page = await list.page({ ...window.query, limit, offset });
          const where = JSON.stringify({ ...window.query, limit, offset });
          sameRecords(list, page.records, window.records.slice(offset, offset + limit), where);
          if (page.total !== undefined && page.total !== window.records.length)
            throw new ContractViolation(`${where}: the total is ${page.total}, expected ${window.records.length}`);
        },
      );
    },
  },
];

/** Formats a time with so many digits of a second, of which the others are zeros. */
function withDigits(nanos: bigint, count: number): string {
  const second = nanos - (((nanos % SECOND) + SECOND) % SECOND);
  const digits = String(nanos - second)
    .padStart(9, "0")
    .slice(0, count);
  return instantText(second, 0, "Z").replace(/\.\d+/, `.${digits}`);
}

/** Units of time: where the text of a time is cut off, and what comes after that at the start of a unit. */
const UNITS: Record<string, [length: number, rest: string]> = {
  second: [19, "Z"],
  minute: [16, ":00Z"],
  hour: [13, ":00:00Z"],
  day: [10, "T00:00:00Z"],
  month: [7, "-01T00:00:00Z"],
  year: [4, "-01-01T00:00:00Z"],
};

/** Returns the starts of the units before, with and after a time. */
function roundTimes(moment: bigint, unit: string): [before: string, at: string, after: string] {
  const [length, rest] = UNITS[unit] ?? [19, "Z"];
  const startOf = (text: string) => text.slice(0, length) + rest;
  const at = startOf(instantText(moment));
  // No unit is longer than this many of the next smaller one, and a shorter step would stay in it.
  const step =
    { second: SECOND, minute: 60n * SECOND, hour: 3600n * SECOND, day: DAY, month: 32n * DAY }[unit] ?? 367n * DAY;
  const start = instantOf(at) ?? 0n;
  return [startOf(instantText(start - SECOND)), at, startOf(instantText(start + step))];
}

/**
 * Selects records whose update times become window ends: first, last and in between, both in list order and by update
 * time.
 */
function picked(list: List, records: ListRecord[]): ListRecord[] {
  const byUpdate = [...records].sort((a, b) => (updated(list, a) < updated(list, b) ? -1 : 1));
  const wanted = list.effort === "quick" ? [0.5, 1] : [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1];
  const at = (all: ListRecord[], part: number) => all[Math.floor((all.length - 1) * part)] as ListRecord;
  return [...new Set([...wanted.map((part) => at(records, part)), ...wanted.map((part) => at(byUpdate, part))])];
}

/**
 * Checks one end of a window at a record: whether the record is included, by the page around it and by the total.
 *
 * @param text the time as it is sent; by default with microseconds
 */
async function endOf(
  list: List,
  records: ListRecord[],
  record: ListRecord,
  edge: bigint,
  side: "from" | "to",
  text?: string,
): Promise<void> {
  const found =
    side === "from" ? windowOf(list, records, "", edge, undefined) : windowOf(list, records, "", undefined, edge);
  const { updatedFrom = "", updatedTo = "" } = list.pagination;
  const window = { ...found, ...(text && { query: { [side === "from" ? updatedFrom : updatedTo]: text } }) };
  const index = window.records.indexOf(record);
  const offset = Math.max(
    0,
    (index < 0 ? window.records.findIndex((other) => records.indexOf(other) > records.indexOf(record)) : index) - 1,
  );
  const page = await list.page({ ...window.query, limit: 3, offset });
  sameRecords(
    list,
    page.records,
    window.records.slice(offset, offset + 3),
    `${JSON.stringify(window.query)} at ${offset}`,
  );
  if (page.total !== undefined && page.total !== window.records.length)
    throw new ContractViolation(
      `${JSON.stringify(window.query)}: the total is ${page.total}, expected ${window.records.length}`,
    );
}

/**
 * Checks windows that start or end after the microsecond of a record and before the next one: a server that cuts off or
 * rounds the other digits includes or omits that record.
 */
async function between(list: List, records: ListRecord[], moment: bigint): Promise<void> {
  const { updatedFrom = "", updatedTo = "" } = list.pagination;
  const { records: from } = windowOf(list, records, "", moment + 1n, undefined);
  const { records: to } = windowOf(list, records, "", undefined, moment + 1n);
  for (const zone of ["Z", "+00:00"])
    for (const digits of ["1", "5", "9", "001", "999", "000000001", "999999999"]) {
      const form = instantText(moment, 0, "Z").replace("Z", digits + zone);
      await exactly(list, { name: form, query: { [updatedFrom]: form }, records: from });
      await exactly(list, { name: form, query: { [updatedTo]: form }, records: to });
    }
}

/** Checks the first and the last page of a window, and its total. */
async function exactly(list: List, { query, records }: Window): Promise<void> {
  for (const offset of new Set([0, Math.max(0, records.length - 2)])) {
    const page = await list.page({ ...query, limit: list.maxLimit, offset });
    sameRecords(
      list,
      page.records,
      records.slice(offset, offset + list.maxLimit),
      JSON.stringify({ ...query, offset }),
    );
    if (page.total !== undefined && page.total !== records.length)
      throw new ContractViolation(`${JSON.stringify(query)}: the total is ${page.total}, expected ${records.length}`);
  }
}
