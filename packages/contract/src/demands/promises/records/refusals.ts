import type { Case, Context } from "../../../cases/case.js";
import { sampled } from "../../../cases/effort.js";
import { errorBodyOf, operationsOf } from "../../../document/document.js";
import { pathPattern } from "../../../document/path-pattern.js";
import { isStrict } from "../../../document/promises.js";
import { otherTypes } from "../../../grammar/media-type.js";
import { ContractViolation, excerpt } from "../../../judging/judge-response.js";
import type { Inputs } from "../../../requests/request.js";
import { requestOf } from "../../../requests/request.js";
import type { WireRequest } from "../../../target/target.js";
import { checkEach, messageOf, testCase } from "../../test-case.js";
import { type Creator, create, hasItemType, type Item, list, object, resendUnchanged, text, texts } from "./creator.js";
import { brokenItems } from "./item-rules.js";
import { invalidBodies } from "./json.js";

const good = (i: number): Item => text(`value ${i}`, `key ${i}`);
const bad: Item = { key: "bad", type: "number", value: "no number" };

/** A rejected request stores nothing, and `message` names the invalid field (decision 0008). */
export function refusalCases(creator: Creator): Case[] {
  return [
    ...nothingStored(creator),
    ...nothingStoredByAny(creator),
    ...twoMistakes(creator),
    ...(hasItemType(creator, "object-array") ? placesNamed(creator) : []),
  ];
}

type Refused = Inputs & { status?: string };

/** Items of which one is wrong, or which break a rule together. */
const wrongItems = ({ limits: { items, levels, bytes } }: Creator): Record<string, Item[]> => ({
  "a wrong type": [bad],
  "a wrong last item": [good(1), good(2), bad],
  [`a wrong last item of ${items}`]: [...texts(items - 1), bad],
  "a wrong nested item": [good(1), object([good(2), bad])],
  "a wrong item of an object-array": [good(1), list([good(2), bad])],
  "a wrong date": [good(1), { key: "d", type: "date", value: "2026-02-29" }],
  "a wrong file": [good(1), { key: "f", type: "file", value: "photo.jpg" }],
  "an unknown field of an item": [{ ...good(1), undeclared: "x" } as Item],
  "no items": [],
  [`${items + 1} items`]: texts(items + 1),
  ...(levels !== undefined && {
    "too deeply nested items": [Array.from({ length: levels }).reduce<Item>((value) => object([value]), good(1))],
  }),
  ...(bytes !== undefined && { "a body that is too large": [text("x".repeat(bytes))] }),
});

/** Texts of a body, made from a valid one and its uid. */
const WRONG_TEXTS: Record<string, (body: string, uid: string) => string> = {
  "a number that would be altered": (_, uid) =>
    `{"uid":"${uid}","items":[{"key":"n","type":"number","value":9007199254740993}]}`,
  "a duplicate field": (_, uid) => `{"uid":"${uid}","items":[{"key":"a","key":"b","type":"string","value":"c"}]}`,
  "a body that ends too early": (body) => body.slice(0, -1),
  "a body with something after it": (body) => `${body}x`,
};

/** It is wrong only if the API promises that such parameters are rejected. */
const UNKNOWN_PARAMETER = "an unknown query parameter";

/** What is wrong beside a valid body. */
const WRONG_BESIDE: Record<string, Inputs> = {
  "another media type": { headers: { "Content-Type": "text/plain" } },
  "no media type": { headers: { "Content-Type": "" } },
  "another charset": { headers: { "Content-Type": "application/json; charset=utf-16" } },
  [UNKNOWN_PARAMETER]: { query: [["dryRun", "true"]] },
};

const valid = (uid: string) => ({ uid, items: [good(1)] });

const mapped = <T, R>(table: Record<string, T>, to: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [name, to(value)]));

/** Returns requests that are rejected for different reasons, and those without a valid key if the operation needs one. */
function wrongRequests(creator: Creator): Record<string, (uid: string) => Refused> {
  const { operation } = creator;
  const { [UNKNOWN_PARAMETER]: unknown, ...beside } = WRONG_BESIDE;
  const withBody = (one: Inputs) => (uid: string) => ({ body: valid(uid), ...one });
  const { keyHeader: header } = operation;
  const keyless = (key: string) => (uid: string) => ({
    ...withBody({ headers: { [header ?? ""]: key } })(uid),
    status: "401",
  });
  return {
    ...mapped(wrongItems(creator), (items) => (uid: string) => ({ body: { uid, items } })),
    "an unknown field": (uid) => ({ body: { ...valid(uid), undeclared: "x" } }),
    ...mapped(WRONG_TEXTS, (write) => (uid: string) => ({ rawBody: write(JSON.stringify(valid(uid)), uid) })),
    ...mapped(beside, withBody),
    ...(unknown && isStrict(operation) && { [UNKNOWN_PARAMETER]: withBody(unknown) }),
    ...(header && { "an unknown key": keyless("no-such-key"), "no key": keyless("") }),
  };
}

function nothingStored(creator: Creator): Case[] {
  const { operation } = creator;
  return Object.entries(wrongRequests(creator)).map(([name, make]) =>
    testCase(operation, {
      rule: "nothing stored",
      name: `a create request rejected for ${name} does not use up its uid, and changes no record`,
      status: "400",
      wire: true,
      run: async (context) => {
        const uid = context.uid();
        const { status = "400", ...inputs } = make(uid);
        await context.exchange(operation, inputs, { status });
        await context.exchange(operation, inputs, { status });
        const stored = await create(context, creator, [text("the first that is right")], { uid });
        await context.exchange(operation, inputs, { status });
        await resendUnchanged(context, creator, stored);
      },
    }),
  );
}

type Wrong = [name: string, inputs: Refused & { request?(valid: WireRequest): WireRequest }];

/** Valid bodies with another method, or at another path. */
function elsewhere({ operation }: Creator, uid: string): Wrong[] {
  const body = valid(uid);
  return [
    ...["PUT", "PATCH", "DELETE", "REPORT"].map(
      (method): Wrong => [method, { body, status: "405", request: (valid) => ({ ...valid, method }) }],
    ),
    ...["/", "/x", `/${uid}`].flatMap((end): Wrong[] =>
      operationsOf(operation.document).some(({ path }) => pathPattern(path).test(`${operation.path}${end}`))
        ? []
        : [
            [
              `${end} after the path`,
              { body, status: "404", request: (valid) => ({ ...valid, path: valid.path + end }) },
            ],
          ],
    ),
  ];
}

/**
 * The same for every sort of invalid request that other cases send: all of them have one uid, which is still free
 * afterwards.
 */
function nothingStoredByAny(creator: Creator): Case[] {
  const { operation } = creator;
  const broken = (uid: string) =>
    creator.itemTypes.flatMap((itemType) =>
      brokenItems(creator, itemType).map(
        ({ about, item }): Wrong => [about, { body: { uid, items: [good(1), item] } }],
      ),
    );
  const sorts: Record<string, (uid: string) => Wrong[]> = {
    "any invalid item": broken,
    "any body that is not a record": (uid) => invalidBodies(uid).map(({ name, inputs }): Wrong => [name, inputs]),
    "any other method or path": (uid) => elsewhere(creator, uid),
    "any other media type": (uid) =>
      otherTypes(operation.body?.mediaType ?? "").map(
        ({ text: type }): Wrong => [type, { body: valid(uid), headers: { "Content-Type": type } }],
      ),
  };
  // A case that sends this much would run in one namespace only.
  const rows = creator.spaces.flatMap((choice) => Object.entries(sorts).map((sort) => [...sort, choice] as const));
  return rows.map(([name, wrongs, { path, name: space }]) =>
    testCase(operation, {
      rule: "nothing stored",
      name: `a uid is still free after ${name}${space}, and its record stays the same`,
      status: "400",
      wire: true,
      late: true,
      run: async (context) => {
        const uid = context.uid();
        const refuseEach = (all: Wrong[]) =>
          checkEach(
            all,
            ([what]) => what,
            async ([, { status = "400", request, ...inputs }]) => {
              if (!request) return context.exchange(operation, { ...inputs, path }, { status });
              const valid = requestOf(operation, { ...inputs, path }, context.target);
              return context.judgeError(request(valid), Number(status), errorBodyOf(operation));
            },
          );
        await refuseEach(wrongs(uid));
        const stored = await create(context, creator, [text("the first that is right")], { uid, path });
        await refuseEach(wrongs(uid).filter((_, i) => (i + context.round) % 3 === 0));
        await resendUnchanged(context, creator, stored, { path });
      },
    }),
  );
}

/** A request with any two mistakes is rejected as well, whichever of them the message names. */
function twoMistakes(creator: Creator): Case[] {
  const { operation } = creator;
  const mistakes = Object.entries(wrongRequests(creator)).filter(([, make]) => make("").status === undefined);
  // Only one of the two can set the body, so the others are those that set something else.
  const others = mistakes.filter(([, make]) => make("").headers !== undefined || make("").query !== undefined);
  return others.map(([other, also]) =>
    testCase(operation, {
      rule: "two mistakes",
      name: `${other}, and a second mistake, are rejected`,
      status: "400",
      wire: true,
      run: (context) =>
        checkEach(
          sampled(
            mistakes.filter(([name]) => name !== other),
            context.effort,
            10,
          ),
          ([name]) => name,
          ([, make]) => {
            const { headers, query } = also(context.uid());
            const first = make(context.uid());
            return context.exchange(
              operation,
              {
                ...first,
                headers: { ...first.headers, ...headers },
                query: [...(first.query ?? []), ...(query ?? [])],
              },
              { status: "400" },
            );
          },
        ),
    }),
  );
}

/** Returns the items of a record with a wrong one among them. */
type Around = (wrong: Item) => Item[];

/** Returns where the wrong item is, by its place in the record: the first and last places, and some in between. */
const aroundIn = ({ limits: { items: most } }: Creator): [at: string, around: Around][] => [
  ...[0, 1, 2, 9, 10, 49, 99, most - 1]
    .filter((i) => i < most)
    .map((i): [string, Around] => [`items[${i}]`, (wrong) => texts(most).with(i, wrong)]),
  ...[9, 10, 100, 149].flatMap((i): [string, Around][] => [
    [`items[1].value[${i}]`, (wrong) => [good(0), object(texts(150).with(i, wrong))]],
    [`items[0].value[${i}]`, (wrong) => [list(texts(i + 1).with(i, wrong)), good(0)]],
  ]),
  ["items[1].value[2]", (wrong) => [good(0), object([good(1), good(2), wrong, good(3)])]],
  ["items[1].value[2]", (wrong) => [good(0), list([good(1), good(2), wrong, good(3)])]],
  ["items[1].value[1]", (wrong) => [object([good(1)]), object([good(1), wrong]), object([good(2)])]],
  [
    "items[2].value[1].value[1]",
    (wrong) => [list([good(1)]), good(1), list([object([good(2)]), object([good(3), wrong])])],
  ],
  [
    "items[1].value[0].value[1].value[2]",
    (wrong) => [good(0), object([list([good(1), list([good(2), good(3), wrong])])])],
  ],
];

const strings = (count: number, at: number): unknown[] => Array<unknown>(count).fill("a").with(at, 7);

/** Wrong items, by what is wrong and the place of it in the item. */
const MISTAKES: Record<string, [end: string, wrong: Item]> = {
  "a string instead of a number": [".value", bad],
  "a date that does not exist": [".value", { key: "d", type: "date", value: "2026-02-30" }],
  "a date-time without an offset": [".value", { key: "d", type: "datetime", value: "2026-11-21T06:15:00" }],
  "an empty key": [".key", text("v", "")],
  "an unknown type": [".type", { key: "t", type: "texts", value: "v" }],
  "an element that is not a string": [".value[2]", { key: "s", type: "string-array", value: ["a", "b", 7, "c"] }],
  "an element that is not a date": [".value[1]", { key: "s", type: "date-array", value: ["2026-11-21", "x"] }],
  ...Object.fromEntries(
    [9, 10, 99, 100, 1000].map((i): [string, [string, Item]] => [
      `an element with the index ${i} that is not a string`,
      [`.value[${i}]`, { key: "s", type: "string-array", value: strings(i + 2, i) }],
    ]),
  ),
  "an invalid file identifier": [".value", { key: "f", type: "file", value: "photo.jpg" }],
};

/** If one of several items is wrong, the message names it, and no other. */
const placesNamed = (creator: Creator): Case[] =>
  Object.entries(MISTAKES).map(([name, [end, wrong]]) =>
    testCase(creator.operation, {
      rule: "message",
      name: `${name}: the message names its place, and no valid one`,
      status: "400",
      run: async (context) => {
        // The same records with a valid item are accepted, so nothing else is wrong.
        const places = aroundIn(creator).filter(([, around]) => creator.accepts(around(good(1))));
        for (const [at, around] of sampled(places, context.effort, 3))
          await namesOnly(context, creator, around(wrong), at + end);
      },
    }),
  );

async function namesOnly(context: Context, { operation }: Creator, items: Item[], at: string): Promise<void> {
  const { body } = await context.exchange(operation, { body: { uid: context.uid(), items } }, { status: "400" });
  const message = messageOf(body);
  if (message === undefined) return;
  const named = message.match(/items\[\d+\](?:\.\w+|\[\d+\])*/g) ?? [];
  if (!named.some((place) => place === at))
    throw new ContractViolation(`the message does not name ${at}: ${excerpt(message)}`);
  const other = named.find((place) => !at.startsWith(place) && !place.startsWith(at));
  if (other)
    throw new ContractViolation(`the message names ${other}, which is valid, instead of ${at}: ${excerpt(message)}`);
}
