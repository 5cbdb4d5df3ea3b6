import { type Mutant, mutantsOf } from "../kit/fault.js";
import {
  get,
  limitOf,
  offsetOf,
  onEnvelope,
  onList,
  onRecord,
  onRecords,
  onRightQuery,
  recordsOf,
  setting,
} from "../kit/list-faults.js";
import { everyPage } from "../kit/list-witnesses.js";
import { COUNTED_PLACES, LIST_PLACES, LISTS } from "../kit/spec.js";

const FAMILY = "from page to page";
const RULE = "Interface 4.2: limit records after the first offset ones; decision 0009: a stable order";
const EMPTY = "Decision 0009: a page past the last record is empty";

const STANDARD = LIST_PLACES.filter(({ list }) => list.shape === "standard");

export const pageByPage: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "an offset is rounded down to whole pages",
    rule: RULE,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onRightQuery(list, (query, exchange) =>
        setting(query, "offset", String(offsetOf(exchange) - (offsetOf(exchange) % limitOf(exchange)))),
      ),
    witness: ({ list }) => [get(list.path, "limit=4&offset=6")],
  }),
  ...mutantsOf(FAMILY, {
    name: "past the end, nothing matches",
    rule: `${EMPTY}; schemas of the pages: the number of matching records on all pages`,
    places: COUNTED_PLACES,
    fault: ({ list, total }) =>
      onEnvelope(list, (envelope, exchange) =>
        offsetOf(exchange) >= Number(envelope[total]) ? { ...envelope, [total]: 0 } : envelope,
      ),
    witness: ({ list }) => [get(list.path, "offset=1000")],
  }),
  ...mutantsOf(FAMILY, {
    name: "an empty page is null",
    rule: `${EMPTY}; schemas of the pages: an array`,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onList(list, () => ({
        after: (answer) =>
          answer.status === 200 && recordsOf(list, answer).length === 0
            ? answer.with(list.shape === "array" ? null : { ...(answer.json as object), [list.records]: null })
            : undefined,
      })),
    witness: ({ list }) => [get(list.path, "offset=5000")],
  }),
  ...mutantsOf(FAMILY, {
    name: "limit is the number of records on the page",
    rule: "Interface 4.2: limit, the limit applied",
    places: STANDARD,
    fault: ({ list }) =>
      onEnvelope(list, (envelope, _, answer) => ({ ...envelope, limit: Math.max(1, recordsOf(list, answer).length) })),
    witness: ({ list }) => [get(list.path, "limit=10&offset=995")],
  }),
  ...mutantsOf(FAMILY, {
    name: "offset is that of the last record past the end",
    rule: "Interface 4.2: offset, the offset applied",
    places: STANDARD,
    fault: ({ list }) =>
      onEnvelope(list, (envelope) => ({
        ...envelope,
        offset: Math.min(Number(envelope["offset"]), Number(envelope["total"])),
      })),
    witness: ({ list }) => [get(list.path, "limit=10&offset=2000")],
  }),
  ...mutantsOf(FAMILY, {
    name: "the largest page has one record less, except the first",
    rule: RULE,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onRecords(list, (records, exchange) =>
        limitOf(exchange) === list.maximum && offsetOf(exchange) > 0 && records.length === list.maximum
          ? records.slice(0, -1)
          : undefined,
      ),
    witness: ({ list }) => [get(list.path, `limit=${list.maximum}&offset=${list.maximum}`)],
  }),
  ...mutantsOf(FAMILY, {
    name: "the last record is missing if its page is full",
    rule: RULE,
    places: COUNTED_PLACES,
    fault: ({ list, total }) =>
      onList(list, (exchange) => ({
        after(answer) {
          if (answer.status !== 200) return undefined;
          const records = recordsOf(list, answer);
          const envelope = answer.json as Record<string, unknown>;
          return records.length > 1 && offsetOf(exchange) + limitOf(exchange) === envelope[total]
            ? answer.with({ ...envelope, [list.records]: records.slice(0, -1) })
            : undefined;
        },
      })),
    witness: ({ list }) => [get(list.path, "limit=10&offset=990")],
  }),
  ...mutantsOf(FAMILY, {
    name: "a page that begins at a certain record begins one record earlier",
    rule: RULE,
    places: LIST_PLACES.flatMap(({ name, list }) => [100, 500].map((row) => ({ name: `${row}, ${name}`, list, row }))),
    fault: ({ list, row }) =>
      onRightQuery(list, (query, exchange) => {
        const [limit, offset] = [limitOf(exchange), offsetOf(exchange)];
        if (limit > row || query.length > 2) return undefined;
        return offset === row ? setting(query, "offset", String(row - 1)) : undefined;
      }),
    witness: ({ list, row }) => [get(list.path, `limit=10&offset=${row}`)],
  }),
  ...mutantsOf(FAMILY, {
    name: "rejects an odd limit above ten",
    rule: "Schemas of limit: any integer from 1 to the maximum",
    places: LIST_PLACES,
    fault: ({ list }) =>
      onList(list, (exchange) => ({
        after: (answer) =>
          answer.status === 200 && limitOf(exchange) > 10 && limitOf(exchange) % 2 === 1
            ? { ...answer.response, status: 400, body: '{"errorCode":"Generic","message":"limit is not allowed"}' }
            : undefined,
      })),
    witness: ({ list }) => [get(list.path, "limit=37")],
  }),
  ...mutantsOf(FAMILY, {
    name: "a short page comes before the end",
    rule: "Interface 4.2, paging rule 1: offset increases by limit each time until it reaches total",
    places: COUNTED_PLACES,
    fault: ({ list }) =>
      onRecords(list, (records, exchange) =>
        offsetOf(exchange) > 0 && limitOf(exchange) >= 20 && offsetOf(exchange) % 100 === 80
          ? records.slice(0, 20)
          : undefined,
      ),
    witness: ({ list }) => [get(list.path, "limit=40&offset=80")],
  }),
];

const YEARS = LISTS.flatMap((list) =>
  [list.createdAt, list.updatedAt].map((field) => ({ name: `${field} of ${list.id}`, list, field })),
);

/** The year of the week, as some formats of dates have it. */
const weekYear = (stamp: string): string =>
  /^\d{4}-12-(29|30|31)/.test(stamp) ? stamp.replace(/^\d{4}/, (year) => String(Number(year) + 1)) : stamp;

export const stampsOfLists: readonly Mutant[] = [
  ...mutantsOf("times in lists", {
    name: "the last days of a year belong to the next one",
    rule: "Decision 0007: timestamps are in RFC 3339 format; decision 0009: the order is by creation",
    places: YEARS,
    fault: ({ list, field }) => onRecord(list, (one) => ({ ...one, [field]: weekYear(String(one[field])) })),
    witness: ({ list }) => everyPage(list),
  }),
  ...mutantsOf("times in lists", {
    name: "a fraction loses the zeros at its beginning",
    rule: "Decision 0007: timestamps of the service have fractional seconds",
    places: YEARS,
    fault: ({ list, field }) =>
      onRecord(list, (one) => ({ ...one, [field]: String(one[field]).replace(/\.0+(?=[1-9])/, ".") })),
    witness: ({ list }) => everyPage(list),
  }),
  ...mutantsOf("times in lists", {
    name: "the hour after midnight is 24",
    rule: "Decision 0007: timestamps are in RFC 3339 format, with hours from 00 to 23",
    places: YEARS,
    fault: ({ list, field }) =>
      onRecord(list, (one) => ({ ...one, [field]: String(one[field]).replace("T00:", "T24:") })),
    witness: ({ list }) => everyPage(list),
  }),
];
