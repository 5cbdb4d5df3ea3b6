import { instantOf } from "../src/demands/document/lists/instant.js";
import { type Behavior, RIGHT } from "./fixture/behavior.js";

/** For each law of lists, faulty servers that violate it; a real implementation could have each of these faults. */
export const LAW_FAULTS: Record<string, Record<string, Partial<Behavior>>> = {
  "no duplicate": {
    "a record is listed twice": { order: (records) => [...records.slice(0, 5), ...records.slice(4)] },
  },
  order: {
    "two records are swapped": {
      order: (records) => [...records.slice(0, 3), ...records.slice(6, 8), ...records.slice(3, 6), ...records.slice(8)],
    },
    "records with the same time have any order": {
      order: (records) => records.map((record, i) => records[i ^ 1] ?? record),
    },
  },
  "update after creation": {
    "records are listed with the time of their creation as that of their update, and the other way around": {
      order: (records) =>
        records.map((record) => {
          const pairs = [
            ["createdDate", "updatedDate"],
            ["created_at", "updated_at"],
          ] as const;
          const [created, updated] = pairs.find(([name]) => name in record) ?? pairs[0];
          return { ...record, [created]: record[updated], [updated]: record[created] };
        }),
    },
  },
  defaults: {
    "the default limit is 20": { defaultLimit: 20 },
    "the default offset is 1": { defaultOffset: 1 },
    "a link has another limit than the default if the query has none": {
      next(query, total) {
        const next = RIGHT.next(query, total);
        return next && query.limit === 10 ? { ...next, limit: 20 } : next;
      },
    },
  },
  "page size": {
    "a page starts one record late": {
      slice: (records, { limit, offset }) => records.slice(offset + (offset > 0 && limit < 50 ? 1 : 0), offset + limit),
    },
    "every second response has a different order": {
      slice: alternating((records, { limit, offset }) => records.slice(offset, offset + limit)),
    },
    "the limit is silently lowered": {
      slice: (records, { limit, offset }) => records.slice(offset, offset + Math.min(limit, 40)),
    },
    "a page is one record short": {
      slice: (records, { limit, offset }) => records.slice(offset, offset + (limit > 5 ? limit - 1 : limit)),
    },
    "the offset is rounded down to a page": {
      slice: (records, { limit, offset }) => {
        const start = Math.floor(offset / limit) * limit;
        return records.slice(start, start + limit);
      },
    },
    "the envelope has the default limit": { applied: ({ offset }) => ({ limit: 10, offset }) },
    "the envelope has a page number instead of an offset": {
      applied: ({ limit, offset }) => ({ limit, offset: Math.floor(offset / limit) }),
    },
    "the total is the number of remaining records": {
      total: (matching, _, { offset }) => Math.max(0, matching - offset),
    },
  },
  "every limit": {
    "one limit returns one record fewer": {
      slice: (records, { limit, offset }) => records.slice(offset, offset + limit - (limit === 21 ? 1 : 0)),
    },
  },
  "every offset": {
    "the page at one offset begins one record earlier": {
      slice: (records, { limit, offset }) => {
        const start = offset === 137 ? 136 : offset;
        return records.slice(start, start + limit);
      },
    },
    "an offset of more than a byte wraps around": {
      slice: (records, { limit, offset }) => {
        const start = offset > 255 && offset < 300 ? offset - 256 : offset;
        return records.slice(start, start + limit);
      },
    },
  },
  "past the end": {
    "the total is one too high past the end": { total: (n, _, { offset }) => (offset > n ? n + 1 : n) },
    "a page past the end is the last page": {
      slice: (records, { limit, offset }) =>
        offset > records.length ? records.slice(-limit) : records.slice(offset, offset + limit),
    },
    "a huge offset wraps around": {
      slice: (records, { limit, offset }) => {
        const start = offset > 2 ** 31 ? 0 : offset;
        return records.slice(start, start + limit);
      },
    },
    "an offset of more than 32 bits wraps around": {
      slice: (records, { limit, offset }) => records.slice(offset % 2 ** 32, (offset % 2 ** 32) + limit),
    },
  },
  "parameter order": {
    "a limit is ignored if it is before another parameter": {
      parameters: (query) =>
        new URLSearchParams([...query].filter(([name], i) => name !== "limit" || i === query.size - 1)),
    },
    "a limit is ignored if it is after another parameter": {
      parameters: (query) => new URLSearchParams([...query].filter(([name], i) => name !== "limit" || i === 0)),
    },
  },
  "links at every edge": {
    "next is missing if one record is left": {
      next: (query, total) => (query.offset + query.limit + 1 < total ? RIGHT.next(query, total) : undefined),
    },
    "next is present if nothing is left": {
      next: (query, total) =>
        query.offset + query.limit <= total ? { ...query, offset: query.offset + query.limit } : undefined,
    },
    "next is missing on the second to last page": {
      next: (query, total) =>
        query.offset + 2 * query.limit < total ? { ...query, offset: query.offset + query.limit } : undefined,
    },
    "previous is present on the first page": { previous: (query) => ({ ...query, offset: 0 }) },
    "links are relative": {
      link: (...args) => RIGHT.link(...args).replace(/^http:\/\/[^/]+/, ""),
    },
  },
  "following links": {
    "next has the default limit": {
      next: (query, total) => ({
        ...RIGHT.next(query, total),
        ...query,
        limit: 10,
        offset: query.offset + query.limit,
      }),
    },
    "previous skips a page": {
      previous: (query) =>
        query.offset > 0 ? { ...query, offset: Math.max(0, query.offset - 2 * query.limit) } : undefined,
    },
  },
  window: {
    "the default limit is used in a window": {
      slice: (records, { limit, offset, from, to }) =>
        records.slice(offset, offset + (from || to ? Math.min(limit, 10) : limit)),
    },
    "next drops the end of the window": {
      next(query, total) {
        const next = RIGHT.next(query, total);
        return next && { ...next, to: undefined };
      },
    },
    "next forgets the filter": { next: (query, total) => withoutFilter(RIGHT.next(query, total)) },
    "previous forgets the filter": { previous: (query, total) => withoutFilter(RIGHT.previous(query, total)) },
    "both ends are inclusive": { inWindow: compare((at, from, to) => at >= from && at <= to) },
    "both ends are exclusive": { inWindow: compare((at, from, to) => at > from && at < to) },
    "from is exclusive, to is inclusive": { inWindow: compare((at, from, to) => at > from && at <= to) },
    "the fraction of a second is ignored": {
      inWindow: compare((at, from, to) => at / SECOND >= from / SECOND && at / SECOND < to / SECOND),
    },
    "the filter is ignored": { inWindow: () => true },
    "the total counts all records despite the filter": { total: (_, all) => all },
    "times are compared as strings": {
      inWindow: (updated, { from, to }) =>
        (from === undefined || updated >= from) && (to === undefined || updated < to),
    },
    "the UTC offset of a time is ignored": {
      inWindow: (updated, { from, to }) =>
        RIGHT.inWindow(updated, { limit: 0, offset: 0, from: local(from), to: local(to) }),
    },
  },
  "window ends": {
    "times are compared by milliseconds": {
      inWindow: compare(
        (at, from, to) => at / MILLISECOND >= from / MILLISECOND && at / MILLISECOND < to / MILLISECOND,
      ),
    },
  },
  "window zones": {
    "the minutes of an offset are ignored": {
      inWindow: rewritten((text) => text.replace(/([+-]\d\d):\d\d$/, "$1:00")),
    },
  },
  "window forms": {
    "a time with more than six digits is ignored": {
      inWindow: rewritten((text) => (/\.\d{7,}/.test(text) ? undefined : text)),
    },
  },
  "window digits": {
    "the digits of a fraction are counted from the end": {
      inWindow: rewritten((text) =>
        text.replace(/\.(\d{1,5})(?=Z|[+-])/, (_, digits) => `.${digits.padStart(6, "0")}`),
      ),
    },
  },
  "round windows": {
    "an end at midnight means the whole day": {
      inWindow: (updated, query) =>
        RIGHT.inWindow(updated, { ...query, to: query.to?.replace(/T00:00:00Z$/, "T23:59:59.999999Z") }),
    },
  },
  "far windows": {
    "a time before 1970 is ignored": {
      inWindow: rewritten((text) => (Number(text.slice(0, 4)) < 1970 ? undefined : text)),
    },
  },
  "any window": {
    "the offset is forgotten in a window": {
      slice: (records, { limit, offset, from }) => records.slice(from ? 0 : offset, (from ? 0 : offset) + limit),
    },
  },
  "every form of a time": {
    "a link drops the time of midnight": {
      link: (path, query, names) => RIGHT.link(path, { ...query, from: query.from?.replace("T00:00:00", "T") }, names),
    },
  },
};

const SECOND = 1_000_000_000n;
const MILLISECOND = 1_000_000n;

/** Parses the bounds of a window with another function; a bound is ignored if the function returns undefined. */
function rewritten(read: (text: string) => string | undefined): Behavior["inWindow"] {
  const end = (text: string | undefined) => (text === undefined ? undefined : read(text));
  return (updated, query) => RIGHT.inWindow(updated, { ...query, from: end(query.from), to: end(query.to) });
}

function alternating(slice: Behavior["slice"]): Behavior["slice"] {
  let calls = 0;
  return (records, query) => (calls++ % 2 === 0 ? slice(records, query) : slice(records, query).slice().reverse());
}

function compare(rule: (at: bigint, from: bigint, to: bigint) => boolean): Behavior["inWindow"] {
  return (updated, { from, to }) =>
    rule(instantOf(updated) ?? 0n, instantOf(from) ?? -(2n ** 80n), instantOf(to) ?? 2n ** 80n);
}

const withoutFilter = <T extends object>(query: T | undefined): T | undefined =>
  query && { ...query, from: undefined, to: undefined };

const local = (text: string | undefined) => text?.replace(/(Z|[+-]\d\d:\d\d)$/, "Z");
