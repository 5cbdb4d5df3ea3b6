import { isDeepStrictEqual } from "node:util";
import type { Case, Context } from "../../case.js";
import { successOf } from "../../document.js";
import { sampled } from "../../effort.js";
import { excerpt, Violation } from "../../judge.js";
import type { Inputs } from "../../request.js";
import { longText } from "../../text/battery.js";
import { draft } from "../draft.js";
import { allKinds } from "./all-kinds.js";
import { changesOf } from "./changes.js";
import { type Created, type Creator, create, dataOf, each, type Item, refuse, text } from "./creator.js";
import { REWRITINGS } from "./rewritings.js";

const RULE = "same record";

/** A uid that exists already (decision 0005): the same items give the record stored first, others are refused. */
export function sameRecordCases(creator: Creator): Case[] {
  return [...changeCases(creator), ...pairCases(creator), ...rewritingCases(creator), ...memoryCases(creator)];
}

/** Sends a record again. @throws {Violation} where the answer is not the one of the first time */
export async function again(context: Context, { operation }: Creator, created: Created, inputs: Inputs = {}) {
  const body = { uid: created.uid, items: created.items };
  const sent = inputs.rawBody === undefined ? { body, ...inputs } : inputs;
  const answer = await context.exchange(operation, sent, { status: successOf(operation).status });
  const data = dataOf(answer.body);
  for (const name of ["createdDate", "updatedDate"])
    if (data[name] !== created.data[name])
      throw new Violation(`the same record again has the ${name} ${data[name]}, stored is ${created.data[name]}`);
  if (!isDeepStrictEqual(data, created.data))
    throw new Violation(`the same record again is answered with another one: ${excerpt(JSON.stringify(data))}`);
}

/** Tries other items under the uid of a record: each is refused, the message names the uid, and nothing changes. */
async function clash(context: Context, creator: Creator, created: Created, items: unknown, inputs: Inputs = {}) {
  await refuse(context, creator, { body: { uid: created.uid, items }, ...inputs }, created.uid);
}

function changeCases(creator: Creator): Case[] {
  const items = allKinds(creator);
  const changes = changesOf(creator, items);
  const groups = new Map<string, typeof changes>();
  for (const change of changes) {
    const at = /^items\[\d+\]/.exec(change.name)?.[0] ?? "items";
    groups.set(at, [...(groups.get(at) ?? []), change]);
  }
  return [...groups].map(([at, group]) =>
    draft(creator.operation, {
      rule: RULE,
      name: `any one change of ${at} is other items`,
      status: "400",
      run: async (context) => {
        const stored = await create(context, creator, items);
        await each(
          sampled(group, context.effort, 5),
          ({ name }) => name,
          (change) => clash(context, creator, stored, change.items),
        );
        await again(context, creator, stored);
      },
    }),
  );
}

/** Two values that a server takes for one when it folds, cuts, rounds or hashes a part. */
function pairs(creator: Creator): Record<string, [Item[], Item[]]> {
  const of = (one: unknown, other: unknown, type = "string"): [Item[], Item[]] => [
    [{ key: "k", type, value: one }],
    [{ key: "k", type, value: other }],
  ];
  const long = (length: number, end: string) => longText(length) + end;
  const many = (count: number, last: string) =>
    Array.from({ length: count }, (_, i) => text(i === count - 1 ? last : "v", `k${i}`));
  const list = (count: number, last: string) =>
    Array.from({ length: count }, (_, i) => (i === count - 1 ? last : `v${i}`));
  const [a, b] = [text("a", "a"), text("b", "b")];
  const object = (value: Item[]): Item => ({ key: "o", type: "object", value });
  const lists = (value: Item[]): Item => ({ key: "l", type: "object-array", value });
  const rows: Record<string, [Item[], Item[]]> = {
    "normal forms": of("\u00e9", "e\u0301"),
    "a compatibility form": of("\ufb01", "fi"),
    "case beyond ASCII": of("\u00c9", "\u00e9"),
    "a sharp s": of("\u00df", "ss"),
    "line ends": of("a\r\nb", "a\nb"),
    "kinds of blanks": of("a b", "a\u00a0b"),
    "a tab and a blank": of("a\tb", "a b"),
    "halves of pairs": of("\ud800", "\ud801"),
    "a half and the replacement": of("\ud800", "\ufffd"),
    "a character of no width": of("ab", "a\u200bb"),
    "what follows NUL": of("a\u0000b", "a\u0000c"),
    "nothing and a blank": of("", " "),
    "an escape and its text": of("\n", "\\n"),
    "markup and its entity": of("<", "&lt;"),
    "percent encoding": of("a b", "a%20b"),
    "the texts null and empty": of("null", ""),
    "the texts 1 and 1.0": of("1", "1.0"),
    "the texts 1 and true": of("1", "true"),
    "two forms of one moment as text": of("2026-11-21T06:15:00Z", "2026-11-21T06:15:00.000Z"),
    "an astral character": of("\u{1f600}", "\u{1f601}"),
    ...Object.fromEntries(
      [50, 64, 100, 128, 255, 256, 500, 1000, 1024, 4096, 8192, 10_000, 65_536, 300_000].map((length) => [
        `the last of ${length + 1} characters`,
        of(long(length, "a"), long(length, "b")),
      ]),
    ),
    "the middle of 10,001 characters": of(`${longText(5000)}a${longText(5000)}`, `${longText(5000)}b${longText(5000)}`),
    "the first of 10,001 characters": of(`a${longText(10_000)}`, `b${longText(10_000)}`),
    "the lengths of long texts": of(longText(10_000), longText(10_001)),
    ...Object.fromEntries(
      [2, 11, 50, 51, 100, 101, 150].map((count) => [
        `the last of ${count} items`,
        [many(count, "x"), many(count, "y")],
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
    "an array and the same one without repeats": of(["a", "a"], ["a"], "string-array"),
    "an empty array and one of an empty text": of([], [""], "string-array"),
    "numbers and their order": of([1, 2, 3], [3, 2, 1], "number-array"),
    "numbers far down": of(0.1, 0.10000000000000002, "number"),
    "great numbers": of(9007199254740991, 9007199254740990, "number"),
    "the sign of a number": of(1, -1, "number"),
    "0 and a very small number": of(0, 5e-324, "number"),
    "1 and a number beside it": of(1, 1.0000000000000002, "number"),
    "a thousandth of a number": of(12.5, 12.501, "number"),
    booleans: of(true, false, "boolean"),
    "the order of booleans": of([true, false], [false, true], "boolean-array"),
    dates: of("2026-11-21", "2026-11-22", "date"),
    "the order of dates": of(["2026-11-21", "2026-11-22"], ["2026-11-22", "2026-11-21"], "date-array"),
    "two forms of one moment": of("2026-11-21T06:15:00Z", "2026-11-21T06:15:00+00:00", "datetime"),
    "one moment in two zones": of("2026-11-21T06:15:00Z", "2026-11-21T13:15:00+07:00", "datetime"),
    "one moment with a zero more": of("2026-11-21T06:15:00.1Z", "2026-11-21T06:15:00.10Z", "datetime"),
    nanoseconds: of("2026-11-21T06:15:00.123456788Z", "2026-11-21T06:15:00.123456789Z", "datetime"),
    "one moment in two zones, in an array": of(
      ["2026-11-21T06:15:00Z"],
      ["2026-11-21T13:15:00+07:00"],
      "datetime-array",
    ),
    "a file and the same one in upper case": of(
      "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
      "6F1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D",
      "file",
    ),
    "keys by case": [[text("v", "key")], [text("v", "Key")]],
    "keys by a blank": [[text("v", "key")], [text("v", "key ")]],
    "keys by normal form": [[text("v", "\u00e9")], [text("v", "e\u0301")]],
    "keys by their last of 100": [[text("v", `${longText(99)}a`)], [text("v", `${longText(99)}b`)]],
    "the order of items": [
      [a, b],
      [b, a],
    ],
    "the order of items of one key": [
      [text("1"), text("2")],
      [text("2"), text("1")],
    ],
    "the values of two keys": [
      [text("1", "a"), text("2", "b")],
      [text("2", "a"), text("1", "b")],
    ],
    "an item twice": [[a, a], [a]],
    "an item more": [[a], [a, b]],
    "an item fewer": [[a, b], [a]],
    "where one text ends and the next begins": [
      [text("ab", "k"), text("c", "k")],
      [text("a", "k"), text("bc", "k")],
    ],
    "where a key ends and a value begins": [[text("bc", "a")], [text("c", "ab")]],
    "separators within texts": [[text('a","b')], [text("a"), text("b")]],
    "the order of nested items": [[object([a, b])], [object([b, a])]],
    "the order of items of a list": [[lists([a, b])], [lists([b, a])]],
    "an object and a list of the same": [[object([a])], [lists([a])]],
    "an empty list and one item": [[lists([])], [lists([a])]],
    "two lists and one": [
      [lists([a]), lists([b])],
      [lists([a, b]), lists([])],
    ],
    "an item inside and after": [[object([a, b])], [object([a]), b]],
    "deep down": [
      [object([object([object([object([lists([a])])])])])],
      [object([object([object([object([lists([b])])])])])],
    ],
    "the type of equal values": [[text("2026-11-21", "k")], [{ key: "k", type: "date", value: "2026-11-21" }]],
    "the type of an empty array": [of([], [], "string-array")[0], of([], [], "number-array")[0]],
  };
  const known = new Set(creator.kinds.map(({ type }) => type));
  const typesOf = (items: Item[]): string[] =>
    items.flatMap(({ type, value }) => [type, ...(type.startsWith("object") ? typesOf(value as Item[]) : [])]);
  return Object.fromEntries(
    Object.entries(rows).filter(([, both]) => both.flatMap(typesOf).every((type) => known.has(type))),
  );
}

function pairCases(creator: Creator): Case[] {
  return Object.entries(pairs(creator)).map(([name, [one, other]]) =>
    draft(creator.operation, {
      rule: RULE,
      name: `other items by ${name} are refused, both ways round, and nothing is changed`,
      status: "400",
      run: async (context) => {
        const [first, second] = [await create(context, creator, one), await create(context, creator, other)];
        await clash(context, creator, first, other);
        await clash(context, creator, second, one);
        await clash(context, creator, first, other);
        await again(context, creator, first);
        await again(context, creator, second);
      },
    }),
  );
}

function rewritingCases(creator: Creator): Case[] {
  const items = allKinds(creator);
  return Object.entries(REWRITINGS).map(([name, write]) =>
    draft(creator.operation, {
      rule: RULE,
      name: `the same JSON in another text is the same record: ${name}`,
      wire: true,
      run: async (context) => {
        const stored = await create(context, creator, items);
        const rawBody = write({ uid: stored.uid, items });
        await again(context, creator, stored, { rawBody });
        await again(context, creator, stored, { rawBody });
        const uid = context.uid();
        const written = await create(context, creator, items, { rawBody: write({ uid, items }), uid });
        await again(context, creator, written);
      },
    }),
  );
}

/** How much other traffic a record has to outlive. */
const TRAFFIC = { quick: 60, standard: 300, thorough: 1500 };

function memoryCases(creator: Creator): Case[] {
  const { namespace } = creator;
  const spaces = namespace?.values.map((value) => ({ path: { [namespace.name]: value }, name: value })) ?? [
    { path: {}, name: "it" },
  ];
  return [
    ...spaces.map(({ path, name }) =>
      draft(creator.operation, {
        rule: RULE,
        name: `records are remembered in ${name}, and their clashes, after much other traffic`,
        run: async (context) => {
          const first = await create(context, creator, allKinds(creator), { path });
          await again(context, creator, first, { path });
          const others = Array.from({ length: TRAFFIC[context.effort] }, (_, i) => [text(`other ${i}`)]);
          const made: Created[] = [];
          await each(
            others,
            () => "other traffic",
            async (items) => made.push(await create(context, creator, items, { path })),
          );
          await again(context, creator, first, { path });
          await each(
            made,
            ({ uid }) => `${uid} after ${made.length} creates`,
            (one) => again(context, creator, one, { path }),
          );
          await clash(context, creator, first, [text("late")], { path });
          await clash(context, creator, made[0] as Created, [text("late")], { path });
          await again(context, creator, first, { path });
        },
      }),
    ),
    draft(creator.operation, {
      rule: RULE,
      name: "a record sent many times is always the record stored first",
      run: async (context) => {
        const stored = await create(context, creator, [text("a"), text("b")]);
        for (let i = 0; i < 40; i++) await again(context, creator, stored);
        for (let i = 0; i < 10; i++) await clash(context, creator, stored, [text("a"), text(`c${i}`)]);
        await again(context, creator, stored);
      },
    }),
    draft(creator.operation, {
      rule: RULE,
      name: "one uid in each namespace is a record of its own",
      run: async (context) => {
        const uid = context.uid();
        const made = [];
        for (const { path, name } of spaces)
          made.push({ path, record: await create(context, creator, [text(`in ${name}`)], { uid, path }) });
        for (const { path, record } of [...made, ...made.toReversed()]) await again(context, creator, record, { path });
        for (const { path, record } of made) await clash(context, creator, record, [text("in neither")], { path });
        for (const { path, record } of made) await again(context, creator, record, { path });
      },
    }),
    draft(creator.operation, {
      rule: RULE,
      name: "records that were sent again keep their timestamps a while later",
      least: "standard",
      run: async (context) => {
        const stored = await create(context, creator, allKinds(creator));
        await new Promise((done) => setTimeout(done, 2100));
        await again(context, creator, stored);
        await clash(context, creator, stored, [text("later")]);
        await again(context, creator, stored);
      },
    }),
  ];
}
