import { isDeepStrictEqual } from "node:util";
import type { WireRequest, WireResponse } from "../../src/index.js";
import { outsideStrings } from "../kit/bodies.js";
import { create, onCreate, onKnownUid, post, refusedInstead, storedInstead } from "../kit/create-faults.js";
import { type Item, type Json, nameOf } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { asJson, LEVELS, mapItems, mapLists, type Spot, TOP_AND_NESTED, WHERE } from "../kit/items.js";
import { FLAT_AND_NESTED, INSIDES, item, pair, record, within } from "../kit/samples.js";

const FAMILY = "what counts as the same";
const RULE = "Decision 0005: items are the same if they are equal as JSON values and in the same order";

/** Takes different items for the same if their normal form is the same. */
const onWeakComparison = (normal: (items: Item[]) => unknown): Fault =>
  onKnownUid((sent, stored) =>
    isDeepStrictEqual(normal(sent.items), normal(stored.record.items)) ? storedInstead(stored.created) : undefined,
  );

const onWeakItems = (change: (item: Item, spot: Spot) => Item): Fault =>
  onWeakComparison((items) => mapItems(items, "sent", change));

/** Changes values of a type, alone or as elements. */
const eachValue =
  (type: string, change: (value: Json) => Json) =>
  (one: Item): Item => {
    if (one.type !== type) return one;
    return { ...one, value: Array.isArray(one.value) ? one.value.map(change) : change(one.value) };
  };

const valueFor = (type: string, value: Json): Item => item(type, type.endsWith("-array") ? [value] : value);

const SEPARATORS = [
  { name: "commas", separator: "," },
  { name: "semicolons", separator: ";" },
  { name: "bars", separator: "|" },
  { name: "nothing in between", separator: "" },
];

const NUMERIC = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const loose = (text: Json): Json => (typeof text === "string" && NUMERIC.test(text) ? Number(text) : text);

/** A date-time without its zone: the same for all ways to write the same instant. */
function instant(text: Json): Json {
  const [, whole = "", fraction = "", zone = ""] = /^(.{19})(\.\d+)?(.*)$/.exec(String(text)) ?? [];
  return `${Date.parse(whole + zone)}${fraction}`;
}

/** The number of digits after the point, or whether there is an exponent: what `BigDecimal.equals` also compares. */
const SPELLINGS: { name: string; form(literal: string): unknown; texts: string[] }[] = [
  {
    name: "zeros after the point",
    form: (literal: string) => literal.split(".")[1]?.length ?? 0,
    texts: ["1", "1.0"],
  },
  { name: "an exponent", form: (literal: string) => /e/i.test(literal), texts: ["100", "1e2"] },
];

function literalsOf(text: string): string[] {
  const found: string[] = [];
  outsideStrings(text, (part) => {
    found.push(...(part.match(/-?\d[\d.eE+-]*/g) ?? []));
    return part;
  });
  return found;
}

/** Rejects a repeated create request if something else about it differs. */
const onFingerprint = (print: (exchange: Parameters<Fault>[0]) => unknown): Fault => {
  const prints = new Map<string, unknown>();
  return onCreate((_, exchange) => {
    const name = nameOf(exchange);
    const own = print(exchange);
    if (prints.has(name) && !isDeepStrictEqual(prints.get(name), own))
      return refusedInstead(`uid ${exchange.record?.uid} exists already with other items; nothing was changed`);
    return {
      after(answer) {
        if (answer.created && !prints.has(name)) prints.set(name, own);
        return undefined;
      },
    };
  });
};

const HEADERS = [
  { name: "Content-Type", other: "application/json; charset=utf-8" },
  { name: "Accept", other: "*/*" },
  { name: "User-Agent", other: "another client" },
  { name: "X-Request-Id", other: "second-try" },
];

/** How a database column rounds the digits of a second. */
const COLUMNS = [
  { name: "whole seconds", round: (micros: number) => micros - (micros % 1_000_000) },
  { name: "hundredths", round: (micros: number) => micros - (micros % 10_000) },
  {
    name: "steps of .000, .003 and .007",
    round(micros: number) {
      const millis = Math.floor(micros / 1000);
      return (millis - (millis % 10) + ([0, 0, 3, 3, 3, 7, 7, 7, 7, 7][millis % 10] ?? 0)) * 1000;
    },
  },
];

const rounded = (stamp: string, round: (micros: number) => number): string =>
  stamp.replace(/\.(\d{6})/, (_, digits) => `.${String(round(Number(digits))).padStart(6, "0")}`);

const createdDateOf = ({ body }: WireResponse): unknown => JSON.parse(body).data?.createdDate;

const MANY = Array.from({ length: 16 }, (_, i) => create(record(`again ${i}`, [item("string", "x")])));

const flattened = (items: Item[], type: string): Item[] =>
  items.flatMap((one) =>
    one.type === type && Array.isArray(one.value)
      ? [{ ...one, value: null }, ...flattened(one.value as unknown as Item[], type)]
      : [one],
  );

const [A, B] = [item("string", "a", "a"), item("string", "b", "b")];
const UUID = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";

export const weakComparisons: readonly Mutant[] = [
  ...mutantsOf(FAMILY, {
    name: "array elements are joined before they are compared",
    rule: RULE,
    places: SEPARATORS,
    fault: ({ separator }) =>
      onWeakItems((one) =>
        one.type === "string-array" && Array.isArray(one.value) ? { ...one, value: one.value.join(separator) } : one,
      ),
    witness: ({ separator }) => pair([item("string-array", ["a", "b"])], [item("string-array", [`a${separator}b`])]),
  }),
  ...mutantsOf(FAMILY, {
    name: "key and value are joined before they are compared",
    rule: RULE,
    places: [
      { name: "with a colon", separator: ":" },
      { name: "with an equals sign", separator: "=" },
      { name: "with nothing in between", separator: "" },
    ],
    fault: ({ separator }) =>
      onWeakItems((one) =>
        one.type === "string" ? { key: "", type: one.type, value: `${one.key}${separator}${one.value}` } : one,
      ),
    witness: ({ separator }) => pair([item("string", "c", `a${separator}b`)], [item("string", `b${separator}c`, "a")]),
  }),
  ...mutantsOf(FAMILY, {
    name: "texts that look like numbers are compared as numbers",
    rule: RULE,
    places: [
      { name: "a value", normal: eachValue("string", loose), of: (text: string) => item("string", text) },
      {
        name: "an element",
        normal: eachValue("string-array", loose),
        of: (text: string) => item("string-array", ["x", text]),
      },
      {
        name: "a key",
        normal: (one: Item) => ({ ...one, key: String(loose(one.key)) }),
        of: (text: string) => item("boolean", true, text),
      },
    ],
    fault: ({ normal }) => onWeakItems(normal),
    witness: ({ of }) => pair([of("1e3")], [of("1000")]),
  }),
  ...mutantsOf(FAMILY, {
    name: "date-times are compared as points in time",
    rule: RULE,
    places: ["datetime", "datetime-array"].flatMap((type) =>
      TOP_AND_NESTED.map((where) => ({ name: `${type} ${where.name}`, type, where })),
    ),
    fault: ({ type, where }) => {
      const change = eachValue(type, instant);
      return onWeakItems((one, spot) => (where.holds(spot) ? change(one) : one));
    },
    witness: ({ type, where }) =>
      pair(where.wrap(valueFor(type, "2026-11-21T06:15:00Z")), where.wrap(valueFor(type, "2026-11-21T13:15:00+07:00"))),
  }),
  ...mutantsOf(FAMILY, {
    name: "of several items with one key, only the last is compared",
    rule: RULE,
    places: INSIDES,
    fault: ({ inside }) =>
      onWeakComparison((items) =>
        mapLists(items, "sent", (list, parent) =>
          parent.inside === inside ? [...new Map(list.map((one) => [one.key, one])).values()] : list,
        ),
      ),
    witness: ({ inside }) =>
      pair(
        within(inside, [item("string", "a"), item("string", "z")]),
        within(inside, [item("string", "b"), item("string", "z")]),
      ),
  }),
  ...mutantsOf(FAMILY, {
    name: "numbers are compared with less precision",
    rule: RULE,
    places: ["number", "number-array"].flatMap((type) => [
      { name: `${type}, 32 bits`, type, round: Math.fround, values: [16777216, 16777217] },
      {
        name: `${type}, six decimals`,
        type,
        round: (value: number) => Number(value.toFixed(6)),
        values: [0.5, 0.5000001],
      },
    ]),
    fault: ({ type, round }) => onWeakItems(eachValue(type, (value) => round(Number(value)))),
    witness: ({ type, values: [first = 0, second = 0] }) => pair([valueFor(type, first)], [valueFor(type, second)]),
  }),
  ...mutantsOf(FAMILY, {
    name: "only the beginning of a text is compared",
    rule: RULE,
    places: [191, 255, 1024, 4000].map((length) => ({ name: `${length} characters`, length })),
    fault: ({ length }) => onWeakItems(eachValue("string", (text) => String(text).slice(0, length))),
    witness: ({ length }) =>
      pair([item("string", `${"x".repeat(length)}a`)], [item("string", `${"x".repeat(length)}b`)]),
  }),
  ...mutantsOf(FAMILY, {
    name: "a header counts as part of the items",
    rule: "Decision 0005: the same items get a 201 with the stored record",
    places: HEADERS,
    fault: ({ name }) => onFingerprint((exchange) => exchange.header(name)),
    witness: ({ name, other }) => [
      create(record("header", [A])),
      create(record("header", [A]), { headers: { [name]: other } }),
    ],
  }),
  ...mutantsOf(FAMILY, {
    name: "numbers are compared as they are written",
    rule: "Decision 0005: `1.0` equals `1`",
    places: SPELLINGS,
    fault: ({ form }) => onFingerprint(({ text }) => literalsOf(text).map(form)),
    witness: ({ texts }) =>
      texts.map((text) => post(`{"uid":"written","items":[{"key":"k","type":"number","value":${text}}]}`)),
  }),
  ...mutantsOf(FAMILY, {
    name: "a repeated create request returns rounded timestamps",
    rule: "Decision 0005: the stored record, including its original timestamps",
    places: COLUMNS,
    fault: ({ round }) =>
      onKnownUid(() => ({
        after(answer) {
          const { created } = answer;
          if (!created) return undefined;
          const [createdDate, updatedDate] = [created.createdDate, created.updatedDate].map((one) =>
            rounded(one, round),
          );
          return answer.with({ data: { ...created, createdDate, updatedDate } });
        },
      })),
    witness: () => ({
      steps: [...MANY, ...MANY],
      view: (responses) =>
        MANY.every((_, i) => {
          const [first, second] = [responses[i], responses[i + MANY.length]];
          return first && second && createdDateOf(first) === createdDateOf(second);
        }),
    }),
  }),
  ...mutantsOf(FAMILY, {
    name: "empty arrays of all types are the same",
    rule: RULE,
    places: LEVELS,
    fault: (where) =>
      onWeakItems((one, spot) =>
        where.holds(spot) && Array.isArray(one.value) && one.value.length === 0 ? { ...one, type: "array" } : one,
      ),
    witness: (where) => pair(where.wrap(item("string-array", [])), where.wrap(item("number-array", []))),
  }),
  ...mutantsOf(FAMILY, {
    name: "two types are the same if the values are",
    rule: RULE,
    places: [
      { name: "string and date", types: ["string", "date"], value: "2026-11-21" },
      { name: "string and datetime", types: ["string", "datetime"], value: "2026-11-21T06:15:00Z" },
      { name: "string and file", types: ["string", "file"], value: UUID },
      { name: "string-array and date-array", types: ["string-array", "date-array"], value: ["2026-11-21"] },
    ],
    fault: ({ types: [kept = "", other = ""] }) =>
      onWeakItems((one) => (one.type === other ? { ...one, type: kept } : one)),
    witness: ({ types: [first = "", second = ""], value }) => pair([item(first, value)], [item(second, value)]),
  }),
  ...mutantsOf(FAMILY, {
    name: "nested items are compared as if they were not nested",
    rule: RULE,
    places: [{ name: "object" }, { name: "object-array" }],
    fault: ({ name }) => onWeakComparison((items) => flattened(items, name)),
    witness: ({ name }) => pair([item(name, [A, B], "outer")], [item(name, [A], "outer"), B]),
  }),
  ...mutantsOf(FAMILY, {
    name: "file IDs are compared without case",
    rule: RULE,
    places: FLAT_AND_NESTED,
    fault: (where) =>
      onWeakItems((one, spot) =>
        one.type === "file" && where.holds(spot) ? { ...one, value: String(one.value).toLowerCase() } : one,
      ),
    witness: (where) => pair(where.wrap(item("file", UUID)), where.wrap(item("file", UUID.toUpperCase()))),
  }),
  ...mutantsOf(FAMILY, {
    name: "what is on the eighth level is not compared",
    rule: RULE,
    places: [{ name: "object" }, { name: "object-array" }],
    fault: ({ name }) =>
      onWeakItems((one, spot) => (spot.level === 8 && spot.inside === name ? { ...one, value: null } : one)),
    witness: ({ name }) => pair(eighth(name, "a"), eighth(name, "b")),
  }),
  ...mutantsOf(FAMILY, {
    name: "a retry is allowed only so often",
    rule: "Decision 0005: a create request whose response was lost can safely be repeated",
    places: [3, 10].map((times) => ({ name: `${times} times`, times })),
    fault: ({ times }) => {
      const seen = new Map<string, number>();
      return onCreate((_, exchange) => {
        const count = (seen.get(nameOf(exchange)) ?? 0) + 1;
        seen.set(nameOf(exchange), count);
        return count > times + 1 ? refusedInstead("the record was sent too often") : undefined;
      });
    },
    witness: ({ times }) => Array.from({ length: times + 2 }, () => retry),
  }),
];

const retry: WireRequest = create(record("retry", [A]));

function eighth(type: string, value: string): Item[] {
  let inner: Item = item("string", value);
  for (let level = 7; level >= 1; level--) inner = item(type, asJson([inner]), `level ${level}`);
  return WHERE.top.wrap(inner);
}
