import { create, onCreate, onRefusal, onToleratedItem, plain, refusedInstead } from "../kit/create-faults.js";
import { answered, type Exchange, type Item, type Json, type SentRecord } from "../kit/exchange.js";
import { type Fault, type Mutant, mutantsOf } from "../kit/fault.js";
import { allItems, depthOf, nestedItems, returned, sample, TOP_AND_NESTED } from "../kit/items.js";

const FAMILY = "rules of a body";
function many(count: number): Item[] {
  return Array.from({ length: count }, (_, i) => ({ ...sample("boolean"), key: `k${i}` }));
}
const LIMITS = "0003: items nest at most 8 levels deep, 1 to 150 of them; a request body has at most 1 MiB";

const DEPTHS: { name: string; refuses(items: Item[]): boolean; shown: Item[] }[] = [
  { name: "8 levels", refuses: (items) => depthOf(items) === 8, shown: nestedItems(8) },
  {
    name: "8 levels of object-arrays",
    refuses: (items) => depthOf(items) === 8 && passesOnly(items, "object-array"),
    shown: nestedItems(8, ["object-array"]),
  },
  {
    name: "8 levels of both types",
    refuses: (items) => depthOf(items) === 8 && !passesOnly(items, "object") && !passesOnly(items, "object-array"),
    shown: nestedItems(8, ["object", "object-array"]),
  },
  { name: "7 levels and more", refuses: (items) => depthOf(items) >= 7, shown: nestedItems(7) },
  { name: "5 levels and more", refuses: (items) => depthOf(items) >= 5, shown: nestedItems(5) },
  { name: "150 items in the record", refuses: (items) => items.length === 150, shown: many(150) },
  { name: "more than 100 items in the record", refuses: (items) => items.length > 100, shown: many(101) },
  {
    name: "150 items in an object",
    refuses: (items) => widest(items, "object") === 150,
    shown: holding("object", many(150)),
  },
  {
    name: "150 items in an object-array",
    refuses: (items) => widest(items, "object-array") === 150,
    shown: holding("object-array", many(150)),
  },
  {
    name: "more than 150 items over all levels",
    refuses: (items) => allItems(items, "sent").length > 150,
    shown: holding("object", many(150)),
  },
  {
    name: "an empty object-array",
    refuses: (items) => has(items, (item) => item.type === "object-array" && emptyArray(item)),
    shown: holding("object-array", []),
  },
  {
    name: "an object in an object",
    refuses: (items) =>
      allItems(items, "sent").some(({ item, spot }) => item.type === "object" && spot.inside === "object"),
    shown: nestedItems(3),
  },
  {
    name: "an object-array in an object-array",
    refuses: (items) =>
      allItems(items, "sent").some(({ item, spot }) => item.type === "object-array" && spot.inside === "object-array"),
    shown: nestedItems(3, ["object-array"]),
  },
  {
    name: "a file in an object",
    refuses: (items) =>
      allItems(items, "sent").some(({ item, spot }) => item.type === "file" && spot.inside === "object"),
    shown: holding("object", [sample("file")]),
  },
  {
    name: "an empty array",
    refuses: (items) => has(items, (item) => item.type !== "object-array" && emptyArray(item)),
    shown: [{ key: "k", type: "string-array", value: [] }],
  },
  {
    name: "an empty string",
    refuses: (items) => has(items, (item) => item.value === ""),
    shown: [{ key: "k", type: "string", value: "" }],
  },
  {
    name: "strings of more than 10,000 characters",
    refuses: (items) => has(items, (item) => String(item.value).length > 10_000 && item.type === "string"),
    shown: [{ key: "k", type: "string", value: "x".repeat(10_001) }],
  },
  {
    name: "arrays of more than 1,000 elements",
    refuses: (items) =>
      has(
        items,
        (item) =>
          /^(string|number|date|datetime|boolean)-array$/.test(item.type) && (item.value as Json[]).length > 1000,
      ),
    shown: [{ key: "k", type: "number-array", value: Array(1001).fill(1) }],
  },
  {
    name: "arrays of more than 150 elements",
    refuses: (items) =>
      has(
        items,
        (item) =>
          /^(string|number|date|datetime|boolean)-array$/.test(item.type) && (item.value as Json[]).length > 150,
      ),
    shown: [{ key: "k", type: "boolean-array", value: Array(151).fill(true) }],
  },
];
const has = (items: Item[], wanted: (item: Item) => boolean) =>
  allItems(items, "sent").some(({ item }) => wanted(item));
const emptyArray = ({ value }: Item) => Array.isArray(value) && value.length === 0;
const widest = (items: Item[], type: string) =>
  Math.max(
    0,
    ...allItems(items, "sent")
      .filter(({ spot }) => spot.inside === type)
      .map(({ spot }) => spot.count),
  );
const passesOnly = (items: Item[], type: string) =>
  allItems(items, "sent").every(({ item }) => !item.type.startsWith("object") || item.type === type);
function holding(type: string, items: Item[]): Item[] {
  return [{ key: "outer", type, value: items as unknown as Json }];
}
const bounds = mutantsOf(FAMILY, {
  name: "a right record is refused",
  rule: LIMITS,
  places: DEPTHS,
  fault: ({ refuses }) => onRefusal(({ items }) => (refuses(items) ? "items break a limit" : undefined)),
  witness: ({ shown }) => [create({ uid: "bounds", items: shown })],
});

/** Accepts records above a limit, with the response that the correct server would send for a smaller one. */
const taking = (takes: (record: SentRecord, exchange: Exchange) => boolean): Fault =>
  onCreate((record, exchange) =>
    takes(record, exchange)
      ? {
          after: ({ status }) => (status === 400 ? answered(201, { data: accepted(record) }) : undefined),
        }
      : undefined,
  );
const accepted = ({ uid, items }: SentRecord) => {
  const now = new Date().toISOString().replace("Z", "000+00:00");
  return { uid, items: returned(items, (id) => `http://127.0.0.1/files/${id}`), createdDate: now, updatedDate: now };
};

const PAST: { name: string; takes(record: SentRecord, exchange: Exchange): boolean; shown: Item[] }[] = [
  { name: "9 levels", takes: ({ items }) => depthOf(items) === 9, shown: nestedItems(9) },
  { name: "any depth", takes: ({ items }) => depthOf(items) > 8, shown: nestedItems(12) },
  {
    name: "9 levels of object-arrays",
    takes: ({ items }) => depthOf(items) === 9 && passesOnly(items, "object-array"),
    shown: nestedItems(9, ["object-array"]),
  },
  {
    name: "9 levels of both types",
    takes: ({ items }) => depthOf(items) > 8 && !passesOnly(items, "object") && !passesOnly(items, "object-array"),
    shown: nestedItems(9, ["object", "object-array"]),
  },
  {
    name: "object-arrays that do not count as levels",
    takes: ({ items }) => depthOf(items) > 8 && objectsOnly(items) <= 8,
    shown: nestedItems(10, ["object", "object-array"]),
  },
  {
    name: "9 levels past the first item",
    takes: ({ items }) => depthOf(items) > 8 && depthOf(items.slice(0, 1)) <= 8,
    shown: [sample("string"), ...nestedItems(9)],
  },
  {
    name: "a body one byte too large",
    takes: (_, { text }) => Buffer.byteLength(text) === 1_048_577,
    shown: sized(1_048_577),
  },
  { name: "a body of 2 MB", takes: (_, { text }) => Buffer.byteLength(text) > 1_048_576, shown: sized(2_000_000) },
  {
    name: "a body too large in bytes and not in characters",
    takes: (_, { text }) => Buffer.byteLength(text) > 1_048_576 && text.length <= 1_048_576,
    shown: sized(1_048_577, "é"),
  },
];
const objectsOnly = (items: Item[]): number =>
  Math.max(
    0,
    ...items.map(({ type, value }) =>
      type.startsWith("object") ? (type === "object" ? 1 : 0) + objectsOnly(value as unknown as Item[]) : 1,
    ),
  );

/** Returns items for a body with this number of bytes, with the uid of the witnesses. */
function sized(bytes: number, letter = "x"): Item[] {
  const item = (value: string): Item[] => [{ key: "k", type: "string", value }];
  const rest = bytes - Buffer.byteLength(JSON.stringify({ uid: "bounds", items: item("") }));
  const width = Buffer.byteLength(letter);
  return item(letter.repeat(Math.floor(rest / width)) + "x".repeat(rest % width));
}
const past = mutantsOf(FAMILY, {
  name: "a record past a limit is taken",
  rule: LIMITS,
  places: PAST,
  fault: ({ takes }) => taking(takes),
  witness: ({ shown }) => [create({ uid: "bounds", items: shown })],
});

const sizes = mutantsOf(FAMILY, {
  name: "a body within the limit is refused",
  rule: LIMITS,
  places: [
    { name: "of exactly 1 MiB", refuses: (bytes: number) => bytes === 1_048_576, shown: 1_048_576 },
    { name: "past 1,000,000 bytes", refuses: (bytes: number) => bytes > 1_000_000, shown: 1_000_001 },
    { name: "past 100 KiB", refuses: (bytes: number) => bytes > 102_400, shown: 102_401 },
    { name: "past 64 KiB", refuses: (bytes: number) => bytes > 65_536, shown: 65_537 },
  ],
  fault: ({ refuses }) =>
    onCreate((_, { text }) => (refuses(Buffer.byteLength(text)) ? refusedInstead("the body is too large") : undefined)),
  witness: ({ shown }) => [create({ uid: "bounds", items: sized(shown) })],
});

const NESTED: { name: string; type: string; takes(items: Json[]): boolean; shown: Item[] }[] = [
  { name: "an empty object", type: "object", takes: (items) => items.length === 0, shown: [] },
  { name: "an object of 151 items", type: "object", takes: (items) => items.length === 151, shown: many(151) },
  { name: "an object of any number of items", type: "object", takes: (items) => items.length > 150, shown: many(200) },
  {
    name: "an object-array of 151 items",
    type: "object-array",
    takes: (items) => items.length === 151,
    shown: many(151),
  },
  {
    name: "an object-array of any number of items",
    type: "object-array",
    takes: (items) => items.length > 150,
    shown: many(200),
  },
];
const nested = mutantsOf(FAMILY, {
  name: "a list of items past a limit is taken",
  rule: LIMITS,
  places: NESTED.flatMap((each) =>
    TOP_AND_NESTED.map((where) => ({ ...each, where, name: `${each.name} ${where.name}` })),
  ),
  fault: ({ where, type, takes }) =>
    onToleratedItem(where, (item) =>
      item.type === type && Array.isArray(item.value) && takes(item.value) ? sample(type) : undefined,
    ),
  witness: ({ where, type, shown }) => [
    create({ uid: "rules", items: where.wrap({ key: "o", type, value: shown as unknown as Json }) }),
  ],
});

const UIDS: { name: string; odd(uid: string): boolean; shown: string }[] = [
  { name: "one character", odd: (u) => u.length === 1, shown: "u" },
  { name: "100 characters", odd: (u) => [...u].length === 100, shown: "u".repeat(100) },
  { name: "more than 64 characters", odd: (u) => [...u].length > 64, shown: "u".repeat(65) },
  { name: "more than 100 bytes", odd: (u) => Buffer.byteLength(u) > 100, shown: "é".repeat(51) },
  { name: "more than 100 UTF-16 units", odd: (u) => u.length > 100, shown: "\u{1f600}".repeat(51) },
  { name: "white space alone", odd: (u) => u.trim() === "", shown: " " },
  { name: "spaces", odd: (u) => u.includes(" "), shown: "a b" },
  { name: "slashes", odd: (u) => u.includes("/"), shown: "a/b" },
  { name: "characters beyond ASCII", odd: (u) => /\P{ASCII}/u.test(u), shown: "Huế" },
  { name: "control characters", odd: (u) => /\p{Cc}/u.test(u), shown: "a\tb" },
  { name: "NUL", odd: (u) => u.includes("\0"), shown: "a\0b" },
  { name: "lone surrogates", odd: (u) => /\p{Cs}/u.test(u), shown: "a\udc00" },
  { name: "points at the beginning", odd: (u) => u.startsWith("."), shown: ".." },
  { name: "percent signs", odd: (u) => u.includes("%"), shown: "a%2Fb" },
  { name: "quotes", odd: (u) => /["']/.test(u), shown: 'a"b' },
  { name: "__proto__", odd: (u) => u === "__proto__" || u === "constructor", shown: "__proto__" },
  { name: "digits alone", odd: (u) => /^\d+$/.test(u), shown: "12345" },
];
const uids = mutantsOf(FAMILY, {
  name: "a right uid is refused",
  rule: "document 2.1: uid is a non-empty string of at most 100 characters",
  places: UIDS,
  fault: ({ odd }) => onRefusal(({ uid }) => (odd(uid) ? "uid is wrong" : undefined)),
  witness: ({ shown }) => [create(plain(shown))],
});

export const limits: Mutant[] = [...bounds, ...past, ...sizes, ...nested, ...uids];
