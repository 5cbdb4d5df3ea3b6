import type { Case, Context } from "../../../case.js";
import { sampled } from "../../../effort.js";
import { checkEach, testCase } from "../../test-case.js";
import { arrayTypesOf, type Creator, create, hasItemType, type Item, refuse, text } from "./creator.js";
import { elementOf } from "./element-of.js";
import { createAndRepeat } from "./same-record.js";

type Nest = "object" | "object-array";
const NESTS: readonly Nest[] = ["object", "object-array"];

/** The maximum number of values in a body, arrays and objects included (decision 0089). */
const VALUES_IN_BODY = 100_000;

type Sort = "depth" | "items" | "size";

/** Makes cases with bodies that are within the limits of a record, and with bodies that are not (decision 0003). */
const limitsOf = (creator: Creator) => ({
  within: (rule: Sort, name: string, items: Item[] | Item[][], late = false) =>
    testCase(creator.operation, {
      rule,
      name,
      late,
      run: (context) =>
        checkEach(
          (Array.isArray(items[0]) ? sampled(items as Item[][], context.effort, 9) : [items as Item[]]).entries(),
          ([i]) => `record ${i}`,
          ([, record]) => createAndRepeat(context, creator, record),
        ),
    }),
  beyond: (rule: Sort, name: string, items: Item[], { named = "", late = false } = {}) =>
    testCase(creator.operation, {
      rule,
      name: `${name} are rejected`,
      status: "400",
      late,
      run: (context) => refuse(context, creator, { body: { uid: context.uid(), items } }, named),
    }),
});

/**
 * Nesting depth in every combination of the types that nest, number of items at each level, size of a body in bytes.
 */
export function boundCases(creator: Creator): Case[] {
  const hasNests = NESTS.every((type) => hasItemType(creator, type));
  const { levels, bytes } = creator.limits;
  return [
    ...(hasNests && levels !== undefined ? [...depthCases(creator, levels), ...countCases(creator, levels)] : []),
    ...(bytes === undefined ? [] : sizeCases(creator, bytes)),
  ];
}

/** Returns every sequence of this length of the types that contain items. */
const mixtures = (length: number): Nest[][] =>
  Array.from({ length: 2 ** length }, (_, bits) => Array.from({ length }, (_, i) => NESTS[(bits >> i) & 1] as Nest));

const chain = (types: readonly Nest[], leaf: Item): Item =>
  types.reduceRight((inner, type, i) => ({ key: `level${i + 1}`, type, value: [inner] }) as Item, leaf);

const many = (count: number, item = text("a")): Item[] => Array.from({ length: count }, () => item);

function depthCases(creator: Creator, levels: number): Case[] {
  const { within, beyond } = limitsOf(creator);
  const { items } = creator.limits;
  const chains = mixtures(levels - 1);
  const [first = []] = chains;
  const leaf = text("leaf");
  const bottoms = [
    chain(chains[5] ?? first, { key: "empty", type: "object-array", value: [] }),
    chain(chains[9] ?? first, { key: "array", type: "string-array", value: ["a", "b"] }),
    text("after"),
  ];
  const deeper = mixtures(levels).filter((_, i, all) => i % 9 === 0 || i === all.length - 1);
  return [
    within(
      "depth",
      `items ${levels} deep, in all ${chains.length} combinations of the types that nest`,
      chains.map((types) => chain(types, leaf)),
    ),
    within(
      "depth",
      `items ${levels} deep, each combination of types in a separate record`,
      chains.map((types) => [chain(types, leaf)]),
    ),
    within("depth", `items ${levels} deep, with empty lists at the bottom`, bottoms),
    ...deeper.map((types, i) => {
      const deep = chain(types, leaf);
      const record = [[deep], [text("a"), deep], [...many(items - 1), deep]][i % 3] ?? [];
      return beyond(
        "depth",
        `items ${levels + 1} deep, ${types.map((type) => (type === "object" ? "o" : "l")).join("")},`,
        record,
      );
    }),
    ...[levels + 2, 2 * levels, 30, 63, 100, 200, 1000].map((depth) =>
      beyond("depth", `items ${depth} deep`, [
        chain(
          Array.from({ length: depth - 1 }, (_, i) => NESTS[(i + 1) % 2] as Nest),
          leaf,
        ),
      ]),
    ),
    beyond("depth", "items of which a second branch is too deep", [
      text("a"),
      { key: "branches", type: "object", value: [text("b"), chain(first, leaf)] },
    ]),
  ];
}

function countCases(creator: Creator, levels: number): Case[] {
  const { items: most } = creator.limits;
  const { within } = limitsOf(creator);
  const rows: Nest[][] = [
    [],
    ["object"],
    ["object-array"],
    ["object", "object"],
    ["object-array", "object"],
    ["object", "object-array"],
  ];
  // Deeper down, only the limits themselves: at every level that may contain items, in both types.
  const deep = Array.from({ length: levels - 3 }, (_, i) => i + 3).flatMap((depth) =>
    NESTS.map((last) => Array.from({ length: depth }, (_, i) => (i === depth - 1 ? last : (NESTS[i % 2] as Nest)))),
  );
  const numbered = Array.from({ length: 40 }, (_, i) => text(`value ${i}`, `key ${i}`));
  return [
    ...NESTS.map((type) =>
      within(
        "items",
        `${most} items of the type ${type} with 40 items each`,
        many(most, { key: "k", type, value: numbered }),
        true,
      ),
    ),
    ...rows.flatMap((row) =>
      countsIn(
        creator,
        row,
        [2, 49, 50, 51, 99, 100, 101, 127, 128, most - 1, most],
        [most + 1, most + 2, 200, 256, 1000],
      ),
    ),
    ...deep.flatMap((row) => countsIn(creator, row, [most], [most + 1], true)),
  ];
}

/** Numbers of items in the record, or in the last of these types, each of which contains the next one. */
function countsIn(creator: Creator, row: Nest[], valid: number[], invalid: number[], isLate = false): Case[] {
  const { within, beyond } = limitsOf(creator);
  const { items: most } = creator.limits;
  const where = row.length === 0 ? "in the record" : `in ${row.join(" in ")}`;
  const itemsOf = (count: number): Item[] => {
    const inner = Array.from({ length: count }, (_, i) => text(`value ${i}`, `key ${i}`));
    if (row.length === 0) return inner;
    return [text("a"), ...row.reduceRight<Item[]>((value, type) => [{ key: type, type, value }], inner)];
  };
  const late = (count: number) => isLate || (count !== most && count !== most + 1);
  return [
    ...valid.map((count) => within("items", `${count} items ${where}`, itemsOf(count), late(count))),
    ...(row.at(-1) === "object-array" ? invalid : [0, ...invalid]).map((count) =>
      beyond("items", `${count} items ${where}`, itemsOf(count), {
        named: row.length === 0 ? "items" : "value",
        late: late(count),
      }),
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

/** Bodies with an exact number of bytes and a given uid, padded by a value, or by white space wherever it is allowed. */
const FILLERS: Record<string, (uid: string, bytes: number) => string> = {
  ...Object.fromEntries(
    Object.entries(CHARACTERS).map(([name, [character, size]]) => [
      name,
      (uid: string, bytes: number) => {
        const [before = "", after = ""] = JSON.stringify({ uid, items: [text("FILLER", "long")] }).split("FILLER");
        const rest = bytes - before.length - after.length;
        return before + character.repeat(Math.floor(rest / size)) + "x".repeat(rest % size) + after;
      },
    ]),
  ),
  "white space inside": (uid, bytes) => {
    const [before = "", after = ""] = JSON.stringify({ uid, items: [text("x")] }).split("}]");
    const rest = bytes - before.length - after.length - 2;
    return `${before}}${" \n\t\r".repeat(Math.ceil(rest / 4)).slice(0, rest)}]${after}`;
  },
  "white space after it": (uid, bytes) => JSON.stringify({ uid, items: [text("x")] }).padEnd(bytes),
  "white space before it": (uid, bytes) => JSON.stringify({ uid, items: [text("x")] }).padStart(bytes),
};

function sizeCases(creator: Creator, most: number): Case[] {
  return Object.entries(FILLERS).flatMap(([filler, write], i) => {
    const make = (bytes: number, run: (context: Context, uid: string, rawBody: string) => Promise<unknown>) =>
      testCase(creator.operation, {
        rule: "size",
        name: `a body of ${bytes} bytes, ${filler}${bytes > most ? ", is rejected" : ""}`,
        ...(bytes > most ? { status: "400" } : {}),
        wire: true,
        late: bytes !== most && bytes !== most + 1,
        run: async (context) => {
          const uid = context.uid();
          await run(context, uid, write(uid, bytes));
        },
      });
    return [
      // Below the maximum, one way to fill a body is enough, because servers have limited memory.
      ...[most, ...(i === 0 ? [most - 1, Math.floor(most / 2)] : [])].map((bytes) =>
        make(bytes, (context, uid, rawBody) => create(context, creator, JSON.parse(rawBody).items, { uid, rawBody })),
      ),
      ...[most + 1, most + 2, most + 1024, 2 * most, 3 * most].map((bytes) =>
        make(bytes, (context, _, rawBody) => refuse(context, creator, { rawBody })),
      ),
    ];
  });
}

/** Lengths of arrays, which are limited only by the size of the body. */
const LENGTHS = [
  0, 1, 2, 3, 9, 10, 11, 49, 50, 51, 99, 100, 101, 149, 150, 151, 199, 200, 201, 255, 256, 257, 500, 1000, 1001, 5000,
  10_001,
];

/** Arrays of many lengths are returned unchanged, up to the number of values that a body may have. */
export function arrayCases(creator: Creator): Case[] {
  const { within, beyond } = limitsOf(creator);
  return arrayTypesOf(creator).flatMap(({ type, element = {} }) => {
    const format = element.format ?? String(element.type);
    const array = (length: number, at = (i: number) => elementOf(format, i)): Item => ({
      key: type,
      type,
      value: Array.from({ length }, (_, i) => at(i)),
    });
    // Short elements, because the body is limited, too.
    const pair = ({ string: ["a", "b"], number: [1, 2], boolean: [true, false] } as Record<string, unknown[]>)[format];
    const short = (length: number) => array(length, (i) => pair?.[i % 2]);
    return [
      ...(pair
        ? [
            within("size", `a ${type} of nearly ${VALUES_IN_BODY} values`, [short(VALUES_IN_BODY - 100)], true),
            beyond("size", `more than ${VALUES_IN_BODY} values of a ${type}`, [short(VALUES_IN_BODY + 100)], {
              late: true,
            }),
          ]
        : []),
      testCase(creator.operation, {
        rule: "echo",
        name: `${type} of every length up to ${LENGTHS.at(-1)}`,
        run: (context) =>
          checkEach(
            LENGTHS,
            (length) => `${length} elements`,
            (length) => {
              const whole = array(length);
              // The longest arrays are sent once, because servers have limited memory.
              const isNested = hasItemType(creator, "object") && length <= 1001;
              const items = isNested ? [whole, { key: "nested", type: "object", value: [whole] }] : [whole];
              return createAndRepeat(context, creator, items);
            },
          ),
      }),
    ];
  });
}
