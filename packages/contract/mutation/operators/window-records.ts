import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { get, offsetOf, onRightQuery, type Query, setting } from "../kit/list-faults.js";
import { moment, queryOf, stampIn } from "../kit/list-witnesses.js";
import { type ListOperation, WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "records in a window";
const RULE = "Decision 0007: updated_from is inclusive and updated_to exclusive, both RFC 3339";

const BOUNDS = WINDOW_PLACES.flatMap(({ name, list, window }) => [
  { name: `${window.from} of ${name}`, list, bound: window.from },
  { name: `${window.to} of ${name}`, list, bound: window.to },
]);

/** Reads one bound of a window in another way. */
const onBound = (list: ListOperation, bound: string, read: (text: string) => string | undefined): Fault =>
  onRightQuery(list, (query) => {
    const text = valueIn(query, bound);
    return text === undefined ? undefined : setting(query, bound, read(text));
  });

const valueIn = (query: Query, name: string): string | undefined => query.find(([other]) => other === name)?.[1];

/** A window around the update of the first record, with a bound that depends on it. */
const near = (list: ListOperation, bound: string, at: (stamp: string) => string) => [
  get(list.path, "limit=1"),
  (responses: Parameters<typeof stampIn>[1][]) =>
    get(
      list.path,
      queryOf({
        limit: 50,
        ...narrowed(list, bound, stampIn(list, responses[0])),
        [bound]: at(stampIn(list, responses[0])),
      }),
    ),
];

/** The other bound, a day away, so that all records of the window are on one page. */
function narrowed(list: ListOperation, bound: string, stamp: string): Record<string, string> {
  const { from = "", to = "" } = list.window ?? {};
  return bound === from ? { [to]: moment(stamp, 86_400) } : { [from]: moment(stamp, -86_400) };
}

const minutesOf = (offset: string): [sign: string, hours: number, minutes: number] => {
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  return [sign, Number(hours), Number(minutes)];
};

const zoned = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${String(Math.floor(size / 60)).padStart(2, "0")}:${String(size % 60).padStart(2, "0")}`;
};

/** How a server misreads an offset. */
const OFFSETS = [
  {
    name: "the minutes of a negative offset are added",
    read: ([sign, hours, minutes]: [string, number, number]) =>
      sign === "-" ? -hours * 60 + minutes : hours * 60 + minutes,
    offset: -210,
    seconds: 1800,
  },
  {
    name: "the minutes of an offset are ignored",
    read: ([sign, hours]: [string, number, number]) => (sign === "-" ? -hours : hours) * 60,
    offset: 345,
    // Misread, the bound is 45 minutes later.
    seconds: -1800,
  },
  {
    name: "offsets beyond 12 hours are ignored",
    read: ([sign, hours, minutes]: [string, number, number]) =>
      hours > 12 ? 0 : (sign === "-" ? -1 : 1) * (hours * 60 + minutes),
    offset: 840,
    seconds: -3600,
  },
];

const offsetPlaces = OFFSETS.flatMap((offset) =>
  BOUNDS.map((bound) => ({ ...offset, ...bound, name: `${offset.name}, ${bound.name}` })),
);

export const windowRecords: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "an offset is misread",
    rule: RULE,
    places: offsetPlaces,
    fault: ({ list, bound, read }) =>
      onBound(list, bound, (text) => text.replace(/[+-]\d\d:\d\d$/, (offset) => zoned(read(minutesOf(offset))))),
    witness: ({ list, bound, offset, seconds }) => near(list, bound, (stamp) => moment(stamp, seconds, offset)),
  }),
  ...mutantsOf(FAMILY, {
    name: "the digits of a fraction are counted from the end",
    rule: RULE,
    places: BOUNDS,
    fault: ({ list, bound }) =>
      onBound(list, bound, (text) =>
        text.replace(/\.(\d{1,5})(?=Z|[+-])/, (_, digits) => `.${digits.padStart(6, "0")}`),
      ),
    witness: ({ list, bound }) => near(list, bound, (stamp) => `${stamp.slice(0, 19)}.9Z`),
  }),
  ...mutantsOf(FAMILY, {
    name: "digits after the sixth are dropped",
    rule: RULE,
    places: BOUNDS,
    fault: ({ list, bound }) => onBound(list, bound, (text) => text.replace(/(\.\d{6})\d+/, "$1")),
    witness: ({ list, bound }) => near(list, bound, (stamp) => `${stamp.slice(0, 26)}1Z`),
  }),
  ...mutantsOf(FAMILY, {
    name: "years after 2262 wrap around",
    rule: RULE,
    places: BOUNDS,
    fault: ({ list, bound }) =>
      onBound(list, bound, (text) => (Number(text.slice(0, 4)) > 2262 ? "1715-06-13T00:25:26Z" : text)),
    witness: ({ list, bound }) => [get(list.path, queryOf({ limit: 2, [bound]: "9999-12-31T23:59:59Z" }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "years before 1678 wrap around",
    rule: RULE,
    places: BOUNDS,
    fault: ({ list, bound }) =>
      onBound(list, bound, (text) => (Number(text.slice(0, 4)) < 1678 ? "2262-04-11T23:47:16Z" : text)),
    witness: ({ list, bound }) => [get(list.path, queryOf({ limit: 2, [bound]: "0001-01-01T00:00:00Z" }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "the start of Unix time counts as no bound",
    rule: RULE,
    places: BOUNDS.filter(({ list, bound }) => bound === list.window?.to),
    fault: ({ list, bound }) => onBound(list, bound, (text) => (Date.parse(text) === 0 ? undefined : text)),
    witness: ({ list, bound }) => [get(list.path, queryOf({ limit: 2, [bound]: "1970-01-01T00:00:00Z" }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "after the first page, a bound is forgotten",
    rule: `${RULE}; interface 4.2: records are read page by page`,
    places: BOUNDS,
    fault: ({ list, bound }) =>
      onRightQuery(list, (query, exchange) => (offsetOf(exchange) > 0 ? setting(query, bound, undefined) : undefined)),
    witness: ({ list, bound }) => [
      get(
        list.path,
        queryOf({
          limit: 50,
          offset: 2,
          [bound]: bound === list.window?.to ? "2025-12-15T00:00:00Z" : "2026-05-01T00:00:00Z",
        }),
      ),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "with both bounds, the end is a whole day",
    rule: RULE,
    places: WINDOW_PLACES,
    fault: ({ list, window }) =>
      onRightQuery(list, (query) => {
        const [from, to] = [valueIn(query, window.from), valueIn(query, window.to)];
        if (!from || !to || !/T00:00:00(\.0+)?Z$/.test(to)) return undefined;
        return setting(query, window.to, to.replace(/T.*/, "T23:59:59.999999Z"));
      }),
    witness: ({ list, window }) => [
      get(list.path, queryOf({ limit: 1, [window.from]: "2026-05-01T00:00:00Z", [window.to]: "2026-05-02T00:00:00Z" })),
      get(
        list.path,
        queryOf({ limit: 50, [window.from]: "2026-05-01T00:00:00Z", [window.to]: "2026-05-02T00:00:00Z" }),
      ),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "bounds in the wrong order are swapped",
    rule: `${RULE}: no record is updated at or after the later one and before the earlier one`,
    places: WINDOW_PLACES,
    fault: ({ list, window }) =>
      onRightQuery(list, (query) => {
        const [from, to] = [valueIn(query, window.from), valueIn(query, window.to)];
        if (!from || !to || Date.parse(from) <= Date.parse(to)) return undefined;
        return setting(setting(query, window.from, to), window.to, from);
      }),
    witness: ({ list, window }) => [
      get(list.path, queryOf({ limit: 2, [window.from]: "2026-06-01T00:00:00Z", [window.to]: "2026-05-01T00:00:00Z" })),
    ],
  }),
];
