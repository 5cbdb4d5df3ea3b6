import type { Case, Context } from "../../../cases/case.js";
import { sampled } from "../../../cases/effort.js";
import { excerpt } from "../../../judging/judge-response.js";
import { groupBy } from "../../../lib/group-by.js";
import type { Inputs } from "../../../requests/request.js";
import { IDENTITIES } from "../../../text/battery.js";
import { FOLDINGS, foldedBy } from "../../../text/foldings.js";
import { checkEach, type Draft, testCase } from "../../test-case.js";
import { OTHER_HEADERS } from "../stability.js";
import { allItemTypes } from "./all-item-types.js";
import { changesOf } from "./changes.js";
import {
  type Created,
  type Creator,
  create,
  hasItemType,
  hasNests,
  type Item,
  object,
  refuse,
  resendUnchanged,
  text,
} from "./creator.js";
import { derivedPairs, wholePairs } from "./derived-pairs.js";
import { type Pair, pairsOf } from "./pairs.js";
import { REWRITINGS } from "./rewritings.js";

const RULE = "same record";

/** A case about records that are stored. */
const law = ({ operation }: Creator, name: string, run: Case["run"], draft: Partial<Draft> = {}): Case =>
  testCase(operation, { ...draft, rule: RULE, name, run });

/** A uid that already exists (decision 0005): the same items return the stored record, other items are rejected. */
export const sameRecordCases = (creator: Creator): Case[] => [
  ...changeCases(creator),
  ...pairCases(creator),
  ...foldingCases(creator),
  ...rewritingCases(creator),
  headerCase(creator),
  ...namespaceCases(creator),
  ...memoryCases(creator),
];

/**
 * Sends other items with the uid of a record. They must be rejected, the message names the uid, and nothing changes.
 */
async function clash(context: Context, creator: Creator, created: Created, items: unknown, inputs: Inputs = {}) {
  await refuse(context, creator, { body: { uid: created.uid, items }, ...inputs }, created.uid);
}

function changeCases(creator: Creator): Case[] {
  const items = allItemTypes(creator);
  const groups = groupBy(changesOf(creator, items), ({ name }) => /^items\[\d+\]/.exec(name)?.[0] ?? "items");
  return [...groups].map(([at, group]) =>
    law(
      creator,
      `any single change of ${at} makes different items`,
      async (context) => {
        const stored = await create(context, creator, items);
        await checkEach(
          sampled(group, context.effort, 5),
          ({ name }) => name,
          (change) => clash(context, creator, stored, change.items),
        );
        await resendUnchanged(context, creator, stored);
      },
      { status: "400" },
    ),
  );
}

function pairCases(creator: Creator): Case[] {
  const { spaces } = creator;
  const places = nestedPlaces(creator);
  const [derived, whole] = [derivedPairs(creator), wholePairs(creator)];
  return Object.entries({ ...pairsOf(creator), ...derived, ...whole }).flatMap(([name, pair], i) => {
    const place = places[i % Math.max(1, places.length)];
    const isNested = place && !Object.hasOwn(whole, name) && JSON.stringify(pair[0]).length < 20_000;
    return [
      pairCase(creator, name, pair, Object.hasOwn(derived, name) || Object.hasOwn(whole, name)),
      // Each pair is tried in every namespace without the place, and with it in one of them.
      ...(isNested
        ? [
            pairCase(
              creator,
              `${name}, ${place.name}`,
              [place.wrap(pair[0]), place.wrap(pair[1])],
              true,
              spaces[i % spaces.length]?.path,
            ),
          ]
        : []),
    ];
  });
}

/** @param path the namespace. @default each in turn */
function pairCase(
  creator: Creator,
  name: string,
  [one, other]: Pair,
  late: boolean,
  path?: Record<string, string>,
): Case {
  const where = path === undefined ? {} : { path };
  return law(
    creator,
    `items that differ by ${name} are rejected in both directions, and nothing changes`,
    async (context) => {
      const first = await create(context, creator, one, where);
      const second = await create(context, creator, other, where);
      await clash(context, creator, first, other, where);
      await clash(context, creator, second, one, where);
      await resendUnchanged(context, creator, first, where);
      await resendUnchanged(context, creator, second, where);
    },
    { status: "400", late },
  );
}

/**
 * Strings that servers may confuse because of how they process them: in values, elements and keys, in different places.
 */
function foldingCases(creator: Creator): Case[] {
  const { spaces } = creator;
  const wraps = [(items: Item[]) => items, ...nestedPlaces(creator).map(({ wrap }) => wrap)];
  const forms: Record<string, (text: string, i: number) => Item> = {
    values: (value, i) => text(value, `key ${i}`),
    ...(hasItemType(creator, "string-array")
      ? { elements: (value, i) => ({ key: `key ${i}`, type: "string-array", value: ["a", value, "b"] }) }
      : {}),
    keys: (key) => text("value", key),
  };
  return Object.entries(FOLDINGS).flatMap(([name, fold], number) =>
    Object.entries(forms).map(([what, itemOf], turn) => {
      const isPossible = (key: string) =>
        what !== "keys" || (key !== "" && [...key].length <= (creator.limits.key ?? 100));
      const pairs = foldedBy(fold).filter((both) => both.every(isPossible));
      const wrap = wraps[(number + turn) % wraps.length] as (items: Item[]) => Item[];
      const path = spaces[(number + turn) % spaces.length]?.path;
      return law(
        creator,
        `${what} that a server confuses if it ${name} are different items`,
        async (context) => {
          const items = pairs.map(([sent], i) => itemOf(sent, i));
          const stored = await create(context, creator, wrap(items), { path });
          await checkEach(
            pairs.entries(),
            ([, [sent]]) => JSON.stringify(sent),
            ([i, [, folded]]) => clash(context, creator, stored, wrap(items.with(i, itemOf(folded, i))), { path }),
          );
          await resendUnchanged(context, creator, stored, { path });
        },
        { status: "400", late: true },
      );
    }),
  );
}

/** Returns the places where a list of items with two more levels is allowed. */
function nestedPlaces(creator: Creator): { name: string; wrap(items: Item[]): Item[] }[] {
  if (!hasNests(creator)) return [];
  return (["object", "object-array"] as const).flatMap((type) =>
    [1, 2].map((depth) => ({
      name: `${depth === 1 ? "in an" : "deep in an"} ${type}`,
      wrap: (items: Item[]) => {
        const inner: Item[] = [{ key: "within", type, value: items }];
        return [text("before", "before"), ...(depth === 1 ? inner : [object(inner)])];
      },
    })),
  );
}

function rewritingCases(creator: Creator): Case[] {
  const items = allItemTypes(creator);
  return Object.entries(REWRITINGS).map(([name, write]) =>
    law(
      creator,
      `the same JSON written differently is the same record: ${name}`,
      async (context) => {
        const stored = await create(context, creator, items);
        const rawBody = write({ uid: stored.uid, items });
        await resendUnchanged(context, creator, stored, { rawBody });
        await resendUnchanged(context, creator, stored, { rawBody });
        const uid = context.uid();
        const written = await create(context, creator, items, { rawBody: write({ uid, items }), uid });
        await resendUnchanged(context, creator, written);
      },
      { wire: true },
    ),
  );
}

/** Headers that must not matter for a record, among them other notations of its media type. */
const RECORD_HEADERS: Record<string, string>[] = [
  { "Content-Type": "application/json; charset=utf-8" },
  { "Content-Type": "APPLICATION/JSON" },
  ...OTHER_HEADERS,
];

const headerCase = (creator: Creator): Case =>
  law(
    creator,
    "the same items sent with other headers are the same record, and other items are still rejected",
    (context) =>
      checkEach(RECORD_HEADERS, JSON.stringify, async (headers) => {
        const stored = await create(context, creator, [text("a")]);
        await resendUnchanged(context, creator, stored, { headers });
        await clash(context, creator, stored, [text("b")], { headers });
        const other = await create(context, creator, [text("a")], { headers });
        await resendUnchanged(context, creator, other);
        await clash(context, creator, other, [text("b")]);
      }),
    { wire: true },
  );

/** The number of other records that are created before a record is checked again. */
const TRAFFIC = { quick: 60, standard: 300, thorough: 1500 };

/** Returns uids of every length up to 100, and one for each class of characters; only valid ones. */
function uidsOfEverySort({ accepts }: Creator, prefix: string): string[] {
  const classes = new Map(IDENTITIES.map(({ about, text }) => [about, prefix + text]));
  const lengths = Array.from({ length: 100 }, (_, i) => i + 1);
  return [...new Set([...lengths.map((length) => prefix.padEnd(length, "x")), ...classes.values()])].filter((uid) =>
    accepts([text("a")], uid),
  );
}

/** A record, and the inputs with its namespace. */
interface Placed {
  where: { path: Record<string, string> };
  record: Created;
}

function namespaceCases(creator: Creator): Case[] {
  const { spaces } = creator;
  return [
    law(creator, "the same uid in two namespaces identifies two records", async (context) => {
      const uid = context.uid();
      const made: Placed[] = [];
      for (const { path, name } of spaces)
        made.push({ where: { path }, record: await create(context, creator, [text(name.trim())], { uid, path }) });
      const resend = async (all: Placed[]) => {
        for (const { where, record } of all) await resendUnchanged(context, creator, record, where);
      };
      await resend([...made, ...made.toReversed()]);
      for (const { where, record } of made) await clash(context, creator, record, [text("in neither")], where);
      await resend(made);
    }),
    law(creator, "a uid of any length and any characters identifies a record in each namespace", async (context) => {
      const made: Placed[] = [];
      const uids = uidsOfEverySort(creator, `${context.uid()}.`);
      for (const { path, name } of spaces)
        await checkEach(uids, excerpt, async (uid) => {
          const record = await create(context, creator, [text(name.trim())], { uid, path });
          made.push({ where: { path }, record });
        });
      await checkEach(
        made,
        ({ record }) => excerpt(record.uid),
        ({ where, record }) => resendUnchanged(context, creator, record, where),
      );
    }),
  ];
}

const memoryCases = (creator: Creator): Case[] => [
  ...creator.spaces.map(({ path, name }) =>
    law(
      creator,
      `records are still stored, and conflicts still rejected, after much other traffic${name}`,
      async (context) => {
        const firsts = await Promise.all(
          creator.spaces.map(async ({ path }): Promise<Placed> => {
            const record = await create(context, creator, allItemTypes(creator), { path });
            return { where: { path }, record };
          }),
        );
        const resendFirsts = () =>
          Promise.all(firsts.map(({ where, record }) => resendUnchanged(context, creator, record, where)));
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
        for (const { where, record } of firsts) await clash(context, creator, record, [text("late")], where);
        await clash(context, creator, made[0] as Created, [text("late")], { path });
        await resendFirsts();
      },
    ),
  ),
  law(creator, "a record sent many times always returns the record that was stored first", async (context) => {
    const stored = await create(context, creator, [text("a"), text("b")]);
    for (let i = 0; i < 40; i++) await resendUnchanged(context, creator, stored);
    for (let i = 0; i < 10; i++) await clash(context, creator, stored, [text("a"), text(`c${i}`)]);
    await resendUnchanged(context, creator, stored);
  }),
  law(
    creator,
    "records that are sent again later still have the same timestamps",
    async (context) => {
      const stored = await create(context, creator, allItemTypes(creator));
      await new Promise((done) => setTimeout(done, 2100));
      await resendUnchanged(context, creator, stored);
      await clash(context, creator, stored, [text("later")]);
      await resendUnchanged(context, creator, stored);
    },
    { late: true, phase: "waits" },
  ),
];
