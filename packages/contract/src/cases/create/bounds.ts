import type { Case, Context } from "../../case.js";
import type { Schema } from "../../document.js";
import { type Effort, sampled } from "../../effort.js";
import { draft } from "../draft.js";
import { checkEcho } from "../echo.js";
import { arrayTypesOf, type Creator, checkEach, create, hasItemType, type Item, refuse, text } from "./creator.js";
import { elementOf } from "./element-of.js";
import { createAndRepeat } from "./same-record.js";

/** The number of items that applies at every level (decision 0003). */
const ITEMS = 150;

type Nest = "object" | "object-array";

/**
 * Nesting depth in every combination of the types that nest, number of items at each level, size of a body in bytes.
 */
export function boundCases(creator: Creator): Case[] {
  const nests = (["object", "object-array"] as const).filter((type) => hasItemType(creator, type));
  const { itemLevels, bytes } = creator.operation.body?.limits ?? {};
  return [
    ...(nests.length === 2 && itemLevels !== undefined
      ? [...depthCases(creator, itemLevels), ...countCases(creator, itemLevels)]
      : []),
    ...(bytes === undefined ? [] : sizeCases(creator, bytes)),
  ];
}

function depthCases(creator: Creator, mostLevels: number): Case[] {
  const make = (name: string, status: string | undefined, run: Case["run"]) =>
    draft(creator.operation, { rule: "depth", name, status, run });
  const chains = mixtures(mostLevels - 1);
  const deeper = mixtures(mostLevels);
  return [
    make(
      `items ${mostLevels} deep, in all ${chains.length} combinations of the types that nest`,
      undefined,
      (context) =>
        create(
          context,
          creator,
          chains.map((types) => chain(types, text("leaf"))),
        ).then(() => {}),
    ),
    make(`items ${mostLevels} deep, each combination of types in a separate record`, undefined, (context) =>
      checkEach(
        sampled(chains, context.effort, 9),
        (types) => types.join(" in "),
        (types) => createAndRepeat(context, creator, [chain(types, text("leaf"))]),
      ),
    ),
    make(`items ${mostLevels} deep, with empty lists at the bottom`, undefined, (context) =>
      createAndRepeat(context, creator, [
        chain(chains[5] ?? [], { key: "empty", type: "object-array", value: [] }),
        chain(chains[9] ?? [], { key: "array", type: "string-array", value: ["a", "b"] }),
        text("after"),
      ]).then(() => {}),
    ),
    ...deeper
      .filter((_, i) => i % 9 === 0 || i === deeper.length - 1)
      .map((types, i) =>
        make(
          `items ${mostLevels + 1} deep are rejected: ${types.map((type) => (type === "object" ? "o" : "l")).join("")}`,
          "400",
          (context) => {
            const deep = chain(types, text("leaf"));
            const items = [[deep], [text("a"), deep], [...Array.from({ length: ITEMS - 1 }, () => text("a")), deep]][
              i % 3
            ];
            return refuse(context, creator, { body: { uid: context.uid(), items } });
          },
        ),
      ),
    ...[10, 16, 30, 63, 100, 1000].map((levels) =>
      make(`items ${levels} deep are rejected`, "400", (context) =>
        refuse(context, creator, {
          body: {
            uid: context.uid(),
            items: [
              chain(
                Array.from({ length: levels - 1 }, (_, i) => (i % 2 ? "object" : "object-array")),
                text("a"),
              ),
            ],
          },
        }),
      ),
    ),
    make("a second branch that is too deep is rejected", "400", (context) => {
      const branches = [text("b"), chain(chains[0] ?? [], text("leaf"))];
      const items = [text("a"), { key: "branches", type: "object", value: branches }];
      return refuse(context, creator, { body: { uid: context.uid(), items } });
    }),
  ];
}

/** Returns every sequence of this length of the types that contain items. */
function mixtures(length: number): Nest[][] {
  return Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (_, i) => ((bits >> i) & 1 ? "object-array" : "object")),
  );
}

function chain(types: readonly Nest[], leaf: Item): Item {
  return types.reduceRight((inner, type, i) => ({ key: `level${i + 1}`, type, value: [inner] }) as Item, leaf);
}

function countCases(creator: Creator, mostLevels: number): Case[] {
  const rows: Nest[][] = [
    [],
    ["object"],
    ["object-array"],
    ["object", "object"],
    ["object-array", "object"],
    ["object", "object-array"],
  ];
  // Deeper down, only the limits themselves: at every level that may contain items, in both types.
  const deep = [3, 4, 5, 6, mostLevels - 1].flatMap((depth) =>
    (["object", "object-array"] as const).map((last) =>
      Array.from({ length: depth }, (_, i): Nest => (i === depth - 1 ? last : i % 2 ? "object-array" : "object")),
    ),
  );
  const valid = [2, 49, 50, 51, 99, 100, 101, 127, 128, ITEMS - 1, ITEMS];
  const invalid = [ITEMS + 1, ITEMS + 2, 200, 256, 1000];
  const least = (count: number) => (count === ITEMS || count === ITEMS + 1 ? "quick" : "standard");
  return [
    ...(["object", "object-array"] as const).map((type) =>
      draft(creator.operation, {
        rule: "items",
        name: `${ITEMS} items of the type ${type} with 40 items each`,
        least: "standard",
        run: (context) =>
          create(
            context,
            creator,
            Array.from({ length: ITEMS }, () => ({ key: "k", type, value: itemsIn([], 40) })),
          ).then(() => {}),
      }),
    ),
    ...rows.flatMap((row) => countsIn(creator, row, { valid, invalid, least })),
    ...deep.flatMap((row) => countsIn(creator, row, { valid: [ITEMS], invalid: [ITEMS + 1], least: () => "standard" })),
  ];
}

interface Counts {
  valid: number[];
  invalid: number[];
  least(count: number): Effort;
}

/** Numbers of items in the record, or in the last of these types, each of which contains the next one. */
function countsIn(creator: Creator, row: Nest[], { valid, invalid, least }: Counts): Case[] {
  const where = row.length === 0 ? "in the record" : `in ${row.join(" in ")}`;
  const named = row.length === 0 ? "items" : "value";
  const bodyOf = (context: Context, count: number) => ({ uid: context.uid(), items: itemsIn(row, count) });
  const refused = (count: number, effort?: Effort) =>
    draft(creator.operation, {
      rule: "items",
      name: `${count} items ${where} are rejected`,
      status: "400",
      least: effort,
      run: (context) => refuse(context, creator, { body: bodyOf(context, count) }, named),
    });
  return [
    ...valid.map((count) =>
      draft(creator.operation, {
        rule: "items",
        name: `${count} items ${where}`,
        least: least(count),
        run: (context) => createAndRepeat(context, creator, itemsIn(row, count)).then(() => {}),
      }),
    ),
    ...invalid.map((count) => refused(count, least(count))),
    ...(row.at(-1) === "object-array" ? [] : [refused(0)]),
  ];
}

function itemsIn(row: Nest[], count: number): Item[] {
  const many = Array.from({ length: count }, (_, i) => text(`value ${i}`, `key ${i}`));
  if (row.length === 0) return many;
  return [text("a"), ...row.reduceRight<Item[]>((inner, type) => [{ key: type, type, value: inner }], many)];
}

const ASCII = "an ASCII string";

/** Strings whose number of bytes differs from their number of characters. */
const VALUES: Record<string, (bytes: number) => string> = {
  [ASCII]: (bytes) => `"${"x".repeat(bytes - 2)}"`,
  "a string with two bytes per character": (bytes) =>
    `"${"\u00e9".repeat(Math.floor((bytes - 2) / 2))}${"x".repeat((bytes - 2) % 2)}"`,
  "a string with three bytes per character": (bytes) =>
    `"${"\u4e2d".repeat(Math.floor((bytes - 2) / 3))}${"x".repeat((bytes - 2) % 3)}"`,
  "a string with four bytes per character": (bytes) =>
    `"${"\u{1f600}".repeat(Math.floor((bytes - 2) / 4))}${"x".repeat((bytes - 2) % 4)}"`,
  "a string of escapes": (bytes) => `"${"\\u0041".repeat(Math.floor((bytes - 2) / 6))}${"x".repeat((bytes - 2) % 6)}"`,
};

const blanks = (bytes: number) => " \n\t\r".repeat(Math.ceil(bytes / 4)).slice(0, bytes);

/**
 * Bodies with an exact number of bytes and a given uid, padded by a value, or by white space wherever it is allowed.
 */
const FILLERS: Record<string, (uid: string, bytes: number) => string> = {
  ...Object.fromEntries(
    Object.entries(VALUES).map(([name, value]) => [
      name,
      (uid: string, bytes: number) => {
        const [before = "", after = ""] = JSON.stringify({ uid, items: [text("FILLER", "long")] }).split('"FILLER"');
        return before + value(bytes - Buffer.byteLength(before + after)) + after;
      },
    ]),
  ),
  "white space inside": (uid, bytes) => {
    const [before = "", after = ""] = JSON.stringify({ uid, items: [text("x")] }).split("}]");
    return `${before}}${blanks(bytes - before.length - after.length - 2)}]${after}`;
  },
  "white space after it": (uid, bytes) => JSON.stringify({ uid, items: [text("x")] }).padEnd(bytes),
  "white space before it": (uid, bytes) => JSON.stringify({ uid, items: [text("x")] }).padStart(bytes),
};

function sizeCases(creator: Creator, mostBytes: number): Case[] {
  const bodyOf = (context: Context, filler: string, bytes: number) => {
    const uid = context.uid();
    return FILLERS[filler]?.(uid, bytes) ?? "";
  };
  return Object.keys(FILLERS).flatMap((filler) => [
    // Below the maximum, one way to fill a body is enough, because servers have limited memory.
    ...[mostBytes, ...(filler === ASCII ? [mostBytes - 1, mostBytes / 2] : [])].map((bytes) =>
      draft(creator.operation, {
        rule: "size",
        name: `a body of ${bytes} bytes, ${filler}`,
        wire: true,
        least: bytes === mostBytes ? "quick" : "standard",
        run: async (context) => {
          const rawBody = bodyOf(context, filler, bytes);
          const { body } = await context.exchange(creator.operation, { rawBody });
          checkEcho(creator.operation, JSON.parse(rawBody), body);
        },
      }),
    ),
    ...[mostBytes + 1, mostBytes + 2, mostBytes + 1024, 2 * mostBytes, 3 * mostBytes].map((bytes) =>
      draft(creator.operation, {
        rule: "size",
        name: `a body of ${bytes} bytes, ${filler}, is rejected`,
        status: "400",
        wire: true,
        least: bytes === mostBytes + 1 ? "quick" : "standard",
        run: (context) => refuse(context, creator, { rawBody: bodyOf(context, filler, bytes) }),
      }),
    ),
  ]);
}

/** Arrays are limited only by the size of the body: arrays of every length are returned unchanged. */
export function arrayCases(creator: Creator): Case[] {
  const arrays = arrayTypesOf(creator);
  const lengths = [
    0, 1, 2, 3, 9, 10, 11, 49, 50, 51, 99, 100, 101, 149, 150, 151, 199, 200, 201, 255, 256, 257, 500, 1000, 1001, 5000,
    10_001,
  ];
  return arrays.flatMap(({ type, element }) => [
    ...valueCountCases(creator, type, element ?? {}),
    draft(creator.operation, {
      rule: "echo",
      name: `${type} of every length up to ${lengths.at(-1)}`,
      run: (context) =>
        checkEach(
          lengths,
          (length) => `${length} elements`,
          async (length) => {
            const value = Array.from({ length }, (_, i) => elementOf(element?.format ?? String(element?.type), i));
            const array = { key: type, type, value };
            // The longest arrays are sent once, because servers have limited memory.
            const items =
              hasItemType(creator, "object") && length <= 1001
                ? [array, { key: "nested", type: "object", value: [array] }]
                : [array];
            await createAndRepeat(context, creator, items);
          },
        ),
    }),
  ]);
}

/** The maximum number of values in a body, arrays and objects included (decision 0089). */
const VALUES_IN_BODY = 100_000;

/** Arrays with nearly the maximum number of values, if they fit into a body, and with more. */
function valueCountCases(creator: Creator, type: string, { format, type: elementType }: Schema): Case[] {
  // Short elements, because the body is limited, too.
  const elements = format === undefined ? { string: ["a", "b"], number: [1, 2], boolean: [true, false] } : {};
  const pair = (elements as Record<string, unknown[]>)[String(elementType)];
  if (!pair) return [];
  const array = (length: number): Item => ({ key: type, type, value: Array.from({ length }, (_, i) => pair[i % 2]) });
  return [
    draft(creator.operation, {
      rule: "size",
      name: `a ${type} of nearly ${VALUES_IN_BODY} values`,
      least: "standard",
      run: (context) => create(context, creator, [array(VALUES_IN_BODY - 100)]).then(() => {}),
    }),
    draft(creator.operation, {
      rule: "size",
      name: `a ${type} of more than ${VALUES_IN_BODY} values is rejected`,
      status: "400",
      least: "standard",
      run: (context) =>
        refuse(context, creator, { body: { uid: context.uid(), items: [array(VALUES_IN_BODY + 100)] } }),
    }),
  ];
}
