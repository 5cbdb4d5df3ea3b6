import { isDeepStrictEqual } from "node:util";
import type { Case, Context, Exchange } from "../../../case.js";
import { successOf } from "../../../document.js";
import { sampled } from "../../../effort.js";
import { ContractViolation, excerpt } from "../../../judge.js";
import type { Inputs } from "../../../request.js";
import { IDENTITIES } from "../../../text/battery.js";
import { FOLDINGS, foldedBy } from "../../../text/foldings.js";
import { choicesOf } from "../../choices.js";
import { checkEach, testCase } from "../../test-case.js";
import { OTHER_HEADERS } from "../stability.js";
import { allItemTypes } from "./all-item-types.js";
import { changesOf } from "./changes.js";
import { type Created, type Creator, create, dataOf, hasItemType, type Item, refuse, text } from "./creator.js";
import { derivedPairs, wholePairs } from "./derived-pairs.js";
import { type Pair, pairsOf } from "./pairs.js";
import { REWRITINGS } from "./rewritings.js";

const RULE = "same record";

/** A uid that already exists (decision 0005): the same items return the stored record, other items are rejected. */
export function sameRecordCases(creator: Creator): Case[] {
  return [
    ...changeCases(creator),
    ...pairCases(creator),
    ...foldingCases(creator),
    ...rewritingCases(creator),
    ...headerCases(creator),
    ...namespaceCases(creator),
    ...memoryCases(creator),
  ];
}

/** Sends a record again. @throws {ContractViolation} if the response differs from the first one */
export async function resendUnchanged(
  context: Context,
  { operation }: Creator,
  created: Created,
  inputs: Inputs = {},
): Promise<Exchange> {
  const body = { uid: created.uid, items: created.items };
  const sent = inputs.rawBody === undefined ? { body, ...inputs } : inputs;
  const answer = await context.exchange(operation, sent, { status: successOf(operation).status });
  const data = dataOf(answer.body);
  for (const name of ["createdDate", "updatedDate"])
    if (data[name] !== created.data[name])
      throw new ContractViolation(
        `the record sent again was returned with the ${name} ${data[name]}, but ${created.data[name]} is stored`,
      );
  if (!isDeepStrictEqual(data, created.data))
    throw new ContractViolation(`the record sent again returned a different record: ${excerpt(JSON.stringify(data))}`);
  return answer;
}

/**
 * Creates a record, and sends it again unless the run is a quick one: a server may return what it received at first, and
 * what it stored from then on.
 */
export async function createAndRepeat(
  context: Context,
  creator: Creator,
  items: unknown,
  inputs: { uid?: string } & Inputs = {},
): Promise<Created> {
  const created = await create(context, creator, items, inputs);
  if (context.effort !== "quick") {
    const { uid: _, ...same } = inputs;
    await resendUnchanged(context, creator, created, same);
  }
  return created;
}

/**
 * Sends other items with the uid of a record. They must be rejected, the message names the uid, and nothing changes.
 */
async function clash(context: Context, creator: Creator, created: Created, items: unknown, inputs: Inputs = {}) {
  await refuse(context, creator, { body: { uid: created.uid, items }, ...inputs }, created.uid);
}

function changeCases(creator: Creator): Case[] {
  const items = allItemTypes(creator);
  const changes = changesOf(creator, items);
  const groups = new Map<string, typeof changes>();
  for (const change of changes) {
    const at = /^items\[\d+\]/.exec(change.name)?.[0] ?? "items";
    groups.set(at, [...(groups.get(at) ?? []), change]);
  }
  return [...groups].map(([at, group]) =>
    testCase(creator.operation, {
      rule: RULE,
      name: `any single change of ${at} makes different items`,
      status: "400",
      run: async (context) => {
        const stored = await create(context, creator, items);
        await checkEach(
          sampled(group, context.effort, 5),
          ({ name }) => name,
          (change) => clash(context, creator, stored, change.items),
        );
        await resendUnchanged(context, creator, stored);
      },
    }),
  );
}

function pairCases(creator: Creator): Case[] {
  const places = nestedPlaces(creator);
  const spaces = choicesOf(creator.operation);
  const [derived, whole] = [derivedPairs(creator), wholePairs(creator)];
  return Object.entries({ ...pairsOf(creator), ...derived, ...whole }).flatMap(([name, pair], i) => {
    const place = places[i % Math.max(1, places.length)];
    const nested = (items: Item[]) => place?.wrap(items) ?? items;
    return [
      pairCase(creator, name, pair, {
        late: Object.hasOwn(derived, name) || Object.hasOwn(whole, name),
      }),
      ...(place && !Object.hasOwn(whole, name) && JSON.stringify(pair[0]).length < 20_000
        ? [
            // Each pair is tried in every namespace without the place, and with it in one of them.
            pairCase(creator, `${name}, ${place.name}`, [nested(pair[0]), nested(pair[1])], {
              late: true,
              path: spaces[i % spaces.length]?.path,
            }),
          ]
        : []),
    ];
  });
}

interface PairOptions {
  late: boolean;
  /** The namespace. @default each in turn */
  path?: Record<string, string> | undefined;
}

function pairCase(creator: Creator, name: string, [one, other]: Pair, { late, path }: PairOptions): Case {
  const where = path === undefined ? {} : { path };
  return testCase(creator.operation, {
    rule: RULE,
    name: `items that differ by ${name} are rejected in both directions, and nothing changes`,
    status: "400",
    late,
    run: async (context) => {
      const first = await create(context, creator, one, where);
      const second = await create(context, creator, other, where);
      await clash(context, creator, first, other, where);
      await clash(context, creator, second, one, where);
      await resendUnchanged(context, creator, first, where);
      await resendUnchanged(context, creator, second, where);
    },
  });
}

/**
 * Strings that servers may confuse because of how they process them: in values, elements and keys, in different places.
 */
function foldingCases(creator: Creator): Case[] {
  const places = nestedPlaces(creator);
  const wraps = [(items: Item[]) => items, ...places.map(({ wrap }) => wrap)];
  const spaces = choicesOf(creator.operation);
  const forms: Record<string, (text: string, i: number) => Item> = {
    values: (value, i) => text(value, `key ${i}`),
    ...(hasItemType(creator, "string-array")
      ? { elements: (value, i) => ({ key: `key ${i}`, type: "string-array", value: ["a", value, "b"] }) }
      : {}),
    keys: (key) => text("value", key),
  };
  return Object.entries(FOLDINGS).flatMap(([name, fold], number) =>
    Object.entries(forms).map(([what, itemOf], turn) => {
      const pairs = foldedBy(fold).filter(
        (both) => what !== "keys" || both.every((key) => key !== "" && [...key].length <= 100),
      );
      const wrap = wraps[(number + turn) % wraps.length] as (items: Item[]) => Item[];
      return testCase(creator.operation, {
        rule: RULE,
        name: `${what} that a server confuses if it ${name} are different items`,
        status: "400",
        late: true,
        run: async (context) => {
          const items = pairs.map(([sent], i) => itemOf(sent, i));
          const path = spaces[(number + turn) % spaces.length]?.path;
          const stored = await create(context, creator, wrap(items), { path });
          await checkEach(
            pairs.entries(),
            ([, [sent]]) => JSON.stringify(sent),
            ([i, [, folded]]) => clash(context, creator, stored, wrap(items.with(i, itemOf(folded, i))), { path }),
          );
          await resendUnchanged(context, creator, stored, { path });
        },
      });
    }),
  );
}

/** Returns the places where a list of items with two more levels is allowed. */
function nestedPlaces(creator: Creator): { name: string; wrap(items: Item[]): Item[] }[] {
  if (!hasItemType(creator, "object") || !hasItemType(creator, "object-array")) return [];
  return (["object", "object-array"] as const).flatMap((type) =>
    [1, 2].map((depth) => ({
      name: `${depth === 1 ? "in an" : "deep in an"} ${type}`,
      wrap: (items: Item[]) => {
        const inner: Item[] = [{ key: "within", type, value: items }];
        return [text("before", "before"), ...(depth === 1 ? inner : [{ key: "o", type: "object", value: inner }])];
      },
    })),
  );
}

function rewritingCases(creator: Creator): Case[] {
  const items = allItemTypes(creator);
  return Object.entries(REWRITINGS).map(([name, write]) =>
    testCase(creator.operation, {
      rule: RULE,
      name: `the same JSON written differently is the same record: ${name}`,
      wire: true,
      run: async (context) => {
        const stored = await create(context, creator, items);
        const rawBody = write({ uid: stored.uid, items });
        await resendUnchanged(context, creator, stored, { rawBody });
        await resendUnchanged(context, creator, stored, { rawBody });
        const uid = context.uid();
        const written = await create(context, creator, items, { rawBody: write({ uid, items }), uid });
        await resendUnchanged(context, creator, written);
      },
    }),
  );
}

/** Headers that must not matter for a record, among them other notations of its media type. */
const RECORD_HEADERS: Record<string, string>[] = [
  { "Content-Type": "application/json; charset=utf-8" },
  { "Content-Type": "APPLICATION/JSON" },
  ...OTHER_HEADERS,
];

function headerCases(creator: Creator): Case[] {
  return [
    testCase(creator.operation, {
      rule: RULE,
      name: "the same items sent with other headers are the same record, and other items are still rejected",
      wire: true,
      run: async (context) => {
        await checkEach(RECORD_HEADERS, JSON.stringify, async (headers) => {
          const stored = await create(context, creator, [text("a")]);
          await resendUnchanged(context, creator, stored, { headers });
          await clash(context, creator, stored, [text("b")], { headers });
          const other = await create(context, creator, [text("a")], { headers });
          await resendUnchanged(context, creator, other);
          await clash(context, creator, other, [text("b")]);
        });
      },
    }),
  ];
}

/** The number of other records that are created before a record is checked again. */
const TRAFFIC = { quick: 60, standard: 300, thorough: 1500 };

/** Returns the path parameters of each namespace; a single entry without any if the operation has no namespaces. */
const spacesOf = ({ namespace }: Creator) =>
  namespace?.values.map((value) => ({ path: { [namespace.name]: value }, name: value })) ?? [{ path: {}, name: "it" }];

/** The maximum length of a uid. */
const MAX_UID = 100;

/** Returns uids of every length, and one for each class of characters. */
function uidsOfEverySort(prefix: string): string[] {
  const classes = new Map(IDENTITIES.map(({ about, text }) => [about, prefix + text]));
  const lengths = Array.from({ length: MAX_UID }, (_, i) => i + 1);
  return [...new Set([...lengths.map((length) => prefix.padEnd(length, "x")), ...classes.values()])];
}

function namespaceCases(creator: Creator): Case[] {
  const spaces = spacesOf(creator);
  return [
    testCase(creator.operation, {
      rule: RULE,
      name: "the same uid in two namespaces identifies two records",
      run: async (context) => {
        const uid = context.uid();
        const made = [];
        for (const { path, name } of spaces)
          made.push({ path, record: await create(context, creator, [text(`in ${name}`)], { uid, path }) });
        for (const { path, record } of [...made, ...made.toReversed()])
          await resendUnchanged(context, creator, record, { path });
        for (const { path, record } of made) await clash(context, creator, record, [text("in neither")], { path });
        for (const { path, record } of made) await resendUnchanged(context, creator, record, { path });
      },
    }),
    testCase(creator.operation, {
      rule: RULE,
      name: "a uid of any length and any characters identifies a record in each namespace",
      run: async (context) => {
        const made: { path: Record<string, unknown>; record: Created }[] = [];
        const uids = uidsOfEverySort(`${context.uid()}.`);
        for (const { path, name } of spaces)
          await checkEach(uids, excerpt, async (uid) => {
            made.push({ path, record: await create(context, creator, [text(`in ${name}`)], { uid, path }) });
          });
        await checkEach(
          made,
          ({ record }) => excerpt(record.uid),
          ({ path, record }) => resendUnchanged(context, creator, record, { path }),
        );
      },
    }),
  ];
}

function memoryCases(creator: Creator): Case[] {
  return [
    ...spacesOf(creator).map(({ path, name }) =>
      testCase(creator.operation, {
        rule: RULE,
        name: `records are still stored, and conflicts still rejected, after much other traffic in ${name}`,
        run: async (context) => {
          const firsts = await Promise.all(
            spacesOf(creator).map(async (space) => ({
              path: space.path,
              record: await create(context, creator, allItemTypes(creator), { path: space.path }),
            })),
          );
          const resendFirsts = () =>
            Promise.all(firsts.map(({ path, record }) => resendUnchanged(context, creator, record, { path })));
          await resendFirsts();
          const others = Array.from({ length: TRAFFIC[context.effort] }, (_, i) => [text(`other ${i}`)]);
          const made: Created[] = [];
          await checkEach(
            others,
            () => "other traffic",
            async (items) => made.push(await create(context, creator, items, { path })),
          );
          await resendFirsts();
          await checkEach(
            made,
            ({ uid }) => `${uid} after ${made.length} create requests`,
            (one) => resendUnchanged(context, creator, one, { path }),
          );
          for (const { path, record } of firsts) await clash(context, creator, record, [text("late")], { path });
          await clash(context, creator, made[0] as Created, [text("late")], { path });
          await resendFirsts();
        },
      }),
    ),
    testCase(creator.operation, {
      rule: RULE,
      name: "a record sent many times always returns the record that was stored first",
      run: async (context) => {
        const stored = await create(context, creator, [text("a"), text("b")]);
        for (let i = 0; i < 40; i++) await resendUnchanged(context, creator, stored);
        for (let i = 0; i < 10; i++) await clash(context, creator, stored, [text("a"), text(`c${i}`)]);
        await resendUnchanged(context, creator, stored);
      },
    }),
    testCase(creator.operation, {
      rule: RULE,
      name: "records that are sent again later still have the same timestamps",
      late: true,
      phase: "waits",
      run: async (context) => {
        const stored = await create(context, creator, allItemTypes(creator));
        await new Promise((done) => setTimeout(done, 2100));
        await resendUnchanged(context, creator, stored);
        await clash(context, creator, stored, [text("later")]);
        await resendUnchanged(context, creator, stored);
      },
    }),
  ];
}
