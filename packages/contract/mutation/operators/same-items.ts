import { isDeepStrictEqual } from "node:util";
import { create, onKnownUid, storedInstead } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { LEVELS, mapItems, mapLists, SAMPLES, sample, TOP_AND_NESTED, WHERE, type Where } from "../kit/items.js";
import { ITEM_TYPES } from "../kit/spec.js";

const FAMILY = "the same items again";
const DIFFERENT = "0005: different items are a 400 that names the uid";
/** A server that compares less than it should: it compares both sides after `view`. */
const comparing = (view: (items: Item[]) => unknown): Fault =>
  onKnownUid((sent, { record, created }) =>
    !isDeepStrictEqual(sent.items, record.items) && isDeepStrictEqual(view(sent.items), view(record.items))
      ? storedInstead(created)
      : undefined,
  );

const clash = (first: Item[], second: Item[]) => [
  create({ uid: "known", items: first }),
  create({ uid: "known", items: second }),
];

const blank = (where: Where, wanted: (item: Item) => boolean, part: keyof Item) => (items: Item[]) =>
  mapItems(items, "sent", (item, spot) => (where.holds(spot) && wanted(item) ? { ...item, [part]: "" } : item));

const onTypes = (wheres: readonly Where[], types: readonly string[]) =>
  wheres.flatMap((where) => types.map((type) => ({ name: `${type} ${where.name}`, where, type })));

const weakened = [
  ...mutantsOf(FAMILY, {
    name: "values of a type are not compared",
    rule: DIFFERENT,
    places: onTypes(TOP_AND_NESTED, ITEM_TYPES),
    fault: ({ where, type }) => comparing(blank(where, (item) => item.type === type, "value")),
    witness: ({ where, type }) => clash(where.wrap(sample(type)), where.wrap(sample(type, 1))),
  }),
  ...mutantsOf(FAMILY, {
    name: "keys are not compared",
    rule: DIFFERENT,
    places: LEVELS,
    fault: (where) => comparing(blank(where, () => true, "key")),
    witness: (where) => clash(where.wrap(sample("string")), where.wrap({ ...sample("string"), key: "other" })),
  }),
  ...mutantsOf(FAMILY, {
    name: "types are not compared",
    rule: DIFFERENT,
    places: LEVELS,
    fault: (where) => comparing(blank(where, () => true, "type")),
    witness: (where) =>
      clash(where.wrap(sample("date")), where.wrap({ ...sample("string"), value: SAMPLES["date"]?.[0] ?? "" })),
  }),
  ...mutantsOf(FAMILY, {
    name: "items are compared to some level",
    rule: DIFFERENT,
    places: [2, 3, 4, 5, 6, 7].map((level) => ({ name: `level ${level}`, level })),
    fault: ({ level }) => comparing((items) => mapLists(items, "sent", (list, at) => (at.level > level ? [] : list))),
    witness: ({ level }) => clash(nest(level + 1, "x"), nest(level + 1, "y")),
  }),
  ...mutantsOf(FAMILY, {
    name: "only so many items are compared",
    rule: DIFFERENT,
    places: [1, 2, 10, 50, 100, 149].map((count) => ({ name: `the first ${count}`, count })),
    fault: ({ count }) => comparing((items) => [items.length, items.slice(0, count)]),
    witness: ({ count }) => clash(many(count + 1, "x"), many(count + 1, "y")),
  }),
  ...mutantsOf(FAMILY, {
    name: "nested items past the first are not compared",
    rule: DIFFERENT,
    places: ["object", "object-array"].map((type) => ({ name: `in an ${type}`, type })),
    fault: ({ type }) =>
      comparing((items) => mapLists(items, "sent", (list, { inside }) => (inside === type ? list.slice(0, 1) : list))),
    witness: ({ type }) => {
      const held = (last: string): Item[] => [{ key: "o", type, value: many(2, last) as unknown as Json }];
      return clash(held("x"), held("y"));
    },
  }),
  ...mutantsOf(FAMILY, {
    name: "the order of items does not matter",
    rule: DIFFERENT,
    places: LEVELS,
    fault: (where) => comparing((items) => mapLists(items, "sent", sorted(where))),
    witness: (where) => clash(...bothOrders(where)),
  }),
  ...mutantsOf(FAMILY, {
    name: "repeated items count once",
    rule: DIFFERENT,
    places: TOP_AND_NESTED,
    fault: (where) =>
      comparing((items) => mapLists(items, "sent", (list, at) => (holdsList(where, at) ? distinct(list) : list))),
    witness: (where) => {
      const item = sample("string");
      const list = (...items: Item[]) => (where === WHERE.top ? items : inObject(...items));
      return clash(list(item), list(item, item));
    },
  }),
];

const nest = (level: number, value: string): Item[] => {
  let item: Item = { key: "k", type: "string", value };
  for (let at = 1; at < level; at++) item = inObject(item)[0] as Item;
  return [item];
};
const inObject = (...items: Item[]): Item[] => [{ key: "outer", type: "object", value: items as unknown as Json }];
const many = (count: number, last: string): Item[] =>
  Array.from({ length: count }, (_, i) => ({ key: `k${i}`, type: "string", value: i + 1 === count ? last : "x" }));
const distinct = (list: Item[]) => [...new Map(list.map((item) => [JSON.stringify(item), item])).values()];
const holdsList = (where: Where, at: { level: number; inside: string }) => where.holds({ ...at, index: 1, count: 2 });
const sorted = (where: Where) => (list: Item[], at: { level: number; inside: string }) =>
  holdsList(where, at) ? [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : list;
function bothOrders(where: Where): [Item[], Item[]] {
  const items: Item[] = [sample("string"), sample("number")];
  const put = (list: Item[]): Item[] => {
    if (where === WHERE.top) return list;
    const inner: Item = {
      key: "inner",
      type: where === WHERE.array ? "object-array" : "object",
      value: list as unknown as Json,
    };
    return where === WHERE.deep ? inObject(inner) : [inner];
  };
  return [put(items), put([...items].reverse())];
}

interface Loose {
  name: string;
  type: string;
  view(value: Json): unknown;
  pair: [Json, Json];
}

const asText = (view: (text: string) => unknown) => (value: Json) => view(String(value));
const each = (view: (value: Json) => unknown) => (value: Json) => (Array.isArray(value) ? value.map(view) : value);

const LOOSE: Loose[] = [
  { name: "strings without case", type: "string", view: asText((s) => s.toLowerCase()), pair: ["Lot", "lot"] },
  { name: "strings trimmed", type: "string", view: asText((s) => s.trim()), pair: ["lot", " lot"] },
  {
    name: "strings with white space collapsed",
    type: "string",
    view: asText((s) => s.replace(/\s+/g, " ")),
    pair: ["a b", "a  b"],
  },
  { name: "strings in NFC", type: "string", view: asText((s) => s.normalize("NFC")), pair: ["\u00e9", "e\u0301"] },
  { name: "strings in NFKC", type: "string", view: asText((s) => s.normalize("NFKC")), pair: ["\ufb01", "fi"] },
  {
    name: "the first 255 characters of strings",
    type: "string",
    view: asText((s) => s.slice(0, 255)),
    pair: [`${"a".repeat(255)}b`, `${"a".repeat(255)}c`],
  },
  {
    name: "the first 4,096 characters of strings",
    type: "string",
    view: asText((s) => s.slice(0, 4096)),
    pair: [`${"a".repeat(4096)}b`, `${"a".repeat(4096)}c`],
  },
  {
    name: "strings without zero-width characters",
    type: "string",
    view: asText((s) => s.replace(/\u200b/g, "")),
    pair: ["ab", "a\u200bb"],
  },
  {
    name: "strings without accents",
    type: "string",
    view: asText((s) => s.normalize("NFD").replace(/\p{M}/gu, "")),
    pair: ["Hue", "Huế"],
  },
  { name: "the length of strings", type: "string", view: asText((s) => s.length), pair: ["abc", "abd"] },
  {
    name: "line ends of any kind",
    type: "string",
    view: asText((s) => s.replace(/\r\n?/g, "\n")),
    pair: ["a\nb", "a\r\nb"],
  },
  { name: "empty strings like spaces", type: "string", view: asText((s) => s || " "), pair: ["", " "] },
  { name: "numbers in their whole part", type: "number", view: (n) => Math.trunc(Number(n)), pair: [1.25, 1.5] },
  { name: "numbers with two decimals", type: "number", view: (n) => Number(n).toFixed(2), pair: [1.001, 1.002] },
  {
    name: "numbers in single precision",
    type: "number",
    view: (n) => Math.fround(Number(n)),
    pair: [0.1, 0.10000000149011612],
  },
  { name: "numbers without their sign", type: "number", view: (n) => Math.abs(Number(n)), pair: [1, -1] },
  {
    name: "numbers with a tolerance",
    type: "number",
    view: (n) => Number(n).toPrecision(15),
    pair: [0.3, 0.30000000000000004],
  },
  {
    name: "dates by their month",
    type: "date",
    view: asText((s) => s.slice(0, 7)),
    pair: ["2026-11-21", "2026-11-22"],
  },
  {
    name: "dates by their day and month",
    type: "date",
    view: asText((s) => s.slice(5)),
    pair: ["2026-11-21", "2025-11-21"],
  },
  {
    name: "date-times by their moment",
    type: "datetime",
    view: asText((s) => Date.parse(s)),
    pair: ["2026-11-21T06:15:00Z", "2026-11-21T13:15:00+07:00"],
  },
  {
    name: "date-times by their milliseconds",
    type: "datetime",
    view: asText((s) => s.replace(/(\.\d{3})\d+/, "$1")),
    pair: ["2026-11-21T06:15:00.1231Z", "2026-11-21T06:15:00.1232Z"],
  },
  {
    name: "date-times by their seconds",
    type: "datetime",
    view: asText((s) => s.replace(/\.\d+/, "")),
    pair: ["2026-11-21T06:15:00.5Z", "2026-11-21T06:15:00Z"],
  },
  {
    name: "date-times without their zone",
    type: "datetime",
    view: asText((s) => s.slice(0, 19)),
    pair: ["2026-11-21T06:15:00Z", "2026-11-21T06:15:00+07:00"],
  },
  {
    name: "date-times by their day",
    type: "datetime",
    view: asText((s) => s.slice(0, 10)),
    pair: ["2026-11-21T06:15:00Z", "2026-11-21T07:15:00Z"],
  },
  {
    name: "date-times with zero fractions cut",
    type: "datetime",
    view: asText((s) => s.replace(/\.?0+(?=Z)/, "")),
    pair: ["2026-11-21T06:15:01.10Z", "2026-11-21T06:15:01.1Z"],
  },
  {
    name: "file identifiers without case",
    type: "file",
    view: asText((s) => s.toLowerCase()),
    pair: ["6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"],
  },
  {
    name: "file identifiers by their first part",
    type: "file",
    view: asText((s) => s.slice(0, 8)),
    pair: ["6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4e"],
  },
  ...["string-array", "number-array", "date-array", "datetime-array", "boolean-array"].flatMap((type): Loose[] => {
    const [[a, b], [c]] = distinctPair(type);
    return [
      {
        name: `the length of a ${type}`,
        type,
        view: (v) => (v as Json[]).length,
        pair: [
          [a, b],
          [b, a],
        ],
      },
      {
        name: `the elements of a ${type} in any order`,
        type,
        view: (v) => [...(v as Json[])].map(String).sort(),
        pair: [
          [a, b],
          [b, a],
        ],
      },
      {
        name: `the elements of a ${type} as a set`,
        type,
        view: (v) => [...new Set((v as Json[]).map(String))],
        pair: [
          [a, b],
          [a, b, b],
        ],
      },
      {
        name: `the first element of a ${type}`,
        type,
        view: (v) => (v as Json[])[0],
        pair: [
          [a, b],
          [a, c],
        ],
      },
      {
        name: `the first 50 elements of a ${type}`,
        type,
        view: (v) => (v as Json[]).slice(0, 50),
        pair: [Array(51).fill(a), [...Array(50).fill(a), b]],
      },
    ];
  }),
  {
    name: "elements of a string-array trimmed",
    type: "string-array",
    view: each(asText((s) => s.trim())),
    pair: [["a"], ["a "]],
  },
  {
    name: "elements of a string-array without case",
    type: "string-array",
    view: each(asText((s) => s.toLowerCase())),
    pair: [["a"], ["A"]],
  },
  { name: "a string-array joined by commas", type: "string-array", view: asText(String), pair: [["a", "b"], ["a,b"]] },
  {
    name: "elements of a number-array rounded",
    type: "number-array",
    view: each((n) => Math.round(Number(n))),
    pair: [[1.1], [1.2]],
  },
  {
    name: "elements of a datetime-array by their moment",
    type: "datetime-array",
    view: each(asText((s) => Date.parse(s))),
    pair: [["2026-11-21T06:15:00Z"], ["2026-11-21T13:15:00+07:00"]],
  },
];

/** Different values, for array elements. */
function distinctPair(type: string): [[Json, Json], [Json]] {
  const one = type.replace("-array", "");
  const [a, b] = SAMPLES[one] as [Json, Json];
  const third: Record<string, Json> = {
    boolean: a,
    string: "third",
    number: 99,
    date: "2020-02-29",
    datetime: "2020-02-29T00:00:00Z",
  };
  return [[a, b], [third[one] as Json]];
}

const loosely = mutantsOf(FAMILY, {
  name: "values are compared loosely",
  rule: DIFFERENT,
  places: LOOSE.flatMap((loose) =>
    TOP_AND_NESTED.map((where) => ({ ...loose, name: `${loose.name} ${where.name}`, where })),
  ),
  fault: ({ where, type, view }) =>
    comparing((items) =>
      mapItems(items, "sent", (item, spot) =>
        where.holds(spot) && item.type === type ? { ...item, value: view(item.value) as Json } : item,
      ),
    ),
  witness: ({ where, type, pair: [one, other] }) =>
    clash(where.wrap({ key: "k", type, value: one }), where.wrap({ key: "k", type, value: other })),
});

const KEY_VIEWS: [string, (key: string) => unknown, string, string][] = [
  ["without case", (key) => key.toLowerCase(), "Key", "key"],
  ["trimmed", (key) => key.trim(), "key", "key "],
  ["in their first 64 characters", (key) => key.slice(0, 64), `${"k".repeat(64)}a`, `${"k".repeat(64)}b`],
  ["in NFC", (key) => key.normalize("NFC"), "\u00e9", "e\u0301"],
  ["without punctuation", (key) => key.replace(/\p{P}/gu, ""), "a-b", "a_b"],
];
const keys = mutantsOf(FAMILY, {
  name: "keys are compared loosely",
  rule: DIFFERENT,
  places: KEY_VIEWS.flatMap(([name, view, one, other]) =>
    TOP_AND_NESTED.map((where) => ({ name: `${name} ${where.name}`, where, view, one, other })),
  ),
  fault: ({ where, view }) =>
    comparing((items) =>
      mapItems(items, "sent", (item, spot) => (where.holds(spot) ? { ...item, key: String(view(item.key)) } : item)),
    ),
  witness: ({ where, one, other }) =>
    clash(where.wrap({ ...sample("string"), key: one }), where.wrap({ ...sample("string"), key: other })),
});

export const sameItems: Mutant[] = [...weakened, ...loosely, ...keys];
