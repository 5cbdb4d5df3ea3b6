import type { WireResponse } from "../../src/index.js";
import type { Exchange, Json } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import {
  get,
  type Listed,
  limitOf,
  offsetOf,
  onEnvelope,
  onList,
  onRecords,
  onRefusedQuery,
  onRightQuery,
  type Query,
  setting,
} from "../kit/list-faults.js";
import { COUNTED_PLACES, LIST_PLACES, LISTS, type ListOperation } from "../kit/spec.js";

const PAGING = "paging";
const ORDER_RULE = "Decision 0009: the order of a list is stable: by creation, then by uid";
const PAGE_RULE = "Interface 4.2: limit is the number of records returned, offset the number of records skipped";

/** Changes the page that a valid query gets, while the envelope matches the query. */
const shifted = (
  name: string,
  rule: string,
  change: (query: Query, exchange: Exchange, list: ListOperation) => Query | undefined,
  query: string,
  places = LIST_PLACES,
): Mutant[] =>
  mutantsOf(PAGING, {
    name,
    rule,
    places,
    fault: ({ list }) => onRightQuery(list, (sent, exchange) => change(sent, exchange, list)),
    witness: ({ list }) => [get(list.path, query)],
  });

const reordered = (
  name: string,
  change: (records: Listed[], exchange: Exchange, list: ListOperation) => Listed[] | undefined,
  query: string,
): Mutant[] =>
  mutantsOf(PAGING, {
    name,
    rule: ORDER_RULE,
    places: LIST_PLACES,
    fault: ({ list }) => onRecords(list, (records, exchange) => change(records, exchange, list)),
    witness: ({ list }) => [get(list.path, query)],
  });

const STANDARD_PLACES = COUNTED_PLACES.filter(({ list }) => list.shape === "standard");

/** Changes the envelope of pages. */
const enveloped = (
  name: string,
  change: (envelope: Record<string, Json>, total: string, exchange: Exchange) => Record<string, Json>,
  query: string,
  places: readonly (typeof COUNTED_PLACES)[number][] = COUNTED_PLACES,
): Mutant[] =>
  mutantsOf(PAGING, {
    name,
    rule: "Interface 4.2: limit and offset are those applied, total is the number of matching records",
    places,
    fault: ({ list, total }) => onEnvelope(list, (envelope, exchange) => change(envelope, total, exchange)),
    witness: ({ list }) => [get(list.path, query)],
  });

/** Changes the response for an empty page. */
const onEmptyPage = (list: ListOperation, change: (response: WireResponse, json: unknown) => WireResponse): Fault =>
  onList(list, () => ({
    after(answer) {
      const page = answer.json as Listed[] | Record<string, Json>;
      const records = Array.isArray(page) ? page : page[list.records];
      return answer.status === 200 && Array.isArray(records) && records.length === 0
        ? change(answer.response, page)
        : undefined;
    },
  }));

const withPage = (response: WireResponse, json: unknown): WireResponse => ({ ...response, body: JSON.stringify(json) });

export const paging: readonly Mutant[] = [
  ...shifted(
    "the default limit is 20",
    "Interface 4.2: limit is 10 by default",
    (query, exchange) => (exchange.asks("limit") === undefined ? setting(query, "limit", "20") : undefined),
    "",
  ),
  ...shifted(
    "without a limit, an offset gets a page of 25",
    "Interface 4.2: limit is 10 by default",
    (query, exchange) =>
      exchange.asks("limit") === undefined && offsetOf(exchange) > 0 ? setting(query, "limit", "25") : undefined,
    "offset=7",
  ),
  ...shifted(
    "a limit of more than half of the maximum is lowered to that half",
    PAGE_RULE,
    (query, exchange, list) =>
      limitOf(exchange) > list.maximum / 2 ? setting(query, "limit", String(list.maximum / 2)) : undefined,
    "limit=49&offset=100",
    LIST_PLACES.filter(({ list }) => list.maximum === 50),
  ),
  ...shifted(
    "version 3 has at most 100 records",
    PAGE_RULE,
    (query, exchange) => (limitOf(exchange) > 100 ? setting(query, "limit", "100") : undefined),
    "limit=150",
    LIST_PLACES.filter(({ list }) => list.maximum === 200),
  ),
  ...shifted(
    "an offset is rounded down to a multiple of the limit",
    PAGE_RULE,
    (query, exchange) => {
      const rest = offsetOf(exchange) % limitOf(exchange);
      return rest > 0 ? setting(query, "offset", String(offsetOf(exchange) - rest)) : undefined;
    },
    "limit=4&offset=10",
  ),
  ...shifted(
    "a page after the first begins with the last record of the one before",
    PAGE_RULE,
    (query, exchange) =>
      offsetOf(exchange) > 0 && offsetOf(exchange) < 1000
        ? setting(query, "offset", String(offsetOf(exchange) - 1))
        : undefined,
    "limit=5&offset=5",
  ),
  ...shifted(
    "a page past the end is the last one",
    "Decision 0009: a page past the last record is empty",
    (query, exchange) =>
      offsetOf(exchange) >= 1000 ? setting(query, "offset", String(1000 - limitOf(exchange))) : undefined,
    "limit=5&offset=1000",
  ),
  ...shifted(
    "an offset of more than 500 is lowered to 500",
    PAGE_RULE,
    (query, exchange) =>
      offsetOf(exchange) > 500 && offsetOf(exchange) < 1000 ? setting(query, "offset", "500") : undefined,
    "limit=5&offset=600",
  ),
  ...mutantsOf(PAGING, {
    name: "a deep page is rejected",
    rule: "Decision 0009: a page past the last record is empty, and offset is at most 9007199254740991",
    places: LIST_PLACES.flatMap((place) => [
      { ...place, name: `${place.name}, past the end`, from: 1001 },
      { ...place, name: `${place.name}, past 10,000`, from: 10_000 },
    ]),
    fault: ({ list, from }) => onRefusedQuery(list, (exchange) => offsetOf(exchange) + limitOf(exchange) > from + 10),
    witness: ({ list }) => [get(list.path, "limit=20&offset=10000")],
  }),
  ...reordered(
    "pages after the first are sorted by the last change",
    (records, exchange, list) =>
      offsetOf(exchange) > 0
        ? records.toSorted((a, b) => (String(a[list.updatedAt]) < String(b[list.updatedAt]) ? -1 : 1))
        : undefined,
    "limit=20&offset=20",
  ),
  ...mutantsOf(PAGING, {
    name: "a page with the largest limit is not sorted",
    rule: ORDER_RULE,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onRecords(list, (records, exchange) =>
        limitOf(exchange) === list.maximum ? [...records.slice(1), ...records.slice(0, 1)] : undefined,
      ),
    witness: ({ list }) => [get(list.path, `limit=${list.maximum}`)],
  }),
  ...reordered(
    "the newest records come first if the limit is not the default one",
    (records, exchange) =>
      exchange.asks("limit") !== undefined && limitOf(exchange) !== 10 ? records.toReversed() : undefined,
    "limit=7",
  ),
  ...mutantsOf(PAGING, {
    name: "every second request has another order",
    rule: ORDER_RULE,
    places: LIST_PLACES,
    fault: ({ list }) => {
      let requests = 0;
      return onRecords(list, (records) => (requests++ % 2 === 1 ? records.toReversed() : undefined));
    },
    witness: ({ list }) => [get(list.path, "limit=3"), get(list.path, "limit=3")],
  }),
  ...mutantsOf(PAGING, {
    name: "the record that shows whether there are more is returned",
    rule: PAGE_RULE,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onRightQuery(list, (query, exchange) =>
        limitOf(exchange) < list.maximum && limitOf(exchange) !== 10
          ? setting(query, "limit", String(limitOf(exchange) + 1))
          : undefined,
      ),
    witness: ({ list }) => [get(list.path, "limit=4")],
  }),
  ...enveloped("the total is a text", (envelope, total) => ({ ...envelope, [total]: String(envelope[total]) }), ""),
  ...enveloped(
    "the total ends with the page",
    (envelope, total, exchange) => ({
      ...envelope,
      [total]: Math.min(Number(envelope[total]), offsetOf(exchange) + limitOf(exchange)),
    }),
    "limit=5&offset=20",
  ),
  ...enveloped(
    "the total does not count the records that are skipped",
    (envelope, total, exchange) => ({
      ...envelope,
      [total]: Math.max(0, Number(envelope[total]) - offsetOf(exchange)),
    }),
    "offset=20",
  ),
  ...enveloped(
    "past the end, the total is zero",
    (envelope, total, exchange) =>
      offsetOf(exchange) >= Number(envelope[total]) ? { ...envelope, [total]: 0 } : envelope,
    "offset=2000",
  ),
  ...enveloped(
    "the limit is the number of records",
    (envelope) => ("limit" in envelope ? { ...envelope, limit: (envelope["data"] as Json[]).length } : envelope),
    "limit=10&offset=995",
    STANDARD_PLACES,
  ),
  ...enveloped(
    "the offset is a text",
    (envelope, _, exchange) =>
      "offset" in envelope && exchange.asks("offset") !== undefined
        ? { ...envelope, offset: String(envelope["offset"]) }
        : envelope,
    "offset=5",
    STANDARD_PLACES,
  ),
  ...mutantsOf(PAGING, {
    name: "an empty page is written in another way",
    rule: "Decision 0009: a page past the last record is empty",
    places: LISTS.flatMap((list) => [
      {
        name: `null, ${list.id}`,
        list,
        change: (response: WireResponse, page: unknown) =>
          withPage(response, list.records ? { ...(page as object), [list.records]: null } : null),
      },
      {
        name: `no content, ${list.id}`,
        list,
        change: (response: WireResponse) => ({ ...response, status: 204, body: "" }),
      },
    ]),
    fault: ({ list, change }) => onEmptyPage(list, change),
    witness: ({ list }) => [get(list.path, "offset=2000")],
  }),
  ...mutantsOf(PAGING, {
    name: "a page with one record has it without an array",
    rule: PAGE_RULE,
    places: LIST_PLACES,
    fault: ({ list }) =>
      onList(list, () => ({
        after(answer) {
          const page = answer.json as Listed[] | Record<string, Json[]>;
          const records = answer.status !== 200 ? [] : Array.isArray(page) ? page : (page[list.records] ?? []);
          if (records.length !== 1) return undefined;
          return answer.with(Array.isArray(page) ? records[0] : { ...page, [list.records]: records[0] });
        },
      })),
    witness: ({ list }) => [get(list.path, "limit=1")],
  }),
  ...mutantsOf(PAGING, {
    name: "pages are kept by their offset",
    rule: PAGE_RULE,
    places: LIST_PLACES,
    fault: ({ list }) => {
      const kept = new Map<number, Listed[]>();
      return onRecords(list, (records, exchange) => {
        const known = kept.get(offsetOf(exchange));
        if (known && exchange.query.every(([name]) => name === "limit" || name === "offset")) return known;
        if (exchange.query.every(([name]) => name === "limit" || name === "offset"))
          kept.set(offsetOf(exchange), records);
        return undefined;
      });
    },
    witness: ({ list }) => [get(list.path, "limit=3&offset=40"), get(list.path, "limit=6&offset=40")],
  }),
];
