import { sampled } from "../../../cases/effort.js";
import { instantOf, instantText } from "./instant.js";
import type { List, ListRecord, Query } from "./list.js";
import { inWindow, updated } from "./page.js";

export const MICRO = 1000n;
export const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

/** Offsets from UTC in minutes, positive and negative, whole hours and others. */
export const ZONES = [0, 420, -660, 330, 345, -570, 840, -720, 1, -1, 1439, -1439];

/** Whether a list can be limited to a window, and shows of each record whether it is in there. */
export const hasWindows = ({ pagination }: Pick<List, "pagination">): boolean =>
  [pagination.updatedFrom, pagination.updatedTo, pagination.updatedAt].every((name) => name !== undefined);

/** The ends of a window: a time, which is written in full, or a text that is sent as it is. */
type End = bigint | string | undefined;

/** Returns the query of a window; its ends are written for offsets from UTC in minutes. */
export function windowOf(
  { pagination }: Pick<List, "pagination">,
  from: End,
  to: End,
  zone = 0,
  zoneOfEnd = zone,
): Query {
  const written = (end: bigint | string, at: number) => (typeof end === "string" ? end : instantText(end, at / 60));
  return {
    ...(from === undefined ? {} : { [pagination.updatedFrom ?? ""]: written(from, zone) }),
    ...(to === undefined ? {} : { [pagination.updatedTo ?? ""]: written(to, zoneOfEnd) }),
  };
}

/** Returns the update times of the records, in ascending order. */
const momentsIn = (list: List, records: readonly ListRecord[]): bigint[] =>
  [...new Set(records.map((record) => updated(list, record)))].sort((a, b) => (a < b ? -1 : 1));

/** Windows to try pages and links in: only one end, both ends, other time zones, empty, everything. */
export function windowsOf(list: List, records: readonly ListRecord[]): Query[] {
  const moments = momentsIn(list, records);
  const at = (part: number) => moments[Math.floor((moments.length - 1) * part)] ?? 0n;
  const all: Parameters<typeof windowOf>[] = [
    [list, at(0.5), undefined],
    [list, undefined, at(0.5)],
    [list, at(0.3), at(0.6)],
    [list, at(0.25), at(0.7), 345],
    [list, at(0.2), at(0.75), -570],
    [list, at(0) - SECOND, at(1) + SECOND],
    [list, at(0), at(1)],
    [list, at(1), undefined],
    [list, undefined, at(0) + MICRO],
    [list, undefined, at(0)],
    [list, at(1) + MICRO, undefined],
    [list, at(0.5), at(0.5)],
    // The end is before the start.
    [list, at(0.6), at(0.4)],
  ];
  return sampled(all, list.effort, 2).map((each) => windowOf(...each));
}

/** Windows with about four records, which fit in one page: only a start, only an end, both. */
export function smallWindows(list: List, records: readonly ListRecord[]): Query[] {
  const moments = momentsIn(list, records);
  const middle = Math.floor(moments.length / 2);
  return [
    windowOf(list, moments.at(-4), undefined),
    windowOf(list, undefined, moments[4]),
    windowOf(list, moments[middle], moments[middle + 4]),
  ];
}

/** Returns the queries for the first and the last page of a window. */
export const endsOf = (list: List, records: readonly ListRecord[], window: Query): Query[] => {
  const { length } = inWindow(list, records, window);
  return [...new Set([0, Math.max(0, length - 2)])].map((offset) => ({ ...window, limit: list.maxLimit, offset }));
};

/**
 * Selects records whose update times become window ends: first, last and in between, both in list order and by update
 * time.
 */
export function picked(list: List, records: readonly ListRecord[]): ListRecord[] {
  const byUpdate = [...records].sort((a, b) => (updated(list, a) < updated(list, b) ? -1 : 1));
  const wanted = list.effort === "quick" ? [0.5, 1] : [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1];
  const at = (all: readonly ListRecord[], part: number) => all[Math.floor((all.length - 1) * part)] as ListRecord;
  return [...new Set([...wanted.map((part) => at(records, part)), ...wanted.map((part) => at(byUpdate, part))])];
}

/** Returns both windows that end at a time, as queries for the page around a record. */
export function around(list: List, records: readonly ListRecord[], record: ListRecord, end: bigint | string): Query[] {
  return [windowOf(list, end, undefined), windowOf(list, undefined, end)].map((window) => {
    const found = inWindow(list, records, window);
    const at = records.indexOf(record);
    const index = found.indexOf(record);
    const near = index < 0 ? found.findIndex((other) => records.indexOf(other) > at) : index;
    return { ...window, limit: 3, offset: Math.max(0, near - 1) };
  });
}

/** Formats a time with so many digits of a second, of which the others are zeros. */
export function withDigits(nanos: bigint, count: number): string {
  const second = nanos - (((nanos % SECOND) + SECOND) % SECOND);
  const digits = String(nanos - second)
    .padStart(9, "0")
    .slice(0, count);
  return instantText(second, 0, "Z").replace(/\.\d+/, `.${digits}`);
}

/** The notations of a time: with fewer or more digits of a second, with Z or an offset of zero. */
export function formsOf(moment: bigint): string[] {
  const text = instantText(moment, 0, "Z");
  const short = text.replace(/0+Z$/, "Z").replace(/\.Z$/, "Z");
  const second = instantText(moment - (moment % SECOND), 0, "Z");
  return [
    ...[text, short, text.replace("Z", "000Z"), text.replace("Z", "000000000000Z"), text.replace("Z", "+00:00")],
    ...[text.replace("Z", "-00:00"), second.replace(".000000", ""), second.replace(".000000", ".0")],
  ];
}

/** Times after the microsecond of another one and before the next: a server may cut off or round the other digits. */
export const betweenMicros = (moment: bigint): string[] =>
  ["Z", "+00:00"].flatMap((zone) =>
    ["1", "5", "9", "001", "999", "000000001", "999999999"].map((digits) =>
      instantText(moment, 0, "Z").replace("Z", digits + zone),
    ),
  );

/** Units of time: where the text of a time is cut off, what comes after that at the start of a unit, a step to the next. */
export const UNITS: Record<string, [length: number, rest: string, step: bigint]> = {
  second: [19, "Z", SECOND],
  minute: [16, ":00Z", 60n * SECOND],
  hour: [13, ":00:00Z", 3600n * SECOND],
  day: [10, "T00:00:00Z", DAY],
  // No month or year is longer than this, and the step stays in the next one.
  month: [7, "-01T00:00:00Z", 32n * DAY],
  year: [4, "-01-01T00:00:00Z", 367n * DAY],
};

/** Returns windows that begin or end at the start of the unit of a time, or of the one before or after it. */
export function roundWindows(list: List, moment: bigint, unit: string): Query[] {
  const [length, rest, step] = UNITS[unit] ?? [19, "Z", SECOND];
  const startOf = (text: string) => text.slice(0, length) + rest;
  const at = startOf(instantText(moment));
  const start = instantOf(at) ?? 0n;
  const [before, after] = [startOf(instantText(start - SECOND)), startOf(instantText(start + step))];
  const ends: [End, End][] = [
    ...([
      [at, after],
      [before, at],
      [at, undefined],
      [undefined, at],
      [undefined, after],
    ] as [End, End][]),
    // One end is round, and the other is not.
    ...([
      [at, instantText(moment + MICRO, 7)],
      [instantText(moment, -3.5), after],
    ] as [End, End][]),
  ];
  return ends.map(([from, to]) => windowOf(list, from, to));
}

/** Windows that begin or end long before or after every record. */
export function farWindows(list: List): Query[] {
  const early = ["0001-01-01T00:00:00Z", "1900-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z"];
  const late = ["9999-12-31T23:59:59Z", "2100-02-28T00:00:00Z", "2038-01-19T03:14:08Z", "2262-04-12T00:00:00Z"];
  const all = [...early, "1970-01-01T00:00:00+14:00", ...late, "9999-12-31T23:59:59.999999Z"];
  return [
    ...all.flatMap((end) => [windowOf(list, end, undefined), windowOf(list, undefined, end)]),
    windowOf(list, early[0], late[0]),
    windowOf(list, late[0], early[0]),
  ];
}
