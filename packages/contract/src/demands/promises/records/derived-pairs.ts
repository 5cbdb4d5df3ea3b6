import { arrayTypesOf, type Creator, elementsOf, type Item, type ItemType, text } from "./creator.js";
import { type Pair, pairsOf, TEXT_PAIRS } from "./pairs.js";

/** Values that are valid for more than one item type. */
const SHARED: unknown[] = [
  "2026-11-21",
  "2026-11-21T06:15:00Z",
  "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
  [],
  ["2026-11-21", "2026-11-22"],
  ["2026-11-21T06:15:00Z", "2026-11-21T06:15:01Z"],
  [text("a", "a")],
];

/** Values of different types, alone and in an array, that a server confuses if it compares them as text. */
const PRINTED_ALIKE = [true, false, 0, 1, -1, 1.5, 1e21].flatMap((value): [unknown, unknown][] => {
  const printed = String(value);
  return [
    [value, printed],
    [
      [value, value],
      [printed, printed],
    ],
  ];
});

/** The lengths of the arrays to compare. */
const LENGTHS = [3, 51, 101, 1001];

type Named = [name: string, pair: Pair];

/** Returns pairs of records that differ in one thing, derived from the item types and the pairs of strings. */
export const derivedPairs = (creator: Creator): Record<string, Pair> =>
  Object.fromEntries([
    ...ofKeys(),
    ...ofElements(creator),
    ...ofTypes(creator),
    ...ofPrintedTypes(creator),
    ...ofArrays(creator),
    ...ofNothing(creator),
  ]);

/** Pairs about levels of items or about a record as a whole, which need not be repeated at deeper levels. */
export const wholePairs = (creator: Creator): Record<string, Pair> =>
  Object.fromEntries([...ofSeparators(creator), ...ofDepths(creator)]);

const single = (type: string, value: unknown): Item[] => [{ key: "k", type, value }];
const textIn = (items: Item[]): string => String(items[0]?.value);

/** The pairs of strings, as keys. */
const ofKeys = (): Named[] =>
  Object.entries(TEXT_PAIRS)
    .map(([name, [one, other]]) => [name, textIn(one), textIn(other)] as const)
    .filter(([, one, other]) => one !== "" && other !== "")
    .map(([name, one, other]) => [`${name}, in a key`, [[text("v", one)], [text("v", other)]]]);

/** The pairs of single values, as elements of the array type with the same values, in each place of an array in turn. */
function ofElements(creator: Creator): Named[] {
  const types = new Set(creator.itemTypes.map(({ type }) => type));
  const within = (pairs: Record<string, Pair>, isOwn: (type: string) => boolean): Named[] =>
    Object.entries(pairs).flatMap(([name, [[one], [other]]], i): Named[] => {
      const type = `${one?.type}-array`;
      if (!one || !other || one.type !== other.type || !types.has(type)) return [];
      if (!isOwn(one.type) || one.key !== other.key) return [];
      const others = one.type === "string" ? ["a", "b", "c"] : [one.value, one.value, one.value];
      const array = (value: unknown) => single(type, others.with(i % 3, value));
      return [[`${name}, in an element`, [array(one.value), array(other.value)]]];
    });
  return [
    ...within(TEXT_PAIRS, () => true),
    ...within(pairsOf(creator), (type) => type !== "string" && type !== "object"),
  ];
}

/** Pairs of types that can have the same value. */
const ofTypes = ({ itemTypes }: Creator): Named[] =>
  itemTypes.flatMap((one, i) =>
    itemTypes
      .slice(i + 1)
      .flatMap((other) =>
        SHARED.filter((value) => one.accepts(value) && other.accepts(value)).map(
          (value): Named => [
            `their type, ${one.type} or ${other.type}, of ${JSON.stringify(value).slice(0, 40)}`,
            [single(one.type, value), single(other.type, value)],
          ],
        ),
      ),
  );

/** Pairs of records whose values differ only in their type, for all item types that accept them. */
const ofPrintedTypes = ({ itemTypes }: Creator): Named[] =>
  PRINTED_ALIKE.flatMap(([one, other]) =>
    itemTypes
      .filter(({ accepts }) => accepts(one))
      .flatMap((here) =>
        itemTypes
          .filter(({ accepts }) => accepts(other))
          .map(
            (there): Named => [
              `${JSON.stringify(one)} of the type ${here.type} or ${JSON.stringify(other)} of the type ${there.type}`,
              [single(here.type, one), single(there.type, other)],
            ],
          ),
      ),
  );

/** Pairs of arrays of each type that differ in one element: the first, the middle or the last one. */
const ofArrays = (creator: Creator): Named[] =>
  arrayTypesOf(creator).flatMap((itemType) =>
    LENGTHS.flatMap((length) => {
      const { type, elementAt } = itemType;
      const all = elementsOf(itemType, length);
      return [0, Math.floor(length / 2), length - 1].map((at): Named => {
        const changed = typeof all[at] === "boolean" ? !all[at] : elementAt(at + 5000);
        return [`element ${at} of ${length} of a ${type}`, [single(type, all), single(type, all.with(at, changed))]];
      });
    }),
  );

/** Pairs of records that differ only in whether there is an empty value: an empty string, 0, `false`, an empty array. */
const ofNothing = ({ itemTypes }: Creator): Named[] =>
  itemTypes.flatMap((itemType) => {
    const { type, element, holdsItems, accepts } = itemType;
    const before = text("a", "a");
    const extra = element && !holdsItems ? ["", 0, false].filter((value) => accepts([value])) : [];
    return [
      ...["", 0, false, []]
        .filter(accepts)
        .map(
          (value): Named => [
            `whether there is a ${type} of ${JSON.stringify(value)}`,
            [[before, ...single(type, value)], [before]],
          ],
        ),
      ...extra.flatMap((value): Named[] => {
        const other = elementBeside(itemType, value);
        const name = `an extra element ${JSON.stringify(value)}`;
        return [
          [`${name} at the end`, [single(type, [other, value]), single(type, [other])]],
          [`${name} at the start`, [single(type, [value, other]), single(type, [other])]],
        ];
      }),
    ];
  });

const elementBeside = ({ elementAt }: ItemType, value: unknown) => (typeof value === "boolean" ? true : elementAt(1));

/** Separators that a server may use when it joins the parts of a record into one string. */
const SEPARATORS = ["", ",", ", ", ";", ":", "=", "|", "/", "-", "_", ".", " ", "\n", "\t", "\0", "&", "\u001f", '","'];

/** The parts into which a server may convert an item of the key "a" and the value "b". */
const WRITERS: Record<string, string[]> = {
  "key and value": ["a", "b"],
  "key, type and value": ["a", "string", "b"],
  "key, type and value in quotes": ["a", "string", '"b"'],
};

/** Records that a server confuses if it joins their parts with a separator: the same string, split in two ways. */
function ofSeparators({ itemTypes }: Creator): Named[] {
  const types = new Set(itemTypes.map(({ type }) => type));
  if (!types.has("string")) return [];
  return SEPARATORS.flatMap((separator): Named[] => {
    const name = JSON.stringify(separator);
    const array: Pair = [single("string-array", [`a${separator}b`]), single("string-array", ["a", "b"])];
    return [
      [`where a key ends, at ${name}`, [[text("c", `a${separator}b`)], [text(`b${separator}c`, "a")]]],
      ...(types.has("string-array") ? [[`where an element ends, at ${name}`, array] as Named] : []),
      ...Object.entries(WRITERS).map(
        ([parts, written]): Named => [
          `where an item ends, as its ${parts} with ${name}`,
          [[text("b", "a"), text("d", "c")], [text("d", [...written, "c"].join(separator))]],
        ],
      ),
    ];
  });
}

/** The maximum nesting depth of items (decision 0003). */
const DEEPEST = 8;

/** Differences at a single level, for both orders of the types that nest. */
function ofDepths({ itemTypes }: Creator): Named[] {
  const nests = itemTypes.filter(({ holdsItems }) => holdsItems).map(({ type }) => type);
  const leaf = text("a", "leaf");
  const others: Record<string, Item[]> = {
    value: [text("b", "leaf")],
    key: [text("a", "other")],
    number: [leaf, leaf],
  };
  return nests.flatMap((first, turn) =>
    Array.from({ length: DEEPEST }, (_, level) =>
      Object.entries(others).map(([what, items]): Named => {
        const nested = (inner: Item[]) =>
          Array.from({ length: level }).reduce<Item[]>(
            (within, _, i) => [{ key: `level ${i}`, type: nests[(i + turn) % nests.length] ?? "", value: within }],
            inner,
          );
        return [`the ${what} of an item at level ${level + 1}, in ${first} first`, [nested([leaf]), nested(items)]];
      }),
    ).flat(),
  );
}
