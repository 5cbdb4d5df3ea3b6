import type { Case, Context } from "../../case.js";
import { ContractViolation, excerpt } from "../../judge.js";
import type { Inputs } from "../../request.js";
import { isRecord } from "../../values/base-value.js";
import { draft } from "../draft.js";
import { type Creator, create, hasItemType, type Item, text } from "./creator.js";
import { resendUnchanged } from "./same-record.js";

const good = (i: number): Item => text(`value ${i}`, `key ${i}`);
const bad: Item = { key: "bad", type: "number", value: "no number" };

/** A rejected request stores nothing, and `message` names the invalid field (decision 0008). */
export function refusalCases(creator: Creator): Case[] {
  return [...nothingStored(creator), ...(hasItemType(creator, "object-array") ? placesNamed(creator) : [])];
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

function nothingStored(creator: Creator): Case[] {
  const { operation } = creator;
  const header = operation.keyHeader;
  const wrong: typeof WRONG = {
    ...WRONG,
    ...(header
      ? {
          "an unknown key": (uid) => ({
            body: { uid, items: [good(1)] },
            headers: { [header]: "no-such-key" },
            status: "401",
          }),
          "no key": (uid) => ({ body: { uid, items: [good(1)] }, headers: { [header]: "" }, status: "401" }),
        }
      : {}),
  };
  return Object.entries(wrong).map(([name, make]) =>
    draft(operation, {
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
    "an invalid file identifier": [{ key: "f", type: "file", value: "photo.jpg" }, ".value"],
  };
  return Object.entries(wrongs).map(([name, [wrong, end]]) =>
    draft(creator.operation, {
      rule: "message",
      name: `${name}: the message names its place, and no valid one`,
      status: "400",
      run: async (context) => {
        for (const [items, at] of rows) await namesOnly(context, creator, items(wrong), at + end);
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
