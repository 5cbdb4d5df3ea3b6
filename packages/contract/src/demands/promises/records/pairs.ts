import { longText } from "../../../text/battery.js";
import { type Creator, type Item, list as lists, object, text } from "./creator.js";

/** Two different valid lists of items. */
export type Pair = [one: Item[], other: Item[]];

const of = (one: unknown, other: unknown, type = "string"): Pair => [
  [{ key: "k", type, value: one }],
  [{ key: "k", type, value: other }],
];
const long = (length: number, end: string) => longText(length) + end;
const many = (count: number, last: string) =>
  Array.from({ length: count }, (_, i) => text(i === count - 1 ? last : "v", `k${i}`));
const list = (count: number, last: string) =>
  Array.from({ length: count }, (_, i) => (i === count - 1 ? last : `v${i}`));
const [a, b] = [text("a", "a"), text("b", "b")];

/** Strings that a server confuses if it folds case, trims, decodes or normalizes. */
export const TEXT_PAIRS: Record<string, Pair> = {
  "normal forms": of("\u00e9", "e\u0301"),
  "a compatibility form": of("\ufb01", "fi"),
  "case beyond ASCII": of("\u00c9", "\u00e9"),
  "a sharp s": of("\u00df", "ss"),
  "line ends": of("a\r\nb", "a\nb"),
  "a space and a no-break space": of("a b", "a\u00a0b"),
  "a tab and a space": of("a\tb", "a b"),
  "lone surrogates": of("\ud800", "\ud801"),
  "a lone surrogate and the replacement character": of("\ud800", "\ufffd"),
  "a zero-width character": of("ab", "a\u200bb"),
  "what follows NUL": of("a\u0000b", "a\u0000c"),
  "an empty string and a space": of("", " "),
  "a line feed and its escape": of("\n", "\\n"),
  "markup and its entity": of("<", "&lt;"),
  "percent encoding": of("a b", "a%20b"),
  "the strings null and empty": of("null", ""),
  "the strings 1 and 1.0": of("1", "1.0"),
  "the strings 1 and true": of("1", "true"),
  "two forms of the same time, as strings": of("2026-11-21T06:15:00Z", "2026-11-21T06:15:00.000Z"),
  "an astral character": of("\u{1f600}", "\u{1f601}"),
};

/** Pairs that differ only at their end, in their order or in their number. */
const LONG: Record<string, Pair> = {
  ...Object.fromEntries(
    [50, 64, 100, 128, 255, 256, 500, 1000, 1024, 4096, 8192, 10_000, 65_536, 300_000].map((length) => [
      `the last of ${length + 1} characters`,
      of(long(length, "a"), long(length, "b")),
    ]),
  ),
  "the middle of 10,001 characters": of(`${longText(5000)}a${longText(5000)}`, `${longText(5000)}b${longText(5000)}`),
  "the first of 10,001 characters": of(`a${longText(10_000)}`, `b${longText(10_000)}`),
  "the lengths of long strings": of(longText(10_000), longText(10_001)),
  ...Object.fromEntries(
    [2, 11, 50, 51, 100, 101, 150].map((count) => [
      `the last of ${count} items`,
      [many(count, "x"), many(count, "y")] as Pair,
    ]),
  ),
  ...Object.fromEntries(
    [2, 50, 51, 100, 101, 1000, 5000].map((count) => [
      `the last of ${count} elements`,
      of(list(count, "x"), list(count, "y"), "string-array"),
    ]),
  ),
  "the order of a long array": of(list(60, "x"), list(60, "x").toReversed(), "string-array"),
  "an array and the same one sorted": of(["b", "a"], ["a", "b"], "string-array"),
  "an array and the same one without duplicates": of(["a", "a"], ["a"], "string-array"),
  "an empty array and an array with an empty string": of([], [""], "string-array"),
};

/** Similar values of the other types. */
const VALUES: Record<string, Pair> = {
  "numbers and their order": of([1, 2, 3], [3, 2, 1], "number-array"),
  "the last digit of a number": of(0.1, 0.10000000000000002, "number"),
  "large numbers": of(9007199254740991, 9007199254740990, "number"),
  "the sign of a number": of(1, -1, "number"),
  "0 and a very small number": of(0, 5e-324, "number"),
  "1 and the next larger number": of(1, 1.0000000000000002, "number"),
  "a thousandth of a number": of(12.5, 12.501, "number"),
  booleans: of(true, false, "boolean"),
  "the order of booleans": of([true, false], [false, true], "boolean-array"),
  dates: of("2026-11-21", "2026-11-22", "date"),
  "the order of dates": of(["2026-11-21", "2026-11-22"], ["2026-11-22", "2026-11-21"], "date-array"),
  "two forms of the same time": of("2026-11-21T06:15:00Z", "2026-11-21T06:15:00+00:00", "datetime"),
  "the same time in two zones": of("2026-11-21T06:15:00Z", "2026-11-21T13:15:00+07:00", "datetime"),
  "the same time with an extra zero": of("2026-11-21T06:15:00.1Z", "2026-11-21T06:15:00.10Z", "datetime"),
  nanoseconds: of("2026-11-21T06:15:00.123456788Z", "2026-11-21T06:15:00.123456789Z", "datetime"),
  "the same time in two zones, in an array": of(
    ["2026-11-21T06:15:00Z"],
    ["2026-11-21T13:15:00+07:00"],
    "datetime-array",
  ),
  "a file and the same one in upper case": of(
    "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
    "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D",
    "file",
  ),
};

/** The same parts in a different arrangement. */
const ARRANGEMENTS: Record<string, Pair> = {
  "keys by case": [[text("v", "key")], [text("v", "Key")]],
  "keys by a space": [[text("v", "key")], [text("v", "key ")]],
  "keys by normal form": [[text("v", "\u00e9")], [text("v", "e\u0301")]],
  "keys by the last of 100 characters": [[text("v", `${longText(99)}a`)], [text("v", `${longText(99)}b`)]],
  "the order of items": [
    [a, b],
    [b, a],
  ],
  "the order of items with the same key": [
    [text("1"), text("2")],
    [text("2"), text("1")],
  ],
  "the values of two keys": [
    [text("1", "a"), text("2", "b")],
    [text("2", "a"), text("1", "b")],
  ],
  "a duplicate item": [[a, a], [a]],
  "an extra item": [[a], [a, b]],
  "a missing item": [[a, b], [a]],
  "where one string ends and the next begins": [
    [text("ab", "k"), text("c", "k")],
    [text("a", "k"), text("bc", "k")],
  ],
  "where a key ends and a value begins": [[text("bc", "a")], [text("c", "ab")]],
  "separators within strings": [[text('a","b')], [text("a"), text("b")]],
  "the order of nested items": [[object([a, b])], [object([b, a])]],
  "the order of items in an object-array": [[lists([a, b])], [lists([b, a])]],
  "an object and an object-array with the same item": [[object([a])], [lists([a])]],
  "an empty object-array and one with an item": [[lists([])], [lists([a])]],
  "two object-arrays and one": [
    [lists([a]), lists([b])],
    [lists([a, b]), lists([])],
  ],
  "an item inside an object and after it": [[object([a, b])], [object([a]), b]],
  "a deeply nested value": [
    [object([object([object([object([lists([a])])])])])],
    [object([object([object([object([lists([b])])])])])],
  ],
  "the type of equal values": [[text("2026-11-21", "k")], [{ key: "k", type: "date", value: "2026-11-21" }]],
  "the type of an empty array": [of([], [], "string-array")[0], of([], [], "number-array")[0]],
};

/** Returns pairs of records that a server confuses if it folds, truncates, rounds or hashes a part; only valid ones. */
export function pairsOf({ itemTypes, accepts }: Creator): Record<string, Pair> {
  const known = new Set(itemTypes.map(({ type }) => type));
  const typesOf = (items: Item[]): string[] =>
    items.flatMap(({ type, value }) => [type, ...(type.startsWith("object") ? typesOf(value as Item[]) : [])]);
  return Object.fromEntries(
    Object.entries({ ...TEXT_PAIRS, ...LONG, ...VALUES, ...ARRANGEMENTS }).filter(
      ([, both]) => both.flatMap(typesOf).every((type) => known.has(type)) && both.every((items) => accepts(items)),
    ),
  );
}
