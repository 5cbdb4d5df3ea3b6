import { elementOf } from "./bounds.js";
import type { Creator, Item, Kind } from "./creator.js";
import { type Pair, TEXT_PAIRS } from "./pairs.js";

/** Values that more than one kind of item may have. */
const SHARED: unknown[] = [
  "2026-11-21",
  "2026-11-21T06:15:00Z",
  "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
  [],
  ["2026-11-21", "2026-11-22"],
  ["2026-11-21T06:15:00Z", "2026-11-21T06:15:01Z"],
  [{ key: "a", type: "string", value: "a" }],
];

/** Lengths of arrays, and which of their elements differs. */
const LENGTHS = [3, 51, 101, 1001];

/** Pairs of records that differ in one thing, made out of the kinds of items and of the pairs of texts. */
export function derivedPairs(creator: Creator): Record<string, Pair> {
  return Object.fromEntries([...ofKeys(), ...ofElements(creator), ...ofTypes(creator), ...ofArrays(creator)]);
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

function ofElements({ kinds }: Creator): [string, Pair][] {
  if (!kinds.some(({ type }) => type === "string-array")) return [];
  return Object.entries(TEXT_PAIRS).map(([name, [one, other]], i) => {
    const within = (text: string) => single("string-array", ["a", "b", "c"].with(i % 3, text));
    return [`${name}, in an element`, [within(textOf(one)), within(textOf(other))]];
  });
}

const textOf = (items: Item[]): string => String(items[0]?.value);

/** Each two kinds that may have the same value. */
function ofTypes({ validator, kinds }: Creator): [string, Pair][] {
  const takes = ({ type, pointer }: Kind, value: unknown) => validator.accepts(pointer, { key: "k", type, value });
  return kinds.flatMap((one, i) =>
    kinds
      .slice(i + 1)
      .flatMap((other) =>
        SHARED.filter((value) => takes(one, value) && takes(other, value)).map((value): [string, Pair] => [
          `their type, ${one.type} or ${other.type}, of ${JSON.stringify(value).slice(0, 40)}`,
          [single(one.type, value), single(other.type, value)],
        ]),
      ),
  );
}

/** One element of an array of each kind: the first, one in the middle, the last. */
function ofArrays({ kinds }: Creator): [string, Pair][] {
  return kinds
    .filter(({ element, holdsItems }) => element && !holdsItems)
    .flatMap(({ type, element }) =>
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
