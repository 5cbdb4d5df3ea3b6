import type { Case, Context } from "../../../case.js";
import { errorBodyOf, operationsOf } from "../../../document.js";
import { sampled } from "../../../effort.js";
import { otherTypes } from "../../../grammar/media-type.js";
import { ContractViolation, excerpt } from "../../../judge.js";
import { isRecord } from "../../../own.js";
import { pathPattern } from "../../../path-pattern.js";
import type { Inputs } from "../../../request.js";
import { requestOf } from "../../../request.js";
import type { WireRequest } from "../../../target.js";
import { choicesOf } from "../../choices.js";
import { checkEach, testCase } from "../../test-case.js";
import { type Creator, create, hasItemType, type Item, text } from "./creator.js";
import { brokenItems } from "./item-rules.js";
import { invalidBodies } from "./json.js";
import { resendUnchanged } from "./same-record.js";

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

/** Requests that are rejected for different reasons. */
const WRONG: Record<string, (uid: string) => Inputs & { status?: string }> = {
  "a wrong type": (uid) => ({ body: { uid, items: [bad] } }),
  "a wrong last item": (uid) => ({ body: { uid, items: [good(1), good(2), bad] } }),
  "a wrong last item of 150": (uid) => ({
    body: { uid, items: [...Array.from({ length: 149 }, (_, i) => good(i)), bad] },
  }),
  "a wrong nested item": (uid) => ({
    body: { uid, items: [good(1), { key: "o", type: "object", value: [good(2), bad] }] },
  }),
  "a wrong item of an object-array": (uid) => ({
    body: { uid, items: [good(1), { key: "l", type: "object-array", value: [good(2), bad] }] },
  }),
  "a wrong date": (uid) => ({ body: { uid, items: [good(1), { key: "d", type: "date", value: "2026-02-29" }] } }),
  "a wrong file": (uid) => ({ body: { uid, items: [good(1), { key: "f", type: "file", value: "photo.jpg" }] } }),
  "a number that would be altered": (uid) => ({
    rawBody: `{"uid":"${uid}","items":[{"key":"n","type":"number","value":9007199254740993}]}`,
  }),
  "an unknown field": (uid) => ({ body: { uid, items: [good(1)], note: "x" } }),
  "an unknown field of an item": (uid) => ({ body: { uid, items: [{ ...good(1), note: "x" }] } }),
  "a duplicate field": (uid) => ({
    rawBody: `{"uid":"${uid}","items":[{"key":"a","key":"b","type":"string","value":"c"}]}`,
  }),
  "no items": (uid) => ({ body: { uid, items: [] } }),
  "151 items": (uid) => ({ body: { uid, items: Array.from({ length: 151 }, (_, i) => good(i)) } }),
  "too deeply nested items": (uid) => ({
    body: {
      uid,
      items: [
        Array.from({ length: 8 }).reduce<Item>((value) => ({ key: "o", type: "object", value: [value] }), good(1)),
      ],
    },
  }),
  "a body that is too large": (uid) => ({ body: { uid, items: [text("x".repeat(1024 * 1024))] } }),
  "a body that ends too early": (uid) => ({ rawBody: JSON.stringify({ uid, items: [good(1)] }).slice(0, -1) }),
  "a body with something after it": (uid) => ({ rawBody: `${JSON.stringify({ uid, items: [good(1)] })}x` }),
  "another media type": (uid) => ({ body: { uid, items: [good(1)] }, headers: { "Content-Type": "text/plain" } }),
  "no media type": (uid) => ({ body: { uid, items: [good(1)] }, headers: { "Content-Type": "" } }),
  "another charset": (uid) => ({
    body: { uid, items: [good(1)] },
    headers: { "Content-Type": "application/json; charset=utf-16" },
  }),
  "an unknown query parameter": (uid) => ({ body: { uid, items: [good(1)] }, query: [["dryRun", "true"]] }),
};

/** Returns all of them, and requests without a valid key if the operation needs one. */
function wrongRequests({ operation: { keyHeader: header } }: Creator): typeof WRONG {
  if (!header) return WRONG;
  const keyless = (key: string) => (uid: string) => ({
    body: { uid, items: [good(1)] },
    headers: { [header]: key },
    status: "401",
  });
  return { ...WRONG, "an unknown key": keyless("no-such-key"), "no key": keyless("") };
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

type Wrong = [name: string, inputs: Inputs & { status?: string; request?(valid: WireRequest): WireRequest }];

/** Valid bodies with another method, or at another path. */
function elsewhere({ operation }: Creator, uid: string): Wrong[] {
  const body = { uid, items: [good(1)] };
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
        ({ text: type }): Wrong => [type, { body: { uid, items: [good(1)] }, headers: { "Content-Type": type } }],
      ),
  };
  // A case that sends this much would run in one namespace only.
  const rows = choicesOf(operation).flatMap((choice) =>
    Object.entries(sorts).map((sort) => [...sort, choice] as const),
  );
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

/** If one of several items is wrong, the message names it, and no other. */
function placesNamed(creator: Creator): Case[] {
  const object = (value: Item[]): Item => ({ key: "o", type: "object", value });
  const list = (value: Item[]): Item => ({ key: "l", type: "object-array", value });
  const many = (count: number) => Array.from({ length: count }, (_, i) => good(i));
  const rows: [items: (wrong: Item) => Item[], at: string][] = [
    ...[0, 1, 2, 9, 10, 49, 99, 149].map((i): [(wrong: Item) => Item[], string] => [
      (wrong) => many(150).with(i, wrong),
      `items[${i}]`,
    ]),
    ...[9, 10, 100, 149].flatMap((i): [(wrong: Item) => Item[], string][] => [
      [(wrong) => [good(0), object(many(150).with(i, wrong))], `items[1].value[${i}]`],
      [(wrong) => [list(many(i + 1).with(i, wrong)), good(0)], `items[0].value[${i}]`],
    ]),
    [(wrong) => [good(0), object([good(1), good(2), wrong, good(3)])], "items[1].value[2]"],
    [(wrong) => [good(0), list([good(1), good(2), wrong, good(3)])], "items[1].value[2]"],
    [(wrong) => [object([good(1)]), object([good(1), wrong]), object([good(2)])], "items[1].value[1]"],
    [
      (wrong) => [list([good(1)]), good(1), list([object([good(2)]), object([good(3), wrong])])],
      "items[2].value[1].value[1]",
    ],
    [
      (wrong) => [good(0), object([list([good(1), list([good(2), good(3), wrong])])])],
      "items[1].value[0].value[1].value[2]",
    ],
  ];
  const wrongs: Record<string, [Item, string]> = {
    "a string instead of a number": [bad, ".value"],
    "a date that does not exist": [{ key: "d", type: "date", value: "2026-02-30" }, ".value"],
    "a date-time without an offset": [{ key: "d", type: "datetime", value: "2026-11-21T06:15:00" }, ".value"],
    "an empty key": [text("v", ""), ".key"],
    "an unknown type": [{ key: "t", type: "texts", value: "v" }, ".type"],
    "an element that is not a string": [{ key: "s", type: "string-array", value: ["a", "b", 7, "c"] }, ".value[2]"],
    "an element that is not a date": [{ key: "s", type: "date-array", value: ["2026-11-21", "x"] }, ".value[1]"],
    ...Object.fromEntries(
      [9, 10, 99, 100, 1000].map((i): [string, [Item, string]] => [
        `an element with the index ${i} that is not a string`,
        [
          {
            key: "s",
            type: "string-array",
            value: Array(i + 2)
              .fill("a")
              .with(i, 7),
          },
          `.value[${i}]`,
        ],
      ]),
    ),
    "an invalid file identifier": [{ key: "f", type: "file", value: "photo.jpg" }, ".value"],
  };
  return Object.entries(wrongs).map(([name, [wrong, end]]) =>
    testCase(creator.operation, {
      rule: "message",
      name: `${name}: the message names its place, and no valid one`,
      status: "400",
      run: async (context) => {
        for (const [items, at] of sampled(rows, context.effort, 3))
          await namesOnly(context, creator, items(wrong), at + end);
      },
    }),
  );
}

async function namesOnly(context: Context, { operation }: Creator, items: Item[], at: string): Promise<void> {
  const { body } = await context.exchange(operation, { body: { uid: context.uid(), items } }, { status: "400" });
  const message = String(isRecord(body) ? body["message"] : "");
  const named = message.match(/items\[\d+\](?:\.\w+|\[\d+\])*/g) ?? [];
  if (!named.some((place) => place === at))
    throw new ContractViolation(`the message does not name ${at}: ${excerpt(message)}`);
  const other = named.find((place) => !at.startsWith(place) && !place.startsWith(at));
  if (other)
    throw new ContractViolation(`the message names ${other}, which is valid, instead of ${at}: ${excerpt(message)}`);
}
