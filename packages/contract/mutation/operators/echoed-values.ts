import { create, onRefusedItem, onReturn, onReturnedItems } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { asJson, EVERYWHERE, mapItems, mapLists, TOP_AND_NESTED } from "../kit/items.js";
import { INSIDES, item, record, within } from "../kit/samples.js";

const FAMILY = "values come back";
const ECHO = "Interface 4.1, rule 2: values are echoed";
const NUMBERS = "Decision 0006: any number that reads back unchanged as a 64-bit float is returned unchanged";

/** A type and the same values in an array. */
const alone = (...types: string[]) => types.flatMap((type) => [{ name: type }, { name: `${type}-array` }]);

const wrapped = (type: string, value: Json): Item => item(type, type.endsWith("-array") ? [value] : value);

/** Changes the values of a type in a response. */
const onValue = (type: string, change: (value: Json) => Json): Fault =>
  onReturnedItems((items) =>
    mapItems(items, "returned", (one) => {
      if (one.type !== type) return one;
      const value = Array.isArray(one.value) ? one.value.map(change) : change(one.value);
      return { ...one, value };
    }),
  );

const refuses = (type: string, wrong: (value: Json) => boolean): Fault =>
  onRefusedItem(
    { name: "", holds: () => true, wrap: (one) => [one] },
    (one) => one.type === type && [one.value].flat().some((value) => wrong(value as Json)),
  );

const values = (
  name: string,
  rule: string,
  places: readonly { name: string }[],
  sample: Json | ((type: string) => Json),
  change: (value: Json) => Json,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule,
    places,
    fault: (place) => onValue(place.name, change),
    witness: (place) => [
      create(record("value", [wrapped(place.name, typeof sample === "function" ? sample(place.name) : sample)])),
    ],
  });

const refusedValues = (
  name: string,
  rule: string,
  places: readonly { name: string }[],
  sample: (type: string) => Json,
  wrong: (value: Json) => boolean,
): Mutant[] =>
  mutantsOf(FAMILY, {
    name,
    rule,
    places,
    fault: (place) => refuses(place.name, wrong),
    witness: (place) => [create(record("value", [wrapped(place.name, sample(place.name))]))],
  });

const text = (change: (value: string) => string) => (value: Json) => change(String(value));
const number = (change: (value: number) => number) => (value: Json) => change(Number(value));

/** A date, or a date-time on that date. */
const onDay = (date: string) => (type: string) => (type.startsWith("datetime") ? `${date}T06:15:00Z` : date);

const EMPTY = [
  { name: "false", type: "boolean", value: false },
  { name: "0", type: "number", value: 0 },
  { name: "an empty text", type: "string", value: "" },
  { name: "an empty array", type: "string-array", value: [] },
  { name: "an empty object-array", type: "object-array", value: [] },
];

/** Puts the items of a nested object-array into one array instead of one each. */
const regrouped = (items: Item[], where: string, inside = ""): Item[] =>
  items.map((one) => {
    if (!Array.isArray(one.value)) return one;
    if (one.type === "object") return { ...one, value: asJson(regrouped(asItems(one.value), where, one.type)) };
    if (one.type !== "object-array") return one;
    const inner = regrouped(asItems(one.value.flat(1)), where, one.type);
    return { ...one, value: asJson(inside === where && inner.length > 1 ? [inner] : inner.map((each) => [each])) };
  });

const asItems = (value: Json): Item[] => value as unknown as Item[];

const isIndex = ({ key }: Item): boolean => /^(0|[1-9]\d{0,8})$/.test(key);

export const echoedValues: readonly Mutant[] = [
  ...values(
    "numbers have 14 digits",
    NUMBERS,
    alone("number"),
    0.123456789012345,
    number((value) => Number(value.toPrecision(14))),
  ),
  ...values(
    "the smallest numbers become zero",
    NUMBERS,
    alone("number"),
    5e-324,
    number((value) => (Math.abs(value) < 2.2250738585072014e-308 ? 0 : value)),
  ),
  ...values(
    "whole numbers end at 64 bits",
    NUMBERS,
    alone("number"),
    1e19,
    number((value) => Math.min(Math.max(value, -(2 ** 63)), 2 ** 63)),
  ),
  ...values(
    "numbers have ten decimals",
    NUMBERS,
    alone("number"),
    1.25e-11,
    number((value) => (Math.abs(value) < 1 ? Number(value.toFixed(10)) : value)),
  ),
  ...refusedValues(
    "rejects numbers that a decimal of 96 bits cannot hold",
    NUMBERS,
    alone("number"),
    () => 1e29,
    (value) => Math.abs(Number(value)) > 2 ** 96,
  ),
  ...values(
    "an unknown offset becomes a known one",
    "Decision 0007: a datetime item is returned as sent",
    alone("datetime"),
    "2026-11-21T06:15:00-00:00",
    text((value) => value.replace(/-00:00$/, "+00:00")),
  ),
  ...[7, 9].flatMap((digits) =>
    values(
      `fractions have at most ${digits} digits`,
      "Decision 0007: with or without fractional seconds; it is returned as sent",
      alone("datetime"),
      "2026-11-21T06:15:00.1234567891Z",
      text((value) => value.replace(new RegExp(`(\\.\\d{${digits}})\\d+`), "$1")),
    ),
  ),
  ...values(
    "a fraction of zeros is removed",
    "Decision 0007: it is returned as sent",
    alone("datetime"),
    "2026-11-21T06:15:00.000Z",
    text((value) => value.replace(/\.0+(?=[Z+-])/, "")),
  ),
  ...values(
    "a leap second becomes the next minute",
    "Decision 0007: it is returned as sent; a leap second is valid",
    alone("datetime"),
    "2016-12-31T23:59:60Z",
    text((value) =>
      value.replace(/^(.{10})T23:59:60(\.\d+)?Z$/, (_, day) =>
        new Date(Date.parse(`${day}T23:59:59Z`) + 1000).toISOString().replace(".000", ""),
      ),
    ),
  ),
  ...values(
    "days that the reform of the calendar left out move",
    ECHO,
    [...alone("date"), { name: "datetime" }],
    onDay("1582-10-10"),
    text((value) => value.replace(/^1582-10-(0[5-9]|1[0-4])/, (_, day) => `1582-10-${Number(day) + 10}`)),
  ),
  ...values(
    "years below 100 are years of the last century",
    ECHO,
    [...alone("date"), { name: "datetime" }],
    onDay("0050-01-01"),
    text((value) => value.replace(/^00(?=\d\d-)/, "19")),
  ),
  ...refusedValues(
    "rejects the year 0",
    "Decision 0007 and format date: RFC 3339, whose years have four digits, from 0000",
    [...alone("date"), ...alone("datetime")],
    onDay("0000-02-29"),
    (value) => String(value).startsWith("0000"),
  ),
  ...refusedValues(
    "rejects offsets of more than 14 hours",
    "Decision 0007: a numeric offset as in RFC 3339, up to 23:59",
    alone("datetime"),
    () => "2026-11-21T06:15:00-18:30",
    (value) => Number(/[+-](\d\d):\d\d$/.exec(String(value))?.[1] ?? 0) >= 14,
  ),
  ...refusedValues(
    "rejects leap seconds with a fraction",
    "RFC 3339: 23:59:60 in UTC is valid; decision 0007: with or without fractional seconds",
    alone("datetime"),
    () => "2016-12-31T23:59:60.5Z",
    (value) => /:60\./.test(String(value)),
  ),
  ...mutantsOf(FAMILY, {
    name: "an empty value is left out",
    rule: "Schema MetadataItem: value is required; interface 4.1, rule 2",
    places: EMPTY,
    fault: ({ type, value }) =>
      onReturnedItems((items) =>
        mapItems(items, "returned", (one) => {
          if (one.type !== type || JSON.stringify(one.value) !== JSON.stringify(value)) return one;
          const { value: _, ...rest } = one;
          return rest as Item;
        }),
      ),
    witness: ({ type, value }) => [create(record("empty", [item(type, value)]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "keys that are whole numbers come first",
    rule: "Schema Metadata: the items of the record, in the order sent",
    places: INSIDES,
    fault: ({ inside }) =>
      onReturnedItems((items) =>
        mapLists(items, "returned", (list, parent) => {
          if (parent.inside !== inside || !list.some(isIndex)) return list;
          const indexes = list.filter(isIndex).sort((a, b) => Number(a.key) - Number(b.key));
          return [...indexes, ...list.filter((one) => !isIndex(one))];
        }),
      ),
    witness: ({ inside }) => [
      create(
        record(
          "order",
          within(inside, [item("string", "x", "b"), item("string", "y", "10"), item("string", "z", "9")]),
        ),
      ),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "a nested object-array is one group",
    rule: "Decision 0004: each item sent comes back in its own one-element array",
    places: INSIDES.filter(({ inside }) => inside !== ""),
    fault: ({ inside }) => onReturn((created) => ({ ...created, items: regrouped(created.items, inside) })),
    witness: ({ inside }) => [
      create(record("groups", within(inside, [item("object-array", [item("string", "a"), item("string", "b")])]))),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "equal neighbours in an array become one",
    rule: ECHO,
    places: ["string-array", "number-array", "boolean-array", "date-array", "datetime-array"].map((name) => ({ name })),
    fault: ({ name }) =>
      onReturnedItems((items) =>
        mapItems(items, "returned", (one) =>
          one.type === name && Array.isArray(one.value)
            ? { ...one, value: one.value.filter((value, i, all) => i === 0 || value !== all[i - 1]) }
            : one,
        ),
      ),
    witness: ({ name }) => [create(record("neighbours", [item(name, twice(name))]))],
  }),
  ...mutantsOf(FAMILY, {
    name: "numbers from 1e21 on become texts",
    rule: "Interface 2.2: the value of a number item is a number",
    places: [...TOP_AND_NESTED, EVERYWHERE[4]].flatMap((where) => (where ? [where] : [])),
    fault: (where) =>
      onReturnedItems((items) =>
        mapItems(items, "returned", (one, spot) =>
          where.holds(spot) && one.type === "number" && Math.abs(Number(one.value)) >= 1e21
            ? { ...one, value: String(one.value) }
            : one,
        ),
      ),
    witness: (where) => [create(record("large", where.wrap(item("number", 1e21))))],
  }),
];

function twice(type: string): Json {
  const samples: Record<string, Json> = {
    "string-array": "a",
    "number-array": 1,
    "boolean-array": true,
    "date-array": "2026-11-21",
    "datetime-array": "2026-11-21T06:15:00Z",
  };
  const one = samples[type] ?? null;
  return [one, one];
}
