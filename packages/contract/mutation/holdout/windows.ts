import type { WireRequest } from "../../src/index.js";
import type { Exchange, Json } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, type Witness } from "../kit/fault.js";
import {
  get,
  type Listed,
  limitOf,
  offsetOf,
  onEnvelope,
  onRecords,
  onRefusedQuery,
  onRightQuery,
  type Query,
  setting,
} from "../kit/list-faults.js";
import { moment, stampIn } from "../kit/list-witnesses.js";
import { type ListOperation, WINDOW_PLACES } from "../kit/spec.js";
import { BOUNDS, bounded, FROM, TO, within } from "./shared.js";

const FAMILY = "windows";
const RULE = "Decision 0007: updated_from is inclusive and updated_to exclusive";

type Bound = (typeof BOUNDS)[number];

/** Reads one bound of a window wrongly; undefined ignores it. */
const onBound = ({ list, bound }: Bound, change: (text: string, exchange: Exchange) => string | undefined): Fault =>
  onRightQuery(list, (query, exchange) => {
    const text = exchange.asks(bound);
    return text === undefined ? undefined : setting(query, bound, change(text, exchange));
  });

/** Reads both bounds in the same wrong way, one mutant for each. */
const misread = (
  name: string,
  change: (text: string, exchange: Exchange) => string | undefined,
  witness: (place: Bound) => Witness["steps"],
  places: readonly Bound[] = BOUNDS,
): Mutant[] => mutantsOf(FAMILY, { name, rule: RULE, places, fault: (place) => onBound(place, change), witness });

/** Requests with a bound next to the time of a record, which is among the first ones of the page. */
const atRecord = ({ list, isFrom }: Bound, write: (stamp: string) => string): Witness["steps"] => [
  get(list.path, "limit=1&offset=605"),
  (responses) => {
    const stamp = stampIn(list, responses[0]);
    const bound = write(stamp);
    return within(list, { limit: 50, ...(isFrom ? { from: bound } : { from: moment(stamp, -200_000), to: bound }) });
  },
];

const isoOf = (text: string, seconds = 0): string => new Date(Date.parse(text) + seconds * 1000).toISOString();

const local = (text: string): string => text.slice(0, 19);

const ENDS = WINDOW_PLACES.map(({ name, list, window }) => ({ name, list, window }));
type Place = (typeof ENDS)[number];

const inWindow = ({ list }: Place, others: { limit?: number; offset?: number } = { limit: 5 }): WireRequest =>
  within(list, { from: FROM, to: TO, ...others });

/** Changes a window that has both ends. */
const onBoth = (
  { list, window }: Place,
  change: (query: Query, from: string, to: string, exchange: Exchange) => Query | undefined,
): Fault =>
  onRightQuery(list, (query, exchange) => {
    const [from, to] = [exchange.asks(window.from), exchange.asks(window.to)];
    return from === undefined || to === undefined ? undefined : change(query, from, to, exchange);
  });

const windowFault = (
  name: string,
  fault: (place: Place) => Fault,
  witness: (place: Place) => Witness["steps"],
  rule = RULE,
): Mutant[] => mutantsOf(FAMILY, { name, rule, places: ENDS, fault, witness });

/** Whether a request has a bound. */
const hasWindow = ({ window }: Place, exchange: Exchange): boolean =>
  exchange.asks(window.from) !== undefined || exchange.asks(window.to) !== undefined;

/** Applies the limit and the offset before the window. */
function pageFirst(place: Place): Fault {
  const { list, window } = place;
  const isIn = (record: Listed, exchange: Exchange) => {
    const time = Date.parse(String(record[list.updatedAt]));
    const [from, to] = [exchange.asks(window.from), exchange.asks(window.to)];
    return (from === undefined || time >= Date.parse(from)) && (to === undefined || time < Date.parse(to));
  };
  const unbounded = onRightQuery(list, (query, exchange) =>
    hasWindow(place, exchange) ? setting(setting(query, window.from, undefined), window.to, undefined) : undefined,
  );
  return (exchange) => {
    const turn = unbounded(exchange);
    if (!turn || !("request" in turn)) return undefined;
    return {
      request: turn.request,
      after: (answer) => {
        const response = turn.after?.(answer);
        const body = JSON.parse((response ?? answer.response).body) as Listed[] | Record<string, Listed[]>;
        const kept = (records: Listed[]) => records.filter((record) => isIn(record, exchange));
        return answer.with(
          Array.isArray(body) ? kept(body) : { ...body, [list.records]: kept(body[list.records] ?? []) },
        );
      },
    };
  };
}

const byText = (name: string) => (a: Listed, b: Listed) => (String(a[name]) < String(b[name]) ? -1 : 1);

export const windows: readonly Mutant[] = [
  ...misread(
    "a bound is cut to milliseconds",
    (text) => text.replace(/(\.\d{3})\d+/, "$1"),
    (place) => atRecord(place, (stamp) => stamp.replace(/\.\d+/, (fraction) => `${fraction}9`)),
  ),
  ...misread(
    "a negative offset is ignored",
    (text) => (/-(?!00:00)\d\d:\d\d$/.test(text) ? `${text.slice(0, -6)}Z` : text),
    (place) => atRecord(place, (stamp) => moment(stamp, place.isFrom ? 0 : 1, -420)),
  ),
  ...misread(
    "the minutes of an offset are ignored",
    (text) => text.replace(/([+-]\d\d):\d\d$/, "$1:00"),
    (place) => atRecord(place, (stamp) => (place.isFrom ? moment(stamp, -60, 345) : moment(stamp, 60, -345))),
  ),
  ...misread(
    "a fraction with one digit is a number of milliseconds",
    (text) => text.replace(/\.(\d)(?=Z|[+-])/, ".00$1"),
    (place) => atRecord(place, (stamp) => stamp.replace(/\.\d+/, ".9")),
  ),
  ...misread(
    "a bound with more than six digits of a fraction is ignored",
    (text) => (/\.\d{7,}/.test(text) ? undefined : text),
    (place) => [
      bounded(place, place.isFrom ? "2026-06-01T00:00:00.1234567Z" : "2025-12-30T00:00:00.1234567Z", { limit: 50 }),
    ],
  ),
  ...misread(
    "a bound is ignored on later pages",
    (text, exchange) => (offsetOf(exchange) > 0 ? undefined : text),
    (place) => [
      bounded(place, place.isFrom ? "2026-06-01T00:00:00Z" : "2026-01-01T00:00:00Z", { limit: 50, offset: 10 }),
    ],
  ),
  ...misread(
    "a bound is ignored with the largest limit",
    (text, exchange) => (limitOf(exchange) === exchange.list?.maximum ? undefined : text),
    (place) => [
      bounded(place, place.isFrom ? "2026-06-01T00:00:00Z" : "2026-01-01T00:00:00Z", { limit: place.list.maximum }),
    ],
  ),
  ...misread(
    "the zone of a bound is ignored",
    (text) => `${local(text)}${/\.\d+/.exec(text)?.[0] ?? ""}Z`,
    (place) => atRecord(place, (stamp) => moment(stamp, -60, 420)),
  ),
  ...misread(
    "a bound counts to the whole second",
    (text) => text.replace(/\.\d+/, ""),
    (place) =>
      atRecord(place, (stamp) =>
        place.isFrom ? stamp.replace(/\.(\d+)/, ".9999999") : stamp.replace(/\.\d+/, ".9999999"),
      ),
  ),
  ...misread(
    "a bound is a day",
    (text) => `${isoOf(text).slice(0, 10)}T00:00:00Z`,
    (place) => atRecord(place, (stamp) => (place.isFrom ? moment(stamp, 1) : moment(stamp, 1))),
  ),
  ...misread(
    "a fraction is read in local time, half an hour away",
    (text) => (/\.\d+[+-]/.test(text) ? isoOf(text, 1800) : text),
    (place) => atRecord(place, (stamp) => moment(stamp, -60, 420)),
    BOUNDS.slice(0, 2),
  ),
  ...mutantsOf(FAMILY, {
    name: "a bound that the clock of the database does not reach is rejected",
    rule: "Schema DateTime: RFC 3339, with any year",
    places: BOUNDS.flatMap((bound) =>
      [
        {
          year: "after 2038",
          isOut: (text: string) => Date.parse(text) > 2 ** 31 * 1000,
          time: "2040-01-01T00:00:00Z",
        },
        { year: "before 1970", isOut: (text: string) => Date.parse(text) < 0, time: "1969-12-31T23:59:59Z" },
        {
          year: "after 2262",
          isOut: (text: string) => Date.parse(text) > 9_223_372_036_854,
          time: "9999-12-31T23:59:59Z",
        },
      ].map((place) => ({ ...bound, ...place, name: `${bound.name}, ${place.year}` })),
    ),
    fault: ({ list, bound, isOut }) => onRefusedQuery(list, (exchange) => isOut(exchange.asks(bound) ?? "")),
    witness: (place) => [bounded(place, place.time)],
  }),
  ...windowFault(
    "an end in the far future wraps around, so that nothing is in the window",
    (place) =>
      onRightQuery(place.list, (query, exchange) =>
        Date.parse(exchange.asks(place.window.to) ?? "") > 9_223_372_036_854
          ? setting(query, place.window.to, "1800-01-01T00:00:00Z")
          : undefined,
      ),
    ({ list }) => [within(list, { from: FROM, to: "9999-12-31T23:59:59Z" })],
  ),
  ...windowFault(
    "the end is inclusive if there is a beginning",
    (place) => onBoth(place, (query, _, to) => setting(query, place.window.to, later(to))),
    ({ list }) => [
      get(list.path, "limit=1&offset=600"),
      (responses) =>
        within(list, { from: "2026-01-01T00:00:00Z", to: stampIn(list, responses[0]), limit: list.maximum }),
      (responses) => within(list, { from: FROM, to: stampIn(list, responses[0]), limit: 1 }),
      (responses) => within(list, { from: moment(stampIn(list, responses[0]), -1), to: stampIn(list, responses[0]) }),
    ],
  ),
  ...windowFault(
    "the beginning is exclusive if it has an offset other than zero",
    (place) =>
      onRightQuery(place.list, (query, exchange) => {
        const from = exchange.asks(place.window.from) ?? "";
        return /[+-](?!00:00)\d\d:\d\d$/.test(from) ? setting(query, place.window.from, later(from)) : undefined;
      }),
    ({ list }) => [
      get(list.path, "limit=1&offset=600"),
      (responses) => {
        const stamp = stampIn(list, responses[0]);
        return within(list, { from: moment(stamp, 0, 330), to: moment(stamp, 1) });
      },
    ],
  ),
  ...windowFault(
    "a window that ends before it begins is turned around",
    (place) =>
      onBoth(place, (query, from, to) =>
        Date.parse(from) > Date.parse(to)
          ? setting(setting(query, place.window.from, to), place.window.to, from)
          : undefined,
      ),
    ({ list }) => [within(list, { from: TO, to: FROM })],
  ),
  ...windowFault(
    "a window without length contains its moment",
    (place) =>
      onBoth(place, (query, from, to) => (from === to ? setting(query, place.window.to, later(to)) : undefined)),
    ({ list }) => [
      get(list.path, "limit=1&offset=600"),
      (responses) => {
        const stamp = stampIn(list, responses[0]);
        return within(list, { from: stamp, to: stamp });
      },
    ],
  ),
  ...windowFault(
    "a beginning in the future is ignored",
    (place) =>
      onRightQuery(place.list, (query, exchange) =>
        Date.parse(exchange.asks(place.window.from) ?? "") > Date.now()
          ? setting(query, place.window.from, undefined)
          : undefined,
      ),
    ({ list }) => [within(list, { from: "2199-01-01T00:00:00Z" })],
  ),
  ...windowFault(
    "a window of more than 31 days ends after 31 days",
    (place) =>
      onBoth(place, (query, from, to) =>
        Date.parse(to) - Date.parse(from) > 31 * 86_400_000
          ? setting(query, place.window.to, isoOf(from, 31 * 86_400))
          : undefined,
      ),
    ({ list }) => [
      within(list, { from: FROM, to: TO, limit: list.maximum, offset: 20 }),
      within(list, { from: FROM, to: TO, offset: 100 }),
    ],
  ),
  ...windowFault(
    "with an offset of zero, the end of a window is ignored",
    (place) =>
      onBoth(place, (query, _from, _to, exchange) =>
        offsetOf(exchange) === 0 && exchange.asks("offset") !== undefined
          ? setting(query, place.window.to, undefined)
          : undefined,
      ),
    ({ list }) => [
      within(list, { from: "2026-01-01T00:00:00Z", to: "2026-01-20T00:00:00Z", limit: list.maximum, offset: 0 }),
    ],
  ),
  ...windowFault(
    "the limit is applied before the window",
    pageFirst,
    (place) => [inWindow(place, { limit: 20, offset: 200 })],
    "List operations: limit is the number of matching records in the response",
  ),
  ...windowFault(
    "the records of a window are sorted by their last change",
    (place) =>
      onRecords(place.list, (records, exchange) =>
        hasWindow(place, exchange) ? [...records].sort(byText(place.list.updatedAt)) : undefined,
      ),
    (place) => [inWindow(place, { limit: 50 })],
    "Decision 0009: the order of a list is by creation, then by uid",
  ),
  ...windowFault(
    "the records of a window come newest first",
    (place) =>
      onRecords(place.list, (records, exchange) =>
        exchange.asks(place.window.from) !== undefined && exchange.asks(place.window.to) === undefined
          ? records.toReversed()
          : undefined,
      ),
    ({ list }) => [within(list, { from: FROM })],
    "Decision 0009: the order of a list is by creation, then by uid",
  ),
  ...windowFault(
    "records that were never changed are not in a window",
    (place) =>
      onRecords(place.list, (records, exchange) =>
        hasWindow(place, exchange)
          ? records.filter((record) => record[place.list.updatedAt] !== record[place.list.createdAt])
          : undefined,
      ),
    (place) => [inWindow(place, { limit: 50, offset: 200 })],
    "List operations: records that were created or updated in a time window",
  ),
  ...windowFault(
    "a default limit is another one in a window",
    (place) =>
      onRightQuery(place.list, (query, exchange) =>
        hasWindow(place, exchange) && exchange.asks("limit") === undefined
          ? setting(query, "limit", String(place.list.maximum))
          : undefined,
      ),
    (place) => [inWindow(place, {})],
    "Interface 4.2: limit is 10 by default",
  ),
  ...windowFault(
    "the bounds are read in the order in which they are written",
    (place) =>
      onBoth(place, (query, from, to) => {
        const names = query.map(([name]) => name);
        return names.indexOf(place.window.to) < names.indexOf(place.window.from)
          ? setting(setting(query, place.window.from, to), place.window.to, from)
          : undefined;
      }),
    ({ list, window }) => [get(list.path, `${window.to}=${TO}&${window.from}=${FROM}`)],
  ),
  ...windowFault(
    "pages of a window are kept by their beginning, limit and offset",
    (place) => {
      const kept = new Map<string, Listed[]>();
      return onRecords(place.list, (records, exchange) => {
        const from = exchange.asks(place.window.from);
        if (from === undefined) return undefined;
        const name = `${from} ${limitOf(exchange)} ${offsetOf(exchange)}`;
        const known = kept.get(name);
        if (known) return known;
        kept.set(name, records);
        return undefined;
      });
    },
    ({ list }) => [
      within(list, { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" }),
      within(list, { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }),
    ],
  ),
  ...mutantsOf(FAMILY, {
    name: "the count is that of the whole list if a window has",
    rule: "Schema ReportsPage.count: the number of matching records on all pages",
    places: WINDOW_PLACES.filter(({ list }) => list.total).flatMap(({ list, window }) => [
      { name: "an end", list, ignored: window.to },
      { name: "a beginning", list, ignored: window.from },
    ]),
    fault: ({ list, ignored }) => countedWithout(list, ignored),
    witness: ({ list }) => [within(list, { from: FROM, to: TO })],
  }),
];

/** A moment just after another one. */
function later(text: string): string {
  const [, whole = "", fraction = "", zone = ""] = /^(.{19})(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return `${whole}.${`${fraction}000000`.slice(0, Math.max(6, fraction.length))}1${zone}`;
}

/** Counts all records of a list, although a bound excludes some of them. */
function countedWithout(list: ListOperation, ignored: string): Fault {
  return onEnvelope(list, (envelope, exchange) => {
    const name = list.total ?? "";
    const count: Json = exchange.asks(ignored) === undefined ? (envelope[name] ?? 0) : 1000;
    return { ...envelope, [name]: count };
  });
}
