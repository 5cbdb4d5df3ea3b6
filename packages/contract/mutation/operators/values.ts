import { create, onReturnedItem, onReturnedItems } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import {
  asJson,
  LEVELS,
  mapLists,
  nestedItems,
  SAMPLES,
  sample,
  TOP_AND_NESTED,
  WHERE,
  type Where,
} from "../kit/items.js";
import { ITEM_TYPES } from "../kit/spec.js";

const FAMILY = "echo of values";
const RULE = "document 4.1, rule 2: response items keep the key and type sent, values are echoed";

interface ValueChange {
  name: string;
  /** The type of the item; with `-array` also its elements. */
  type: string;
  change(value: Json): Json;
  shown: Json;
}

const num = (change: (n: number) => Json) => (value: Json) => change(Number(value));
const str = (change: (s: string) => Json) => (value: Json) => change(String(value));

const SCALARS: ValueChange[] = [
  { name: "numbers are rounded", type: "number", change: num(Math.round), shown: 1.5 },
  { name: "numbers have two decimals", type: "number", change: num((n) => Math.round(n * 100) / 100), shown: 1.005 },
  { name: "numbers have six decimals", type: "number", change: num((n) => Math.round(n * 1e6) / 1e6), shown: 1e-7 },
  { name: "numbers have single precision", type: "number", change: num(Math.fround), shown: 0.1 },
  {
    name: "numbers have 15 digits",
    type: "number",
    change: num((n) => Number(n.toPrecision(15))),
    shown: 0.30000000000000004,
  },
  {
    name: "numbers have 16 digits",
    type: "number",
    change: num((n) => Number(n.toPrecision(16))),
    shown: 1.7976931348623157e308,
  },
  {
    name: "whole numbers wrap at 32 bits",
    type: "number",
    change: num((n) => (Number.isInteger(n) ? n | 0 : n)),
    shown: 4294967297,
  },
  {
    name: "whole numbers stop at 2^53 - 1",
    type: "number",
    change: num((n) => Math.min(n, Number.MAX_SAFE_INTEGER)),
    shown: 9007199254740992,
  },
  { name: "numbers lose their sign", type: "number", change: num(Math.abs), shown: -2.5 },
  { name: "tiny numbers become 0", type: "number", change: num((n) => (Math.abs(n) < 1e-300 ? 0 : n)), shown: 5e-324 },
  { name: "small numbers become 0", type: "number", change: num((n) => (Math.abs(n) < 1e-9 ? 0 : n)), shown: 1e-10 },
  {
    name: "huge numbers become texts",
    type: "number",
    change: num((n) => (Math.abs(n) >= 1e21 ? String(n) : n)),
    shown: 1e21,
  },
  {
    name: "whole numbers become texts",
    type: "number",
    change: num((n) => (Number.isInteger(n) ? String(n) : n)),
    shown: 7,
  },
  { name: "0 becomes null", type: "number", change: num((n) => n || null), shown: 0 },
  { name: "booleans are inverted", type: "boolean", change: (b) => !b, shown: true },
  { name: "booleans become 0 and 1", type: "boolean", change: (b) => (b ? 1 : 0), shown: true },
  { name: "false becomes null", type: "boolean", change: (b) => b || null, shown: false },
  { name: "dates become date-times", type: "date", change: str((s) => `${s}T00:00:00Z`), shown: "2026-11-21" },
  {
    name: "day and month are swapped",
    type: "date",
    change: str((s) => s.replace(/-(0\d|1[0-2])-(0\d|1[0-2])$/, "-$2-$1")),
    shown: "2026-11-05",
  },
  { name: "dates are a day early", type: "date", change: str((s) => shifted(s, -1)), shown: "2026-11-21" },
  {
    name: "the last day of a year moves to the next",
    type: "date",
    change: str((s) => (s.endsWith("-12-31") ? shifted(s, 1) : s)),
    shown: "2025-12-31",
  },
  {
    name: "29 February becomes 28 February",
    type: "date",
    change: str((s) => s.replace(/-02-29$/, "-02-28")),
    shown: "2024-02-29",
  },
  {
    name: "years have two digits",
    type: "date",
    change: str((s) => s.replace(/^\d\d(?=\d\d-)/, "20")),
    shown: "1926-11-21",
  },
  {
    name: "years before 1970 become 1970",
    type: "date",
    change: str((s) => (s < "1970" ? "1970-01-01" : s)),
    shown: "1969-12-31",
  },
  {
    name: "years past 2262 are cut",
    type: "date",
    change: str((s) => (s > "2262-04-11" ? "2262-04-11" : s)),
    shown: "9999-12-31",
  },
  {
    name: "date-times are brought to UTC",
    type: "datetime",
    change: str((s) => moved(s)),
    shown: "2026-11-21T13:15:00+07:00",
  },
  {
    name: "Z becomes +00:00",
    type: "datetime",
    change: str((s) => s.replace("Z", "+00:00")),
    shown: "2026-11-21T06:15:00Z",
  },
  {
    name: "+00:00 becomes Z",
    type: "datetime",
    change: str((s) => s.replace("+00:00", "Z")),
    shown: "2026-11-21T06:15:00+00:00",
  },
  {
    name: "-00:00 becomes +00:00",
    type: "datetime",
    change: str((s) => s.replace("-00:00", "+00:00")),
    shown: "2026-11-21T06:15:00-00:00",
  },
  {
    name: "fractions are dropped",
    type: "datetime",
    change: str((s) => s.replace(/\.\d+/, "")),
    shown: "2026-11-21T06:15:00.5Z",
  },
  {
    name: "fractions have three digits",
    type: "datetime",
    change: str((s) => s.replace(/(\.\d{3})\d+/, "$1")),
    shown: "2026-11-21T06:15:00.1234Z",
  },
  {
    name: "fractions have six digits",
    type: "datetime",
    change: str((s) => s.replace(/(\.\d{6})\d+/, "$1")),
    shown: "2026-11-21T06:15:00.1234567Z",
  },
  {
    name: "fractions have nine digits",
    type: "datetime",
    change: str((s) => s.replace(/(\.\d{9})\d+/, "$1")),
    shown: "2026-11-21T06:15:00.1234567891Z",
  },
  {
    name: "fractions are padded",
    type: "datetime",
    change: str((s) => s.replace(/(\.\d{1,2})(?=\D)/, (f) => f.padEnd(4, "0"))),
    shown: "2026-11-21T06:15:00.5Z",
  },
  {
    name: "zeros at the end of fractions are dropped",
    type: "datetime",
    change: str((s) =>
      s
        .replace(/0+(?=[Z+-][^.]*$)/, (z, at: number) => (s.lastIndexOf(".", at) > 0 ? "" : z))
        .replace(/\.(?=[Z+-])/, ""),
    ),
    shown: "2026-11-21T06:15:00.10Z",
  },
  {
    name: "the zone is dropped for +00:00",
    type: "datetime",
    change: str((s) => s.replace(/[+-]\d\d:\d\d$/, "+00:00")),
    shown: "2026-11-21T13:15:00+07:00",
  },
  {
    name: "the minutes of the zone are dropped",
    type: "datetime",
    change: str((s) => s.replace(/([+-]\d\d):\d\d$/, "$1:00")),
    shown: "2026-11-21T13:15:00+05:30",
  },
  {
    name: "a leap second becomes 59",
    type: "datetime",
    change: str((s) => s.replace(":60", ":59")),
    shown: "2016-12-31T23:59:60Z",
  },
  {
    name: "T becomes a space",
    type: "datetime",
    change: str((s) => s.replace("T", " ")),
    shown: "2026-11-21T06:15:00Z",
  },
];

function shifted(day: string, by: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  at.setUTCDate(at.getUTCDate() + by);
  return at.toISOString().slice(0, 10);
}

function moved(moment: string): string {
  const at = Date.parse(moment);
  return Number.isNaN(at) ? moment : new Date(at).toISOString();
}

/** An item of the type alone, or an array of it: a server may convert the one and not the other. */
const forms = ({ type, change, shown }: ValueChange): { form: string; item: Item; apply(item: Item): Item }[] => [
  {
    form: type,
    item: { key: "k", type, value: shown },
    apply: (item) => (item.type === type ? { ...item, value: change(item.value) } : item),
  },
  {
    form: `${type}-array`,
    item: { key: "k", type: `${type}-array`, value: [shown, shown] },
    apply: (item) =>
      item.type === `${type}-array` && Array.isArray(item.value) ? { ...item, value: item.value.map(change) } : item,
  },
];

/** Each change alone at one level and as an element at another; the levels take turns. */
const scalarPlaces = SCALARS.flatMap((scalar, i) =>
  forms(scalar).map(({ form, item, apply }, j) => {
    const where = LEVELS[(i + j * 2) % LEVELS.length] as Where;
    return { name: `${scalar.name}, ${form} ${where.name}`, where, item, apply };
  }),
);

const scalars = mutantsOf(FAMILY, {
  name: "values are changed",
  rule: RULE,
  places: scalarPlaces,
  fault: ({ where, apply }) => onReturnedItem(where, apply),
  witness: ({ where, item }) => [create({ uid: "echo", items: where.wrap(item) })],
});

const ARRAYS = ["string", "number", "date", "datetime", "boolean"].map((type) => `${type}-array`);
const ARRAY_CHANGES: { name: string; change(all: Json[]): Json; shown(one: Json, other: Json): Json[] }[] = [
  { name: "in another order", change: (all) => [...all].reverse(), shown: (a, b) => [a, b] },
  { name: "sorted", change: (all) => [...all].sort(), shown: (a, b) => ([a, b].sort()[0] === a ? [b, a] : [a, b]) },
  { name: "without repeats", change: (all) => [...new Set(all)], shown: (a, b) => [a, a, b] },
  { name: "null when empty", change: (all) => (all.length === 0 ? null : all), shown: () => [] },
  { name: "cut at 50", change: (all) => all.slice(0, 50), shown: (a) => Array(51).fill(a) },
  { name: "cut at 100", change: (all) => all.slice(0, 100), shown: (a) => Array(101).fill(a) },
  { name: "cut at 1,000", change: (all) => all.slice(0, 1000), shown: (a) => Array(1001).fill(a) },
  { name: "without their last element", change: (all) => all.slice(0, -1), shown: (a, b) => [a, b] },
  {
    name: "a single element becomes a plain value",
    change: (all) => (all.length === 1 ? (all[0] as Json) : all),
    shown: (a) => [a],
  },
];

const arrays = mutantsOf(FAMILY, {
  name: "arrays are changed",
  rule: RULE,
  places: ARRAY_CHANGES.flatMap((each, i) =>
    ARRAYS.map((type, j) => {
      const where = LEVELS[(i + j) % LEVELS.length] as Where;
      return { ...each, name: `${type} ${each.name} ${where.name}`, type, where };
    }),
  ),
  fault: ({ where, type, change }) =>
    onReturnedItem(where, (item) =>
      item.type === type && Array.isArray(item.value) ? { ...item, value: change(item.value) } : item,
    ),
  witness: ({ where, type, shown }) => {
    const [one, other] = SAMPLES[type.replace("-array", "")] as [Json, Json];
    return [create({ uid: "echo", items: where.wrap({ key: "k", type, value: shown(one, other) }) })];
  },
});

const two = (): Item[] => [sample("string"), { ...sample("number"), key: "other" }];

const LIST_CHANGES: { name: string; change(list: Item[]): Item[]; shown: () => Item[] }[] = [
  { name: "items in another order", change: (list) => [...list].reverse(), shown: two },
  { name: "items sorted by key", change: (list) => [...list].sort((a, b) => (a.key < b.key ? -1 : 1)), shown: two },
  {
    name: "items grouped by type",
    change: (list) => [...list].sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : 0)),
    shown: two,
  },
  {
    name: "the last of several items is lost",
    change: (list) => (list.length > 1 ? list.slice(0, -1) : list),
    shown: two,
  },
  {
    name: "items that repeat a key are merged",
    change: (list) => [...new Map(list.map((item) => [item.key, item])).values()],
    shown: () => [sample("string"), sample("number")],
  },
  {
    name: "equal items are merged",
    change: (list) => [...new Map(list.map((item) => [JSON.stringify(item), item])).values()],
    shown: () => [sample("string"), sample("string")],
  },
  {
    name: "items past the 100th are lost",
    change: (list) => list.slice(0, 100),
    shown: () => Array.from({ length: 101 }, (_, i) => ({ ...sample("string"), key: `k${i}` })),
  },
  {
    name: "items past the 149th are lost",
    change: (list) => list.slice(0, 149),
    shown: () => Array.from({ length: 150 }, (_, i) => ({ ...sample("string"), key: `k${i}` })),
  },
  {
    name: "the first item comes twice",
    change: (list) => (list.length > 1 ? [list[0] as Item, ...list.slice(0, 149)] : list),
    shown: two,
  },
];

const lists = mutantsOf(FAMILY, {
  name: "lists of items are changed",
  rule: RULE,
  places: ["", "object", "object-array"].flatMap((inside) =>
    LIST_CHANGES.map((each) => ({
      ...each,
      inside,
      name: `${each.name}, in ${inside ? `an ${inside}` : "the record"}`,
    })),
  ),
  fault: ({ inside, change }) =>
    onReturnedItems((items) => mapLists(items, "returned", (list, at) => (at.inside === inside ? change(list) : list))),
  witness: ({ inside, shown }) => [
    create({ uid: "echo", items: inside ? [{ key: "o", type: inside, value: asJson(shown()) }] : shown() }),
  ],
});

const objectArray = (change: (lists: Json[]) => Json) => (where: Where) =>
  onReturnedItem(where, (item) =>
    item.type === "object-array" && Array.isArray(item.value) ? { ...item, value: change(item.value) } : item,
  );
const pairs = (items: Json[]): Json[][] =>
  Array.from({ length: Math.ceil(items.length / 2) }, (_, i) => items.slice(2 * i, 2 * i + 2));
const SHAPES: [string, (lists: Json[]) => Json, number][] = [
  ["stays flat", (all) => all.flat(1), 2],
  ["puts all items into one element", (all) => [all.flat(1)], 2],
  ["is null when empty", (all) => (all.length === 0 ? null : all), 0],
  ["has an empty element when empty", (all) => (all.length === 0 ? [[]] : all), 0],
  ["stays flat when it has one item", (all) => (all.length === 1 ? all.flat(1) : all), 1],
  ["pairs its items", (all) => pairs(all.flat(1)), 2],
  ["is wrapped once more", (all) => all.map((each) => [each]), 1],
];
const shapes = mutantsOf(FAMILY, {
  name: "an object-array has another shape",
  rule: "0004: element i of the response is the array that holds item i of the request alone",
  places: SHAPES.flatMap(([name, change, size]) =>
    [WHERE.top, WHERE.deep].map((where) => ({ name: `${name} ${where.name}`, where, make: objectArray(change), size })),
  ),
  fault: ({ where, make }) => make(where),
  witness: ({ where, size }) => [
    create({ uid: "echo", items: where.wrap({ key: "o", type: "object-array", value: asJson(two().slice(0, size)) }) }),
  ],
});

const types = mutantsOf(FAMILY, {
  name: "the type is another",
  rule: RULE,
  places: ITEM_TYPES.flatMap((type, i) =>
    [TOP_AND_NESTED[i % 2] as Where].map((where) => ({ name: `${type} ${where.name}`, type, where })),
  ),
  fault: ({ type, where }) =>
    onReturnedItem(where, (item) =>
      item.type === type ? { ...item, type: type === "string" ? "text" : "string" } : item,
    ),
  witness: ({ type, where }) => [create({ uid: "echo", items: where.wrap(sample(type)) })],
});

const depths = mutantsOf(FAMILY, {
  name: "what lies deep is lost",
  rule: RULE,
  places: [3, 5, 8].map((level) => ({ name: `at level ${level}`, level })),
  fault: ({ level }) =>
    onReturnedItem({ ...WHERE.top, holds: (spot) => spot.level === level }, (item) =>
      item.type === "string" ? { ...item, value: "" } : item,
    ),
  witness: ({ level }) => [create({ uid: "echo", items: nestedItems(level) })],
});

export const values: Mutant[] = [...scalars, ...arrays, ...lists, ...shapes, ...types, ...depths];
