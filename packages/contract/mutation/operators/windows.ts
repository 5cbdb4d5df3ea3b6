import type { WireResponse } from "../../src/index.js";
import { Answer } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf, type Step } from "../kit/fault.js";
import {
  get,
  isRepeated,
  onEnvelope,
  onQuery,
  onRecords,
  onRefusedQuery,
  onRightQuery,
  type Query,
  recordsOf,
  setting,
} from "../kit/list-faults.js";
import { LISTS, type ListOperation, WINDOW_PLACES } from "../kit/spec.js";
import { DATETIMES, TOLERATED_DATETIMES } from "./moments.js";

const FAMILY = "windows";
const WINDOW = "0007: updated_from is inclusive, updated_to exclusive";

type Side = "from" | "to";
const SIDES = WINDOW_PLACES.flatMap((place) =>
  (["from", "to"] as const).map((side) => ({
    ...place,
    side,
    parameter: place.window[side],
    name: `${place.window[side]} of ${place.name}`,
  })),
);

/** The middle of the data that the right server lists, and its ends. */
const MIDDLE = "2026-06-01T00:00:00Z";

/** A moment as the text of another one. */
function moved(text: string, by: number): string {
  return new Date(Date.parse(text) + by).toISOString();
}
/** A moment of the right server in another zone, with all digits of its fraction. */
const inZone = (zone: string) => (moment: string) => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(zone) ?? ["", "+", "0", "0"];
  const by = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  return moved(`${moment.slice(0, 19)}Z`, by).slice(0, 19) + moment.slice(19).replace(/[+-]\d\d:\d\d$/, zone);
};
const zoneOf = (text: string) => /(Z|[+-]\d\d:\d\d)$/.exec(text)?.[1] ?? "Z";
const readable = (text: string) => !Number.isNaN(Date.parse(text));

/** How a server reads a moment wrongly. */
const READINGS: { name: string; read(text: string): string; shown: string | ((moment: string) => string) }[] = [
  { name: "the zone is ignored", read: (s) => s.replace(/[+-]\d\d:\d\d$/, "Z"), shown: inZone("+14:00") },
  {
    name: "the minutes of the zone are ignored",
    read: (s) => s.replace(/([+-]\d\d):\d\d$/, "$1:00"),
    shown: inZone("+00:59"),
  },
  { name: "the sign of the zone is ignored", read: (s) => s.replace(/-(\d\d:\d\d)$/, "+$1"), shown: inZone("-12:00") },
  {
    name: "the zone has the opposite sign",
    read: (s) => s.replace(/([+-])(\d\d:\d\d)$/, (_, sign, rest) => (sign === "+" ? "-" : "+") + rest),
    shown: inZone("+12:00"),
  },
  { name: "Z is taken for the local zone", read: (s) => s.replace(/Z$/, "+07:00"), shown: inZone("Z") },
  { name: "the fraction is dropped", read: (s) => s.replace(/\.\d+/, ""), shown: inZone("Z") },
  { name: "the fraction is read to milliseconds", read: (s) => s.replace(/(\.\d{3})\d+/, "$1"), shown: inZone("Z") },
  { name: "the seconds are dropped", read: (s) => s.replace(/:\d\d(\.\d+)?(?=[Z+-]|$)/, ":00"), shown: inZone("Z") },
  { name: "the minutes are dropped", read: (s) => s.replace(/T(\d\d):\d\d/, "T$1:00"), shown: inZone("Z") },
  { name: "the time of day is dropped", read: (s) => s.replace(/T.*$/, "T00:00:00Z"), shown: inZone("Z") },
  {
    name: "day and month are swapped",
    read: (s) => s.replace(/-(0\d|1[0-2])-(0\d|1[0-2])T/, "-$2-$1T"),
    shown: MIDDLE,
  },
  {
    name: "hours are on a clock of twelve",
    read: (s) => s.replace(/T(\d\d)/, (_, h) => `T${String(Number(h) % 12).padStart(2, "0")}`),
    shown: inZone("Z"),
  },
  { name: "a second is added", read: (s) => (readable(s) ? moved(s, 1000) : s), shown: inZone("Z") },
];

const query = (window: Record<string, string>, extra = "") =>
  [...Object.entries(window).map(([name, value]) => `${name}=${encodeURIComponent(value)}`), extra]
    .filter(Boolean)
    .join("&");

/** Windows with an edge at the moments of records, or right after them. */
function atRecords({ list, side }: { list: ListOperation; side: Side }, edge: (moment: string) => string): Step[] {
  const from = "2026-11-01T00:00:00Z";
  const page = get(list.path, query({ updated_from: from }, `limit=${list.maximum}`));
  const windows = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => (responses: WireResponse[]) => {
    const record = recordsOf(list, new Answer(responses[0] as WireResponse))[i >> 1];
    const moment = String(record?.[list.updatedAt]);
    const at = edge(i % 2 ? nudged(moment) : moment);
    return get(
      list.path,
      query(side === "from" ? { updated_from: at } : { updated_from: from, updated_to: at }, `limit=${list.maximum}`),
    );
  });
  return [page, ...windows];
}

const readings = mutantsOf(FAMILY, {
  name: "a moment is read wrongly",
  rule: WINDOW,
  places: SIDES.flatMap((side) =>
    READINGS.map((reading) => ({ ...reading, ...side, name: `${reading.name}, ${side.name}` })),
  ),
  fault: ({ list, parameter, read }) => rereading(list, parameter, read),
  witness: ({ shown, ...side }) =>
    typeof shown === "string"
      ? [get(side.list.path, query({ [side.parameter]: shown }, `limit=${side.list.maximum}`))]
      : atRecords(side, shown),
});

const rereading = (list: ListOperation, parameter: string, read: (text: string) => string): Fault =>
  onRightQuery(list, (pairs, exchange) => {
    const text = exchange.asks(parameter);
    return text === undefined ? undefined : setting(pairs, parameter, read(text));
  });

/** Edges at the very moment of a record: the witness asks for records and then for windows at their moments. */
const exact = mutantsOf(FAMILY, {
  name: "the edge is on the other side",
  rule: WINDOW,
  places: SIDES,
  fault: ({ list, parameter }) =>
    onRightQuery(list, (pairs, exchange) => {
      const text = exchange.asks(parameter);
      return text && readable(text) ? setting(pairs, parameter, nudged(text)) : undefined;
    }),
  witness: (side) => atRecords(side, (moment) => moment),
});

/** One microsecond later, in the digits of the fraction. */
function nudged(text: string): string {
  const [, seconds = "", fraction = ""] = /^(.{19})(?:\.(\d+))?/.exec(text) ?? [];
  return `${seconds}.${fraction.padEnd(6, "0").slice(0, 6)}${fraction.slice(6)}1${zoneOf(text)}`;
}

const combinations: {
  name: string;
  change(pairs: Query, names: Record<Side, string>): Query | undefined;
  shown: string;
  alone?: string;
}[] = [
  {
    name: "updated_to is ignored beside updated_from",
    change: (q, n) => (has(q, n.from) ? setting(q, n.to, undefined) : undefined),
    shown: `updated_from=${MIDDLE}&updated_to=2026-06-01T12:00:00Z`,
  },
  {
    name: "updated_from is ignored beside updated_to",
    change: (q, n) => (has(q, n.to) ? setting(q, n.from, undefined) : undefined),
    shown: `updated_from=${MIDDLE}&updated_to=2026-07-01T00:00:00Z`,
  },
  {
    name: "updated_from alone is ignored",
    change: (q, n) => (has(q, n.to) ? undefined : setting(q, n.from, undefined)),
    shown: `updated_from=${MIDDLE}`,
  },
  {
    name: "updated_to alone is ignored",
    change: (q, n) => (has(q, n.from) ? undefined : setting(q, n.to, undefined)),
    shown: `updated_to=${MIDDLE}&offset=600`,
  },
  {
    name: "the window is ignored beside an offset",
    change: (q, n) => (has(q, "offset") ? setting(setting(q, n.from, undefined), n.to, undefined) : undefined),
    shown: `updated_from=${MIDDLE}&offset=10`,
  },
  {
    name: "the window is ignored beside a limit",
    change: (q, n) => (has(q, "limit") ? setting(setting(q, n.from, undefined), n.to, undefined) : undefined),
    shown: `updated_from=${MIDDLE}&limit=20`,
  },
  {
    name: "the window is ignored from the second page on",
    change: (q, n) => (Number(value(q, "offset")) >= 10 ? setting(q, n.from, undefined) : undefined),
    shown: `updated_from=${MIDDLE}&offset=20`,
  },
  {
    name: "the limit is ignored beside a window",
    change: (q, n) => (has(q, n.from) || has(q, n.to) ? setting(q, "limit", undefined) : undefined),
    shown: `updated_from=${MIDDLE}&limit=20`,
  },
  {
    name: "the limit is ignored beside both ends of a window",
    change: (q, n) => (has(q, n.from) && has(q, n.to) ? setting(q, "limit", undefined) : undefined),
    shown: `updated_from=${MIDDLE}&updated_to=2026-07-01T00:00:00Z&limit=3`,
  },
  {
    name: "the offset is ignored beside a window",
    change: (q, n) => (has(q, n.from) || has(q, n.to) ? setting(q, "offset", undefined) : undefined),
    shown: `updated_from=${MIDDLE}&offset=20`,
  },
  {
    name: "the offset is ignored beside both ends of a window",
    change: (q, n) => (has(q, n.from) && has(q, n.to) ? setting(q, "offset", undefined) : undefined),
    shown: `updated_from=${MIDDLE}&updated_to=2026-09-01T00:00:00Z&offset=3`,
  },
  {
    name: "the default limit is another beside a window",
    change: (q, n) => ((has(q, n.from) || has(q, n.to)) && !has(q, "limit") ? setting(q, "limit", "20") : undefined),
    shown: `updated_from=${MIDDLE}`,
  },
  {
    name: "the default limit is another beside updated_to",
    change: (q, n) => (has(q, n.to) && !has(q, "limit") ? setting(q, "limit", "11") : undefined),
    shown: `updated_to=${MIDDLE}`,
  },
  {
    name: "an inverted window is turned round",
    change: (q, n) => inverted(q, n),
    shown: `updated_from=2026-09-01T00:00:00Z&updated_to=${MIDDLE}`,
  },
  {
    name: "an inverted window is no window",
    change: (q, n) => inverted(q, n) && setting(setting(q, n.from, undefined), n.to, undefined),
    shown: `updated_from=2026-09-01T00:00:00Z&updated_to=${MIDDLE}`,
  },
  {
    name: "an empty window is no window",
    change: (q, n) =>
      has(q, n.from) && value(q, n.from) === value(q, n.to)
        ? setting(setting(q, n.from, undefined), n.to, undefined)
        : undefined,
    shown: `updated_from=${MIDDLE}&updated_to=${MIDDLE}`,
  },
  {
    name: "updated_to in the future is refused its records",
    change: (q, n) =>
      Date.parse(value(q, n.to)) > Date.UTC(2026, 11, 1) ? setting(q, n.to, "2026-01-01T00:00:00Z") : undefined,
    shown: "updated_to=2030-01-01T00:00:00Z&offset=990",
  },
  {
    name: "updated_from in the far past is ignored with updated_to",
    change: (q, n) => (Date.parse(value(q, n.from)) < Date.UTC(1971, 0, 1) ? setting(q, n.to, undefined) : undefined),
    shown: `updated_from=1970-01-01T00:00:00Z&updated_to=${MIDDLE}&offset=600`,
  },
  {
    name: "from and to are exchanged",
    change: (q, n) => q.map(([name, v]) => [name === n.from ? n.to : name === n.to ? n.from : name, v]),
    shown: `updated_from=${MIDDLE}`,
  },
];
const has = (query: Query, name: string) => query.some(([other]) => other === name);
const value = (query: Query, name: string) => query.find(([other]) => other === name)?.[1] ?? "";
function inverted(query: Query, { from, to }: Record<Side, string>): Query | undefined {
  const [a, b] = [value(query, from), value(query, to)];
  return Date.parse(a) > Date.parse(b) ? setting(setting(query, from, b), to, a) : undefined;
}

const combined = mutantsOf(FAMILY, {
  name: "parameters are combined wrongly",
  rule: WINDOW,
  places: WINDOW_PLACES.flatMap((place) =>
    combinations.map((each) => ({ ...place, ...each, name: `${each.name}, ${place.name}` })),
  ),
  fault: ({ list, window, change }) => onRightQuery(list, (pairs) => change(pairs, window)),
  witness: ({ list, shown }) => [get(list.path, shown)],
});

const tolerated = mutantsOf(FAMILY, {
  name: "a wrong moment is taken",
  rule: "0007: updated_from and updated_to take RFC 3339 with an upper-case T, Z or a numeric offset; 0008: a bad date is a 400",
  places: SIDES.flatMap((side) =>
    TOLERATED_DATETIMES.map((each) => ({ ...each, ...side, name: `${each.name}, ${side.name}` })),
  ),
  fault: ({ list, parameter, repair }) =>
    onQuery(list, (pairs, exchange) => {
      const text = exchange.asks(parameter);
      const repaired = text === undefined ? undefined : repair(text);
      return repaired === undefined || isRepeated(pairs) ? undefined : setting(pairs, parameter, repaired);
    }),
  witness: ({ list, parameter, shown }) => [get(list.path, query({ [parameter]: shown }))],
});

const refusedMoments = mutantsOf(FAMILY, {
  name: "a right moment is refused",
  rule: "0007: updated_from and updated_to take RFC 3339 with Z or a numeric offset, fraction optional",
  places: SIDES.flatMap((side) => DATETIMES.map((each) => ({ ...each, ...side, name: `${each.name}, ${side.name}` }))),
  fault: ({ list, parameter, odd }) => onRefusedQuery(list, (exchange) => odd(exchange.asks(parameter) ?? "")),
  witness: ({ list, parameter, shown }) => [get(list.path, query({ [parameter]: shown }))],
});

const refusedWindows = mutantsOf(FAMILY, {
  name: "a right window is refused",
  rule: "0007: a window is any two moments; the interface document gives it no bounds",
  places: WINDOW_PLACES.flatMap((place) =>
    [
      {
        what: "an inverted window",
        wrong: (a: number, b: number) => a > b,
        shown: `updated_from=2026-09-01T00:00:00Z&updated_to=${MIDDLE}`,
      },
      {
        what: "an empty window",
        wrong: (a: number, b: number) => a === b,
        shown: `updated_from=${MIDDLE}&updated_to=${MIDDLE}`,
      },
      {
        what: "a window in the future",
        wrong: (a: number) => a > Date.UTC(2027, 1, 1),
        shown: "updated_from=2030-01-01T00:00:00Z",
      },
      {
        what: "a window of more than a year",
        wrong: (a: number, b: number) => b - a > 366 * 86_400_000,
        shown: "updated_from=2020-01-01T00:00:00Z&updated_to=2026-01-01T00:00:00Z",
      },
      {
        what: "only one end",
        wrong: (a: number, b: number) => Number.isNaN(a) !== Number.isNaN(b),
        shown: `updated_from=${MIDDLE}`,
      },
    ].map((each) => ({ ...place, ...each, name: `${each.what}, ${place.name}` })),
  ),
  fault: ({ list, window, wrong }) =>
    onRefusedQuery(list, (exchange) => wrong(at(exchange.asks(window.from)), at(exchange.asks(window.to)))),
  witness: ({ list, shown }) => [get(list.path, shown)],
});
const at = (text: string | undefined) => Date.parse(text ?? "");

const reports = LISTS.filter(({ window, total }) => window && total);
const counts = mutantsOf(FAMILY, {
  name: "the total ignores the window",
  rule: "document 4.2: total is the number of matching records",
  places: reports.map((list) => ({ name: list.id, list })),
  fault: ({ list }) =>
    onEnvelope(list, (envelope, exchange) =>
      list.window && (exchange.asks(list.window.from) ?? exchange.asks(list.window.to))
        ? { ...envelope, [list.total as string]: 1000 }
        : envelope,
    ),
  witness: ({ list }) => [get(list.path, `updated_from=${MIDDLE}`)],
});

const byCreation = mutantsOf(FAMILY, {
  name: "records are judged by their creation",
  rule: "document 4.2: records created or updated since; the spec: updated at this moment or later",
  places: WINDOW_PLACES,
  fault: ({ list }) =>
    onRecords(list, (records, exchange) => {
      const from = at(exchange.asks(list.window?.from ?? ""));
      return records.filter((record) => !(Date.parse(String(record[list.createdAt])) < from));
    }),
  witness: ({ list }) => [get(list.path, `updated_from=${MIDDLE}&limit=50`)],
});

export const windows: Mutant[] = [
  ...readings,
  ...exact,
  ...combined,
  ...tolerated,
  ...refusedMoments,
  ...refusedWindows,
  ...counts,
  ...byCreation,
];
