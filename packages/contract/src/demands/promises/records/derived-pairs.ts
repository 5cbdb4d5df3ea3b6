import { arrayTypesOf, type Creator, type Item, type ItemType } from "./creator.js";
import { elementOf } from "./element-of.js";
import { type Pair, pairsOf, TEXT_PAIRS } from "./pairs.js";

/** Values that are valid for more than one item type. */
const SHARED: unknown[] = [
  "2026-11-21",
  "2026-11-21T06:15:00Z",
  "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
  [],
  ["2026-11-21", "2026-11-22"],
  ["2026-11-21T06:15:00Z", "2026-11-21T06:15:01Z"],
  [{ key: "a", type: "string", value: "a" }],
];

/** Values of different types, alone and in an array, that a server confuses if it compares them as text. */
const PRINTED_ALIKE: [unknown, unknown][] = [true, false, 0, 1, -1, 1.5, 1e21].flatMap(
  (value): [unknown, unknown][] => {
    const text = String(value);
    return [
      [value, text],
      [
        [value, value],
        [text, text],
      ],
    ];
  },
);

/** The lengths of the arrays to compare. */
const LENGTHS = [3, 51, 101, 1001];

/** Returns pairs of records that differ in one thing, derived from the item types and the pairs of strings. */
export function derivedPairs(creator: Creator): Record<string, Pair> {
  return Object.fromEntries([
    ...ofKeys(),
    ...ofElements(creator),
    ...ofOtherElements(creator),
    ...ofTypes(creator),
    ...ofPrintedTypes(creator),
    ...ofArrays(creator),
    ...ofNothing(creator),
  ]);
}

/** Pairs about levels of items or about a record as a whole, which need not be repeated at deeper levels. */
export function wholePairs(creator: Creator): Record<string, Pair> {
  return Object.fromEntries([...ofSeparators(creator), ...ofDepths(creator)]);
}

const single = (type: string, value: unknown): Item[] => [{ key: "k", type, value }];

function ofKeys(): [string, Pair][] {
  return Object.entries(TEXT_PAIRS)
    .filter(([, [one, other]]) => textOf(one) !== "" && textOf(other) !== "")
    .map(([name, [one, other]]) => [
      `${name}, in a key`,
      [[{ key: textOf(one), type: "string", value: "v" }], [{ key: textOf(other), type: "string", value: "v" }]],
    ]);
}

function ofElements({ itemTypes }: Creator): [string, Pair][] {
  if (!itemTypes.some(({ type }) => type === "string-array")) return [];
  return Object.entries(TEXT_PAIRS).map(([name, [one, other]], i) => {
    const within = (text: string) => single("string-array", ["a", "b", "c"].with(i % 3, text));
    return [`${name}, in an element`, [within(textOf(one)), within(textOf(other))]];
  });
}

/** The pairs of single values that are not strings, as elements of the array type with the same values. */
function ofOtherElements(creator: Creator): [string, Pair][] {
  const types = new Set(creator.itemTypes.map(({ type }) => type));
  return Object.entries(pairsOf(creator)).flatMap(([name, [[one], [other]]], i): [string, Pair][] => {
    const type = `${one?.type}-array`;
    if (!one || !other || one.type === "string" || one.type !== other.type || !types.has(type)) return [];
    if (one.type === "object" || one.key !== other.key) return [];
    const within = (value: unknown) => single(type, [one.value, one.value, one.value].with(i % 3, value));
    return [[`${name}, in an element`, [within(one.value), within(other.value)]]];
  });
}

const textOf = (items: Item[]): string => String(items[0]?.value);

/** Pairs of types that can have the same value. */
function ofTypes({ validator, itemTypes }: Creator): [string, Pair][] {
  const takes = ({ type, pointer }: ItemType, value: unknown) => validator.accepts(pointer, { key: "k", type, value });
  return itemTypes.flatMap((one, i) =>
    itemTypes
      .slice(i + 1)
      .flatMap((other) =>
        SHARED.filter((value) => takes(one, value) && takes(other, value)).map((value): [string, Pair] => [
          `their type, ${one.type} or ${other.type}, of ${JSON.stringify(value).slice(0, 40)}`,
          [single(one.type, value), single(other.type, value)],
        ]),
      ),
  );
}

/** Returns pairs of records whose values differ only in their type, for all item types that accept them. */
function ofPrintedTypes({ validator, itemTypes }: Creator): [string, Pair][] {
  const itemsOf = (value: unknown): Item[][] =>
    itemTypes
      .filter(({ type, pointer }) => validator.accepts(pointer, { key: "k", type, value }))
      .map(({ type }) => single(type, value));
  return PRINTED_ALIKE.flatMap(([one, other]) =>
    itemsOf(one).flatMap((items) =>
      itemsOf(other).map((others): [string, Pair] => [
        `${JSON.stringify(one)} of the type ${items[0]?.type} or ${JSON.stringify(other)} of the type ${others[0]?.type}`,
        [items, others],
      ]),
    ),
  );
}

/** Returns pairs of arrays of each type that differ in one element: the first, the middle or the last one. */
function ofArrays(creator: Creator): [string, Pair][] {
  return arrayTypesOf(creator).flatMap(({ type, element }) =>
    LENGTHS.flatMap((length) => {
      const format = element?.format ?? String(element?.type);
      const all = Array.from({ length }, (_, n) => elementOf(format, n));
      return [0, Math.floor(length / 2), length - 1].map((at): [string, Pair] => {
        const changed = typeof all[at] === "boolean" ? !all[at] : elementOf(format, at + 5000);
        return [`element ${at} of ${length} of a ${type}`, [single(type, all), single(type, all.with(at, changed))]];
      });
    }),
  );
}

/**
 * Returns pairs of records that differ only in whether an empty value is present (an empty string, 0, `false`, an empty
 * array).
 */
function ofNothing({ validator, itemTypes }: Creator): [string, Pair][] {
  const before: Item = { key: "a", type: "string", value: "a" };
  return itemTypes.flatMap(({ type, element, holdsItems, pointer }) => [
    ...["", 0, false, []]
      .map((value): Item => ({ key: "k", type, value }))
      .filter((item) => validator.accepts(pointer, item))
      .map((item): [string, Pair] => [
        `whether there is a ${type} of ${JSON.stringify(item.value)}`,
        [[before, item], [before]],
      ]),
    ...(element && !holdsItems
      ? ["", 0, false]
          .filter((value) => validator.accepts(pointer, { key: "k", type, value: [value] }))
          .flatMap((value): [string, Pair][] => {
            const other = typeof value === "boolean" ? true : elementOf(String(element.type), 1);
            return [
              [
                `an extra element ${JSON.stringify(value)} at the end`,
                [single(type, [other, value]), single(type, [other])],
              ],
              [
                `an extra element ${JSON.stringify(value)} at the start`,
                [single(type, [value, other]), single(type, [other])],
              ],
            ];
          })
      : []),
  ]);
}

/** Separators that a server may use when it joins the parts of a record into one string. */
const SEPARATORS = ["", ",", ", ", ";", ":", "=", "|", "/", "-", "_", ".", " ", "\n", "\t", "\0", "&", "\u001f", '","'];

/** The ways in which a server may convert an item into a string. */
const WRITERS: Record<string, (item: { key: string; type: string; value: string }, separator: string) => string> = {
  "key and value": ({ key, value }, separator) => key + separator + value,
  "key, type and value": ({ key, type, value }, separator) => [key, type, value].join(separator),
  "key, type and value in quotes": ({ key, type, value }, separator) =>
    [key, type, JSON.stringify(value)].join(separator),
};

/** Records that a server confuses if it joins their parts with a separator: the same string, split in two ways. */
function ofSeparators({ itemTypes }: Creator): [string, Pair][] {
  const types = new Set(itemTypes.map(({ type }) => type));
  if (!types.has("string")) return [];
  const item = (key: string, value: string): { key: string; type: string; value: string } => ({
    key,
    type: "string",
    value,
  });
  return SEPARATORS.flatMap((separator): [string, Pair][] => {
    const name = JSON.stringify(separator);
    return [
      [`where a key ends, at ${name}`, [[item(`a${separator}b`, "c")], [item("a", `b${separator}c`)]]],
      ...(types.has("string-array")
        ? ([
            [
              `where an element ends, at ${name}`,
              [single("string-array", [`a${separator}b`]), single("string-array", ["a", "b"])],
            ],
          ] as [string, Pair][])
        : []),
      ...Object.entries(WRITERS).map(([parts, write]): [string, Pair] => [
        `where an item ends, as its ${parts} with ${name}`,
        [[item("a", "b"), item("c", "d")], [item(`${write(item("a", "b"), separator)}${separator}c`, "d")]],
      ]),
    ];
  });
}

/** The maximum nesting depth of items (decision 0003). */
const DEEPEST = 8;

/** Differences at a single level, for both orders of the types that nest. */
function ofDepths({ itemTypes }: Creator): [string, Pair][] {
  const nests = itemTypes.filter(({ holdsItems }) => holdsItems).map(({ type }) => type);
  if (nests.length === 0) return [];
  const leaf = { key: "leaf", type: "string", value: "a" };
  const others: Record<string, Item[]> = {
    value: [{ ...leaf, value: "b" }],
    key: [{ ...leaf, key: "other" }],
    number: [leaf, leaf],
  };
  return nests.flatMap((_, turn) =>
    Array.from({ length: DEEPEST }, (_, i) => i + 1).flatMap((level) =>
      Object.entries(others).map(([what, items]): [string, Pair] => {
        const nested = (inner: Item[]) =>
          Array.from({ length: level - 1 }).reduce<Item[]>(
            (within, _, i) => [{ key: `level ${i}`, type: nests[(i + turn) % nests.length] ?? "", value: within }],
            inner,
          );
        return [`the ${what} of an item at level ${level}, in ${nests[turn]} first`, [nested([leaf]), nested(items)]];
      }),
    ),
  );
}
