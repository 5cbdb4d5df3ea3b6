import { type Case, type Context, NotApplicable } from "../../../cases/case.js";
import { sampled } from "../../../cases/effort.js";
import { testCase } from "../../test-case.js";
import {
  arrayTypesOf,
  type Creator,
  create,
  elementsOf,
  hasItemType,
  hasNests,
  type Item,
  object,
  refuse,
  rejectsEach,
  returnsEach,
  text,
  texts,
} from "./creator.js";

type Nest = "object" | "object-array";
const NESTS: readonly Nest[] = ["object", "object-array"];

/** The maximum number of values in a body, arrays and objects included (decision 0089). */
const VALUES_IN_BODY = 100_000;

/** A case with a record that is beyond the limits of one (decision 0003). */
const beyond = (creator: Creator, rule: string, name: string, items: Item[], named = "", late = false): Case =>
  rejectsEach(
    creator,
    rule,
    `${name} are rejected`,
    ({ uid }) => [{ name, inputs: { body: { uid: uid(), items } }, named }],
    { late, wire: false },
  );

/**
 * Nesting depth in every combination of the types that nest, number of items at each level, size of a body in bytes.
 */
export function boundCases(creator: Creator): Case[] {
  const { levels, bytes } = creator.limits;
  return [
    ...(hasNests(creator) && levels !== undefined
      ? [...depthCases(creator, levels), ...countCases(creator, levels)]
      : []),
    ...(bytes === undefined ? [] : sizeCases(creator, bytes)),
  ];
}

/** The longest sequences of types of which there is every one; in longer ones, this part is repeated. */
const MIXED = 8;

/** Returns every sequence of this length of the types that contain items. */
const mixtures = (length: number): Nest[][] =>
  Array.from({ length: 2 ** Math.min(length, MIXED) }, (_, bits) =>
    Array.from({ length }, (_, i) => NESTS[(bits >> (i % MIXED)) & 1] as Nest),
  );

/** Returns so many types that contain items, in turn. */
const turns = (length: number, first = 0): Nest[] => Array.from({ length }, (_, i) => NESTS[(i + first) % 2] as Nest);

const chain = (types: readonly Nest[], leaf: Item): Item =>
  types.reduceRight((inner, type, i) => ({ key: `level${i + 1}`, type, value: [inner] }) as Item, leaf);

/** The number of items that an item of this type may contain. */
const mostIn = ({ itemTypes }: Creator, type: Nest): number => itemTypes.find((one) => one.type === type)?.most ?? 0;

const many = (count: number, item = text("a")): Item[] => Array.from({ length: count }, () => item);

function depthCases(creator: Creator, levels: number): Case[] {
  const chains = mixtures(levels - 1);
  const [first = []] = chains;
  const leaf = text("leaf");
  const bottoms = [
    chain(chains[5] ?? first, { key: "empty", type: "object-array", value: [] }),
    chain(chains[9] ?? first, { key: "array", type: "string-array", value: ["a", "b"] }),
    text("after"),
  ];
  const deeper = mixtures(levels).filter((_, i, all) => i % 9 === 0 || i === all.length - 1);
  const within = (name: string, recordsOf: (context: Context) => Item[][]) =>
    returnsEach(creator, "depth", `items ${levels} deep, ${name}`, recordsOf);
  return [
    within(`in all ${chains.length} combinations of the types that nest`, () => [
      chains.map((types) => chain(types, leaf)),
    ]),
    within("each combination of types in a separate record", ({ effort }) =>
      sampled(chains, effort, 9).map((types) => [chain(types, leaf)]),
    ),
    within("with empty lists at the bottom", () => [bottoms]),
    ...deeper.map((types, i) => {
      const deep = chain(types, leaf);
      const record = [[deep], [text("a"), deep], [...many(creator.limits.items - 1), deep]][i % 3] ?? [];
      const initials = types.map((type) => (type === "object" ? "o" : "l")).join("");
      return beyond(creator, "depth", `items ${levels + 1} deep, ${initials},`, record);
    }),
    ...[levels + 2, 2 * levels, 30, 63, 100, 200, 1000].map((depth) =>
      beyond(creator, "depth", `items ${depth} deep`, [chain(turns(depth - 1, 1), leaf)]),
    ),
    beyond(creator, "depth", "items of which a second branch is too deep", [
      text("a"),
      object([text("b"), chain(first, leaf)], "branches"),
    ]),
  ];
}

function countCases(creator: Creator, levels: number): Case[] {
  const { items: most } = creator.limits;
  const rows: Nest[][] = [
    [],
    ["object"],
    ["object-array"],
    ["object", "object"],
    ["object-array", "object"],
    ["object", "object-array"],
  ];
  const countsOf = (most: number) => ({
    valid: [...new Set([2, 49, 50, 51, 99, 100, 101, 127, 128, most - 1, most])].filter((one) => one <= most),
    invalid: [...new Set([most + 1, most + 2, 200, 256, 1000])].filter((one) => one > most),
  });
  // Deeper down, only the limits themselves: at every level that may contain items, in both types.
  const deep = Array.from({ length: levels - 3 }, (_, i) => i + 3).flatMap((depth) =>
    NESTS.map((last) => turns(depth).with(-1, last)),
  );
  return [
    ...NESTS.map((type) => {
      const count = Math.min(40, mostIn(creator, type));
      return returnsEach(
        creator,
        "items",
        `${most} items of the type ${type} with ${count} items each`,
        () => [many(most, { key: "k", type, value: texts(count) })],
        { late: true },
      );
    }),
    ...rows.flatMap((row) => countsIn(creator, row, countsOf)),
    ...deep.flatMap((row) => countsIn(creator, row, (most) => ({ invalid: [most + 1] }), true)),
  ];
}

/** Numbers of items in the record, or in the last of these types, each of which contains the next one. */
function countsIn(
  creator: Creator,
  row: Nest[],
  countsOf: (most: number) => { valid?: number[]; invalid: number[] },
  isLate = false,
): Case[] {
  const last = row.at(-1);
  const most = last === undefined ? creator.limits.items : mostIn(creator, last);
  if (!Number.isFinite(most)) return [];
  const { valid = [most], invalid } = countsOf(most);
  const where = row.length === 0 ? "in the record" : `in ${row.join(" in ")}`;
  const itemsOf = (count: number): Item[] => {
    if (row.length === 0) return texts(count);
    return [text("a"), ...row.reduceRight<Item[]>((value, type) => [{ key: type, type, value }], texts(count))];
  };
  const late = (count: number) => isLate || (count !== most && count !== most + 1);
  return [
    ...valid.map((count) =>
      returnsEach(creator, "items", `${count} items ${where}`, () => [itemsOf(count)], { late: late(count) }),
    ),
    ...(row.at(-1) === "object-array" ? invalid : [0, ...invalid]).map((count) =>
      beyond(
        creator,
        "items",
        `${count} items ${where}`,
        itemsOf(count),
        row.length === 0 ? "items" : "value",
        late(count),
      ),
    ),
  ];
}

/** Characters of a string, and how many bytes each has in a body. */
const CHARACTERS: Record<string, [character: string, bytes: number]> = {
  "an ASCII string": ["x", 1],
  "two bytes per character": ["\u00e9", 2],
  "three bytes per character": ["\u4e2d", 3],
  "four bytes per character": ["\u{1f600}", 4],
  "a string of escapes": ["\\u0041", 6],
};

const bodyOf = (uid: string, item: Item) => JSON.stringify({ uid, items: [item] });

/** Bodies with an exact number of bytes and a given uid, padded by a value, or by white space wherever it is allowed. */
const FILLERS: Record<string, (uid: string, bytes: number) => string> = {
  ...Object.fromEntries(
    Object.entries(CHARACTERS).map(([name, [character, size]]) => [
      name,
      (uid: string, bytes: number) => {
        const [before = "", after = ""] = bodyOf(uid, text("FILLER", "long")).split("FILLER");
        const rest = bytes - before.length - after.length;
        return before + character.repeat(Math.floor(rest / size)) + "x".repeat(rest % size) + after;
      },
    ]),
  ),
  "white space inside": (uid, bytes) => {
    const [before = "", after = ""] = bodyOf(uid, text("x")).split("}]");
    const rest = bytes - before.length - after.length - 2;
    return `${before}}${" \n\t\r".repeat(Math.ceil(rest / 4)).slice(0, rest)}]${after}`;
  },
  "white space after it": (uid, bytes) => bodyOf(uid, text("x")).padEnd(bytes),
  "white space before it": (uid, bytes) => bodyOf(uid, text("x")).padStart(bytes),
};

const sizeCases = (creator: Creator, most: number): Case[] =>
  Object.entries(FILLERS).flatMap(([filler, write], i) =>
    [
      // Below the maximum, one way to fill a body is enough, because servers have limited memory.
      ...[most, ...(i === 0 ? [most - 1, Math.floor(most / 2)] : [])],
      ...[most + 1, most + 2, most + 1024, 2 * most, 3 * most],
    ].map((bytes) =>
      testCase(creator.operation, {
        rule: "size",
        name: `a body of ${bytes} bytes, ${filler}${bytes > most ? ", is rejected" : ""}`,
        ...(bytes > most ? { status: "400" } : {}),
        wire: true,
        late: bytes !== most && bytes !== most + 1,
        run: async (context) => {
          const uid = context.uid();
          if (bytes < bodyOf(uid, text("", "long")).length) throw new NotApplicable(`no record has ${bytes} bytes`);
          const rawBody = write(uid, bytes);
          if (bytes > most) await refuse(context, creator, { rawBody });
          else await create(context, creator, JSON.parse(rawBody).items, { uid, rawBody });
        },
      }),
    ),
  );

/** Lengths of arrays, which are limited only by the size of the body. */
const LENGTHS = [
  0, 1, 2, 3, 9, 10, 11, 49, 50, 51, 99, 100, 101, 149, 150, 151, 199, 200, 201, 255, 256, 257, 500, 1000, 1001, 5000,
  10_001,
];

/** Short elements, with which an array can have as many values as a body may have. */
const SHORT: Record<string, unknown[]> = { string: ["a", "b"], number: [1, 2], boolean: [true, false] };

/** Arrays of many lengths are returned unchanged, up to the number of values that a body may have. */
export const arrayCases = (creator: Creator): Case[] =>
  arrayTypesOf(creator).flatMap((itemType) => {
    const { type, element = {} } = itemType;
    const pair = SHORT[element.format ?? String(element.type)];
    const short = (length: number): Item[] => [
      { key: type, type, value: Array.from({ length }, (_, i) => pair?.[i % 2]) },
    ];
    const most = VALUES_IN_BODY;
    return [
      ...(pair
        ? [
            returnsEach(creator, "size", `a ${type} of nearly ${most} values`, () => [short(most - 100)], {
              late: true,
            }),
            beyond(creator, "size", `more than ${most} values of a ${type}`, short(most + 100), "", true),
          ]
        : []),
      returnsEach(creator, "echo", `${type} of every length up to ${LENGTHS.at(-1)}`, () =>
        LENGTHS.map((length) => {
          const whole = { key: type, type, value: elementsOf(itemType, length) };
          // The longest arrays are sent once, because servers have limited memory.
          const isNested = hasItemType(creator, "object") && length <= 1001;
          return isNested ? [whole, object([whole], "nested")] : [whole];
        }),
      ),
    ];
  });
