import { create, onToleratedValue } from "../kit/create-faults.js";
import type { Json } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { WHERE } from "../kit/items.js";
import { get, isRepeated, onQuery, onRefusedQuery, setting } from "../kit/list-faults.js";
import { queryOf } from "../kit/list-witnesses.js";
import { item, record } from "../kit/samples.js";
import { WINDOW_PLACES } from "../kit/spec.js";

const FAMILY = "grammar of dates";
const RULE = "Decision 0007 and formats date and date-time: RFC 3339; decision 0008: an invalid date is a 400";

/** Another way to write a date or date-time, and the valid one. */
interface Form {
  name: string;
  date?: string;
  datetime?: string;
  repair(text: string): string;
}

const DIGITS = "٠١٢٣٤٥٦٧٨٩";

const FORMS: Form[] = [
  {
    name: "digits of another script",
    date: "٢٠٢٦-11-21",
    datetime: "2026-11-21T06:15:٠٠Z",
    repair: (text) => text.replaceAll(/[٠-٩]/g, (digit) => String(DIGITS.indexOf(digit))),
  },
  {
    name: "a line feed at the end",
    date: "2026-11-21\n",
    datetime: "2026-11-21T06:15:00Z\n",
    repair: (text) => text.replace(/\n$/, ""),
  },
  {
    name: "a space at the end",
    date: "2026-11-21 ",
    datetime: "2026-11-21T06:15:00Z ",
    repair: (text) => text.trimEnd(),
  },
  {
    name: "24:00:00",
    datetime: "2026-11-21T24:00:00Z",
    repair: (text) =>
      text.replace(/^(\d{4}-\d\d-\d\d)T24:00:00/, (_, day) => {
        const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
        return next.toISOString().slice(0, 19);
      }),
  },
  {
    name: "the minus sign of typography",
    datetime: "2026-11-21T06:15:00\u221205:00",
    repair: (text) => text.replace("\u2212", "-"),
  },
  {
    name: "the name of a zone after the offset",
    datetime: "2026-11-21T06:15:00+01:00[Europe/Paris]",
    repair: (text) => text.replace(/\[[\w/]+\]$/, ""),
  },
  {
    name: "UTC for the zone",
    datetime: "2026-11-21T06:15:00UTC",
    repair: (text) => text.replace(/ ?(UTC|GMT)$/, "Z"),
  },
  {
    name: "an offset with 60 minutes",
    datetime: "2026-11-21T06:15:00+06:60",
    repair: (text) => text.replace(/([+-])(\d\d):([6-9]\d)$/, "$1$2:59"),
  },
  {
    name: "an offset of 24 hours",
    datetime: "2026-11-21T06:15:00+24:00",
    repair: (text) => text.replace(/([+-])24:(\d\d)$/, "$123:$2"),
  },
  {
    name: "an offset with seconds",
    datetime: "2026-11-21T06:15:00+01:00:30",
    repair: (text) => text.replace(/([+-]\d\d:\d\d):\d\d$/, "$1"),
  },
  {
    name: "years of six digits",
    date: "+002026-11-21",
    datetime: "+002026-11-21T06:15:00Z",
    repair: (text) => text.replace(/^\+00(?=\d{4}-)/, ""),
  },
  {
    name: "the number of a week",
    date: "2026-W47-6",
    repair: (text) => text.replace(/^(\d{4})-W\d\d-\d$/, "$1-11-21"),
  },
  {
    name: "the number of a day",
    date: "2026-325",
    repair: (text) => text.replace(/^(\d{4})-\d{3}$/, "$1-11-21"),
  },
  {
    name: "an hour alone",
    datetime: "2026-11-21T06Z",
    repair: (text) => text.replace(/T(\d\d)(?=Z|[+-])/, "T$1:00:00"),
  },
  {
    name: "a comma before the fraction",
    datetime: "2026-11-21T06:15:00,5Z",
    repair: (text) => text.replace(/(:\d\d),(?=\d)/, "$1."),
  },
  {
    name: "the 31st of a month with 30 days",
    date: "2026-11-31",
    datetime: "2026-11-31T06:15:00Z",
    repair: (text) => text.replace(/-(04|06|09|11)-31/, "-$1-30"),
  },
  {
    name: "30 February in leap years",
    date: "2028-02-30",
    datetime: "2028-02-30T06:15:00Z",
    repair: (text) => text.replace(/^(\d\d(?:0[48]|[2468][048]|[13579][26]))-02-30/, "$1-02-29"),
  },
  {
    name: "29 February every four years",
    date: "2100-02-29",
    datetime: "2100-02-29T06:15:00Z",
    repair: (text) => text.replace(/^(\d\d00)-02-29/, "$1-02-28"),
  },
  {
    name: "months and days that are swapped",
    date: "2026-21-11",
    repair: (text) => text.replace(/^(\d{4})-(1[3-9]|2\d|3[01])-(0[1-9]|1[0-2])$/, "$1-$3-$2"),
  },
];

const places = FORMS.flatMap(({ name, date, datetime, repair }) =>
  [
    { type: "date", sample: date },
    { type: "date-array", sample: date },
    { type: "datetime", sample: datetime },
    { type: "datetime-array", sample: datetime },
  ].flatMap(({ type, sample }) => (sample ? [{ name: `${name}, ${type}`, type, sample, repair }] : [])),
);

const tolerated = (repair: (text: string) => string) => (value: unknown) => {
  const repaired = typeof value === "string" ? repair(value) : value;
  return repaired === value ? undefined : (repaired as Json);
};

const WINDOW_FORMS = FORMS.flatMap(({ name, datetime, repair }) => (datetime ? [{ name, datetime, repair }] : []));

/** Each form in one bound of one list, in turn. */
const BOUNDS = WINDOW_PLACES.flatMap(({ name, list, window }) => [
  { name: `${window.from} of ${name}`, list, bound: window.from },
  { name: `${window.to} of ${name}`, list, bound: window.to },
]);

const windowPlaces = WINDOW_FORMS.flatMap((form, i) =>
  [0, 1].flatMap((step) => {
    const bound = BOUNDS[(i + step) % BOUNDS.length];
    return bound ? [{ ...bound, ...form, name: `${form.name}, ${bound.name}` }] : [];
  }),
);

const REFUSED = [
  { name: "offsets of more than 14 hours", text: "2026-06-01T06:15:00+18:30", wrong: /[+-](1[4-9]|2[0-3]):\d\d$/ },
  { name: "more than nine digits", text: "2026-06-01T06:15:00.1234567891Z", wrong: /\.\d{10}/ },
  { name: "the year 0", text: "0000-06-01T06:15:00Z", wrong: /^0000/ },
  { name: "a leap second in another zone", text: "2017-01-01T00:59:60+01:00", wrong: /:60.*[+-]\d\d:\d\d$/ },
];

const refusedPlaces = REFUSED.flatMap((each) =>
  BOUNDS.map((bound) => ({ ...each, ...bound, name: `${each.name}, ${bound.name}` })),
);

const onBound = (list: (typeof BOUNDS)[number]["list"], bound: string, repair: (text: string) => string): Fault =>
  onQuery(list, (query, exchange) => {
    const text = exchange.asks(bound);
    if (text === undefined || isRepeated(query)) return undefined;
    const repaired = repair(text);
    return repaired === text ? undefined : setting(query, bound, repaired);
  });

export const dateForms: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "accepts another form",
    rule: RULE,
    places,
    fault: ({ type, repair }) =>
      onToleratedValue({ name: "", holds: () => true, wrap: WHERE.top.wrap }, type, tolerated(repair)),
    witness: ({ type, sample }) => [create(record("form", [item(type, type.endsWith("-array") ? [sample] : sample)]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "accepts another form in a window",
    rule: RULE,
    places: windowPlaces,
    fault: ({ list, bound, repair }) => onBound(list, bound, repair),
    witness: ({ list, bound, datetime }) => [get(list.path, queryOf({ limit: 2, [bound]: datetime }))],
  }),
  ...mutantsOf(FAMILY, {
    name: "rejects valid bounds of a window",
    rule: "Decision 0007: updated_from and updated_to are RFC 3339; RFC 3339, 5.7: leap seconds are valid",
    places: refusedPlaces,
    fault: ({ list, bound, wrong }) => onRefusedQuery(list, (exchange) => wrong.test(exchange.asks(bound) ?? "")),
    witness: ({ list, bound, text }) => [get(list.path, queryOf({ limit: 2, [bound]: text }))],
  }),
];
