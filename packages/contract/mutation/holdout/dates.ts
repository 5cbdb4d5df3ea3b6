import { onRefusedItem, onToleratedValue } from "../kit/create-faults.js";
import type { Json } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { WHERE, type Where } from "../kit/items.js";
import { isRepeated, onQuery, onRefusedQuery, setting } from "../kit/list-faults.js";
import { item } from "../kit/samples.js";
import { BOUNDS, bounded, send } from "./shared.js";

const FAMILY = "date grammar";
const MOMENT_RULE = "Decision 0007 and schema DateTime: RFC 3339 with an upper-case T, Z or a numeric offset";
const DATE_RULE = "Schema CalendarDate: YYYY-MM-DD";

/** A place of a date or a date-time: an item of a type, or a bound of a window. */
type Place = { name: string; type: string; where: Where } | { name: string; bound: (typeof BOUNDS)[number] };

const FIRST: Record<string, Json> = { "date-array": "2026-11-21", "datetime-array": "2026-11-21T06:15:00Z" };

/** A text as the value of an item, or as the second element of its array. */
const valueWith = (type: string, text: string): Json => (type in FIRST ? [FIRST[type] ?? "", text] : text);

const at = (type: string, where: Where): Place => ({ name: `${type} ${where.name}`, type, where });
const [V3_FROM, V3_TO, REPORTS_FROM, REPORTS_TO] = BOUNDS.map((bound): Place => ({ name: bound.name, bound })) as [
  Place,
  Place,
  Place,
  Place,
];

const DATES = {
  top: at("date", WHERE.top),
  array: at("date-array", WHERE.top),
  nested: at("date", WHERE.object),
  arrayNested: at("date-array", WHERE.array),
};
const MOMENTS = {
  top: at("datetime", WHERE.top),
  array: at("datetime-array", WHERE.top),
  nested: at("datetime", WHERE.array),
  arrayNested: at("datetime-array", WHERE.object),
};

const requestWith = (place: Place, text: string) =>
  "bound" in place ? bounded(place.bound, text) : send(place.where.wrap(item(place.type, valueWith(place.type, text))));

/** Accepts an invalid text instead of a valid one. */
const accepting = (place: Place, wrong: RegExp, right: string): Fault => {
  if ("bound" in place) {
    const { list, bound } = place.bound;
    return onQuery(list, (query, exchange) =>
      !isRepeated(query) && wrong.test(exchange.asks(bound) ?? "") ? setting(query, bound, right) : undefined,
    );
  }
  return onToleratedValue(place.where, place.type, (value) =>
    typeof value === "string" && wrong.test(value) ? right : undefined,
  );
};

/** Accepts texts of a wrong form. */
const accepts = (name: string, rule: string, places: readonly Place[], wrong: RegExp, text: string): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule,
    places,
    fault: (place) => accepting(place, wrong, rule === DATE_RULE ? "2026-11-21" : "2026-11-21T06:15:00Z"),
    witness: (place) => [requestWith(place, text)],
  });

/** Rejects texts of a right form. */
const rejects = (name: string, rule: string, places: readonly Place[], wrong: RegExp, text: string): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule,
    places,
    fault: (place) =>
      "bound" in place
        ? onRefusedQuery(place.bound.list, (exchange) => wrong.test(exchange.asks(place.bound.bound) ?? ""))
        : onRefusedItem(
            place.where,
            ({ type, value }) => type === place.type && [value].flat().some((each) => wrong.test(String(each))),
          ),
    witness: (place) => [requestWith(place, text)],
  });

const moments = (kind: typeof accepts, name: string, places: readonly Place[], wrong: RegExp, text: string) =>
  kind(name, MOMENT_RULE, places, wrong, text);
const days = (kind: typeof accepts, name: string, places: readonly Place[], wrong: RegExp, text: string) =>
  kind(name, DATE_RULE, places, wrong, text);

const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d`;

export const dates: readonly Mutant[] = [
  ...moments(
    accepts,
    "a lower-case T is accepted",
    [MOMENTS.array, V3_TO],
    /^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\dZ$/,
    "2026-11-21t06:15:00Z",
  ),
  ...moments(
    accepts,
    "a lower-case Z is accepted",
    [MOMENTS.top, REPORTS_FROM],
    new RegExp(`^${TIME}:\\d\\dz$`),
    "2026-11-21T06:15:00z",
  ),
  ...moments(
    accepts,
    "a space instead of the T is accepted",
    [MOMENTS.nested, V3_FROM, REPORTS_TO],
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
    "2026-11-21 06:15:00Z",
  ),
  ...moments(
    accepts,
    "a time without seconds is accepted",
    [MOMENTS.arrayNested, REPORTS_FROM],
    new RegExp(`^${TIME}Z$`),
    "2026-11-21T06:15Z",
  ),
  ...moments(
    accepts,
    "a comma before the fraction is accepted",
    [MOMENTS.top, V3_TO],
    /,\d+(Z|[+-]\d\d:\d\d)$/,
    "2026-11-21T06:15:00,250Z",
  ),
  ...moments(
    accepts,
    "a point without a fraction is accepted",
    [MOMENTS.nested, REPORTS_TO],
    /\d\.(Z|[+-]\d\d:\d\d)$/,
    "2026-11-21T06:15:00.Z",
  ),
  ...moments(
    accepts,
    "an offset without a colon is accepted",
    [MOMENTS.array, REPORTS_TO],
    /:\d\d[+-]\d{4}$/,
    "2026-11-21T06:15:00+0700",
  ),
  ...moments(
    accepts,
    "an offset of hours only is accepted",
    [MOMENTS.arrayNested, V3_FROM],
    /:\d\d[+-]\d\d$/,
    "2026-11-21T06:15:00+07",
  ),
  ...moments(
    accepts,
    "a time without a zone is accepted",
    [MOMENTS.nested, V3_FROM, REPORTS_FROM],
    new RegExp(`^${TIME}:\\d\\d(\\.\\d+)?$`),
    "2026-11-21T06:15:00",
  ),
  ...moments(
    accepts,
    "the hour 24 is accepted",
    [MOMENTS.array, V3_TO],
    /T24:00:00(\.0+)?(Z|[+-])/,
    "2026-11-21T24:00:00Z",
  ),
  ...moments(
    accepts,
    "an offset of 24 hours or more is accepted",
    [MOMENTS.top, REPORTS_TO],
    /[+-](2[4-9]|[3-9]\d):[0-5]\d$/,
    "2026-11-21T06:15:00+24:00",
  ),
  ...moments(
    accepts,
    "an offset with 60 minutes or more is accepted",
    [MOMENTS.nested, V3_TO],
    /[+-]\d\d:[6-9]\d$/,
    "2026-11-21T06:15:00+05:60",
  ),
  ...moments(
    accepts,
    "a second 60 at any time is accepted",
    [MOMENTS.array, REPORTS_FROM],
    /T(0\d|1\d):[0-5]\d:60Z$/,
    "2026-11-21T06:15:60Z",
  ),
  ...moments(
    accepts,
    "a date without a time is accepted",
    [MOMENTS.top, V3_TO, REPORTS_TO],
    /^\d{4}-\d\d-\d\d$/,
    "2026-11-21",
  ),
  ...moments(
    accepts,
    "a number of seconds is accepted",
    [MOMENTS.nested, V3_FROM, REPORTS_FROM],
    /^\d{9,13}$/,
    "1795241700",
  ),
  ...moments(
    accepts,
    "a line end after a date-time is accepted",
    [MOMENTS.arrayNested, V3_FROM],
    /Z\n$/,
    "2026-11-21T06:15:00Z\n",
  ),
  ...moments(
    accepts,
    "the name of a zone after the offset is accepted",
    [MOMENTS.top, V3_FROM],
    /\[[A-Za-z_]+(\/[A-Za-z_]+)?\]$/,
    "2026-11-21T06:15:00Z[UTC]",
  ),
  ...moments(
    rejects,
    "an offset of more than 14 hours is rejected",
    [MOMENTS.nested, REPORTS_FROM],
    /[+-](1[5-9]|2\d):\d\d$/,
    "2026-11-21T06:15:00+15:00",
  ),
  ...moments(
    rejects,
    "an offset of -00:00 is rejected",
    [MOMENTS.array, V3_TO],
    /-00:00$/,
    "2026-11-21T06:15:00-00:00",
  ),
  ...moments(
    rejects,
    "a fraction of more than six digits is rejected",
    [MOMENTS.top, REPORTS_TO],
    /\.\d{7,}/,
    "2026-11-21T06:15:00.1234567Z",
  ),
  ...moments(
    rejects,
    "a fraction of one digit is rejected",
    [MOMENTS.arrayNested, V3_FROM],
    /\.\d(Z|[+-])/,
    "2026-11-21T06:15:00.5Z",
  ),
  ...moments(
    rejects,
    "a fraction before an offset is rejected",
    [MOMENTS.nested, REPORTS_FROM],
    /\.\d+[+-]/,
    "2026-11-21T06:15:00.250+07:00",
  ),
  ...moments(
    rejects,
    "a leap second is rejected",
    [MOMENTS.array, V3_TO],
    /:60(\.\d+)?(Z|[+-])/,
    "2016-12-31T23:59:60Z",
  ),
  ...days(
    accepts,
    "a day after the end of its month is accepted",
    [DATES.top, DATES.arrayNested],
    /^\d{4}-(02-30|02-31|04-31|06-31|09-31|11-31)$/,
    "2026-04-31",
  ),
  ...days(
    accepts,
    "29 February of a century without a leap year is accepted",
    [DATES.array, DATES.nested],
    /^(1[789]|2[123])00-02-29$/,
    "2100-02-29",
  ),
  ...moments(
    accepts,
    "29 February of a year without one is accepted in a date-time",
    [MOMENTS.array, REPORTS_TO],
    /^\d\d(?:[02468][1235679]|[13579][01345789])-02-29T/,
    "2026-02-29T06:15:00Z",
  ),
  ...days(rejects, "29 February of 2000 is rejected", [DATES.nested, DATES.array], /^2000-02-29/, "2000-02-29"),
  ...days(
    accepts,
    "a day or month of one digit is accepted",
    [DATES.array, DATES.nested],
    /^\d{4}-(\d-\d\d?|\d\d-\d)$/,
    "2026-1-05",
  ),
  ...days(accepts, "slashes are accepted", [DATES.top], /^\d{4}\/\d\d\/\d\d$/, "2026/11/21"),
  ...days(accepts, "a date without hyphens is accepted", [DATES.arrayNested], /^\d{8}$/, "20261121"),
  ...days(accepts, "the day of a week is accepted", [DATES.nested], /^\d{4}-W\d\d(-\d)?$/, "2026-W47-6"),
  ...days(
    accepts,
    "a date-time is accepted as a date",
    [DATES.top, DATES.array],
    /^\d{4}-\d\d-\d\dT.*Z$/,
    "2026-11-21T00:00:00Z",
  ),
  ...days(
    accepts,
    "a date with a zone is accepted",
    [DATES.nested],
    /^\d{4}-\d\d-\d\d(Z|[+-]\d\d:\d\d)$/,
    "2026-11-21Z",
  ),
  ...days(
    accepts,
    "digits of other scripts are accepted",
    [DATES.top, DATES.array],
    /^(?=.*[٠-٩])[٠-٩\d]{4}-[٠-٩\d]{2}-[٠-٩\d]{2}$/,
    "٢٠٢٦-11-21",
  ),
  ...days(accepts, "a line end after a date is accepted", [DATES.arrayNested], /^\d{4}-\d\d-\d\d\n$/, "2026-11-21\n"),
  ...days(accepts, "spaces around a date are accepted", [DATES.top], /^ +\S+$|^\S+ +$/, "2026-11-21 "),
  ...days(accepts, "the day or month 00 is accepted", [DATES.array], /^\d{4}-(00-\d\d|\d\d-00)$/, "2026-11-00"),
  ...days(rejects, "years before 1753 are rejected", [DATES.top, DATES.array], /^(0\d|1[0-6])\d\d-/, "1600-02-29"),
  ...days(rejects, "31 December is rejected", [DATES.arrayNested], /-12-31$/, "2026-12-31"),
  ...days(rejects, "the year 9999 is rejected", [DATES.nested], /^9999/, "9999-12-31"),
];
