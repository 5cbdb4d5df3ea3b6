import type { Case, Context } from "../../case.js";
import { sampled } from "../../effort.js";
import { editsOf } from "../../grammar/form.js";
import { TEXTS } from "../../text/battery.js";
import { draft } from "../draft.js";
import { type Creator, checkEach, type Item, refuse, text } from "./creator.js";
import { placesOf } from "./places.js";

const UNKNOWN = [
  ..."x extra id _id name Key KEY keys kEy Type TYPE types Value VALUE values val uid items data errors error meta".split(
    " ",
  ),
  ..."createdDate updatedDate created_at description required default format $ref $schema toString constructor".split(
    " ",
  ),
  ..."__proto__ prototype hasOwnProperty valueOf length then toJSON namespace key\u0000".split(" "),
  "",
  " ",
  "key ",
  " key",
  "value\t",
  "\u212aey",
  "k\u200bey",
  "x-note",
  "X-Note",
];

const RECORD_UNKNOWN = UNKNOWN.map((name) => (name === "uid" || name === "items" ? name.toUpperCase() : name)).concat([
  "Uid",
  "UID",
  "uuid",
  "uid ",
  "Items",
  "item",
  "items\n",
  "key",
  "type",
  "value",
]);

/** Missing, unknown and invalid fields (decision 0002), in the record and in items in every place. */
export function fieldCases(creator: Creator): Case[] {
  const make: Make = (name: string, run: Case["run"]) =>
    draft(creator.operation, {
      rule: "fields",
      name,
      status: "400",
      wire: true,
      run,
    });
  return [
    ...unknownFields(creator, make),
    ...strangeFields(creator, make),
    ...renamedFields(creator, make),
    ...wrongFields(creator, make),
    ...wrongItems(creator, make),
    ...uidCases(creator, make),
    ...longTexts(creator, make),
  ];
}

type Make = (name: string, run: Case["run"]) => Case;
const good = text("a", "a");

function unknownFields(creator: Creator, make: Make): Case[] {
  return [
    ...[...new Set(RECORD_UNKNOWN)].map((name) =>
      make(`the record has an unknown field ${JSON.stringify(name)}`, (context) => {
        const rawBody = withField(JSON.stringify({ uid: context.uid(), items: [good] }), name);
        return refuse(context, creator, { rawBody }, printable(name));
      }),
    ),
    ...[...new Set(UNKNOWN)].map((name) =>
      make(`an item has an unknown field ${JSON.stringify(name)}`, (context) =>
        checkEach(
          placesOf(creator),
          (place) => place.name,
          ({ wrap }) => {
            const marked = wrap({ key: "tried", type: "string", value: "the-value" });
            const rawBody = withField(
              JSON.stringify({ uid: context.uid(), items: marked }),
              name,
              '"value":"the-value"}',
            );
            return refuse(context, creator, { rawBody }, printable(name));
          },
        ),
      ),
    ),
  ];
}

/** A required field under another name: in another case, or one edit away from its own. */
function renamedFields(creator: Creator, make: Make): Case[] {
  const others = (name: string) => [
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
    ...editsOf(name)
      .map(({ text: edited }) => edited)
      .filter((edited) => edited !== name),
  ];
  const inRecord = ["uid", "items"].map((name) =>
    make(`the field ${name} of the record has another name`, (context) =>
      checkEach(sampled(others(name), context.effort, 7), JSON.stringify, (other) => {
        const { [name]: value, ...rest } = { uid: context.uid(), items: [good] } as Record<string, unknown>;
        return refuse(context, creator, { rawBody: JSON.stringify({ ...rest, [other]: value }) });
      }),
    ),
  );
  const inItem = ["key", "type", "value"].map((name) =>
    make(`the field ${name} of an item has another name`, (context) =>
      checkEach(
        placesOf(creator).flatMap((place) =>
          sampled(others(name), context.effort, 7).map((other) => ({ place, other })),
        ),
        ({ place, other }) => `${JSON.stringify(other)} ${place.name}`,
        ({ place: { wrap }, other }) => {
          const { [name as "key"]: value, ...rest } = good;
          const items = wrap({ ...rest, [other]: value } as unknown as Item);
          return refuse(context, creator, { body: { uid: context.uid(), items } });
        },
      ),
    ),
  );
  return [...inRecord, ...inItem];
}

/** Characters, escapes and words that a server may remove, replace by a shorter text, or count as one. */
const REMOVED = [
  " ",
  "\t",
  "\u00a0",
  "\r\n",
  "\n",
  "\0",
  "\u200b",
  "\ufeff",
  "\u0301",
  "e\u0301",
  "\ufe0f",
  "\u{1f469}\u200d",
  "\ufb01",
]
  .concat([
    "&amp;",
    "&#65;",
    "%20",
    "\\n",
    "\\u0041",
    "\\",
    "''",
    "--",
    "__",
    "//",
    "..",
    "#",
    "?",
    ";",
    ",",
    ":",
    "/",
    ".",
    "*",
    "$",
    "<b>",
    "-",
  ])
  .concat(["\u00ad", "\u202e", "\ud800", "\u1100\u1161", "0", "ab"]);

/** The maximum number of characters in a uid and in a key. */
const MOST = 100;

/** Texts with more characters than allowed, which are shorter after a change that a server may make to them. */
const TOO_LONG: string[] = REMOVED.flatMap((part) => {
  const count = Math.ceil(70 / [...part].length);
  return [
    "k".repeat(60) + part.repeat(count),
    part.repeat(count) + "k".repeat(60),
    `${"k".repeat(MOST - 1)}${part}${part}`,
  ];
}).concat(["kK".repeat(51), "k".repeat(MOST + 1), "\u0130".repeat(MOST + 1)]);

/** Keys and uids of more than 100 characters (decision 0003), whatever a server may do to them before it counts. */
function longTexts(creator: Creator, make: Make): Case[] {
  const places = placesOf(creator);
  const each = (name: string, inputs: (context: Context, long: string, i: number) => [body: unknown, named: string]) =>
    make(`${name} of more than ${MOST} characters that a server may shorten before it counts them`, (context) =>
      checkEach(
        sampled([...TOO_LONG.entries()], context.effort, 12),
        ([, long]) => JSON.stringify(long.slice(-30)),
        ([i, long]) => {
          const [body, named] = inputs(context, long, i);
          return refuse(context, creator, { body }, named);
        },
      ),
    );
  return [
    each("a uid", (_, uid) => [{ uid, items: [good] }, "uid"]),
    each("a key", (context, key, i) => {
      const place = places[(i + context.round) % places.length];
      return [{ uid: context.uid(), items: place?.wrap({ ...good, key }) }, `${place?.at}.key`];
    }),
  ];
}

/** One value of each type; an unknown field must be rejected with any value. */
const VALUES = ["x", null, false, 0, "", [], {}, true, 1];
const valueFor = (context: Context, i: number) => VALUES[(i + context.round) % VALUES.length];

/** Names of every class, and names one edit away from a known one, in the record and in items in each place in turn. */
function strangeFields(creator: Creator, make: Make): Case[] {
  const known = ["uid", "items", "key", "type", "value"];
  const near = known.flatMap((name) => editsOf(name).map(({ text: edited }) => edited));
  const names = [
    ...new Set([...TEXTS.map(({ text: name }) => name), ...near, "$id", "@type", "_x", "items[]", "uid."]),
  ];
  const unknown = names.filter((name) => !known.includes(name));
  const places = placesOf(creator);
  return [
    make("the record has an unknown field of any name and value", (context) =>
      checkEach(
        sampled([...unknown.entries()], context.effort, 20),
        ([i, name]) => `${JSON.stringify(name)}: ${JSON.stringify(valueFor(context, i))}`,
        ([i, name]) => {
          const whole = JSON.stringify({ uid: context.uid(), items: [good] });
          return refuse(context, creator, {
            rawBody: withField(whole, name, "}]}", valueFor(context, i)),
          });
        },
      ),
    ),
    make("an item has an unknown field of any name and value", (context) =>
      checkEach(
        sampled([...unknown.entries()], context.effort, 20),
        ([i, name]) => `${JSON.stringify(name)}: ${JSON.stringify(valueFor(context, i))}`,
        ([i, name]) => {
          const items = places[(i + context.round) % places.length]?.wrap({
            key: "tried",
            type: "string",
            value: "the-value",
          });
          const whole = JSON.stringify({ uid: context.uid(), items });
          const rawBody = withField(whole, name, '"value":"the-value"}', valueFor(context, i));
          return refuse(context, creator, { rawBody });
        },
      ),
    ),
    ...VALUES.map((value) =>
      make(`an unknown field is ${JSON.stringify(value)}, in every place`, async (context) => {
        const record = JSON.stringify({ uid: context.uid(), items: [good] });
        await refuse(context, creator, { rawBody: withField(record, "note", "}]}", value) }, "note");
        await checkEach(
          places,
          (place) => place.name,
          ({ wrap }) => {
            const items = wrap({ key: "tried", type: "string", value: "the-value" });
            const whole = JSON.stringify({ uid: context.uid(), items });
            const rawBody = withField(whole, "note", '"value":"the-value"}', value);
            return refuse(context, creator, { rawBody }, "note");
          },
        );
      }),
    ),
  ];
}

function wrongFields(creator: Creator, make: Make): Case[] {
  return (["key", "type", "value"] as const).flatMap((name) =>
    [undefined, null].map((gone) =>
      make(`an item ${gone === null ? `whose ${name} is null` : `without ${name}`}`, (context) =>
        checkEach(
          placesOf(creator),
          (place) => place.name,
          ({ wrap, at }) => {
            const items = wrap({ ...good, [name]: gone } as Item);
            return refuse(context, creator, { body: { uid: context.uid(), items } }, [at, name]);
          },
        ),
      ),
    ),
  );
}

function wrongItems(creator: Creator, make: Make): Case[] {
  return [
    ...([7, true, null, [], {}, ["a"]] as unknown[]).map((key) =>
      make(`an item whose key is ${JSON.stringify(key)}`, (context) =>
        checkEach(
          placesOf(creator),
          (place) => place.name,
          ({ wrap, at }) =>
            refuse(
              context,
              creator,
              { body: { uid: context.uid(), items: wrap({ ...good, key } as Item) } },
              `${at}.key`,
            ),
        ),
      ),
    ),
    ...["", "k".repeat(101), "k".repeat(1000), "\u{1f600}".repeat(101), "e\u0301".repeat(51)].map((key) =>
      make(`an item whose key has ${[...key].length} characters`, (context) =>
        checkEach(
          placesOf(creator),
          (place) => place.name,
          ({ wrap, at }) =>
            refuse(context, creator, { body: { uid: context.uid(), items: wrap({ ...good, key }) } }, `${at}.key`),
        ),
      ),
    ),
    ...([null, 7, true, "a", [], ["a"], [good]] as unknown[]).map((item) =>
      make(`${JSON.stringify(item)} in place of an item`, (context) =>
        checkEach(
          placesOf(creator),
          (place) => place.name,
          ({ wrap, at }) => refuse(context, creator, { body: { uid: context.uid(), items: wrap(item as Item) } }, at),
        ),
      ),
    ),
  ];
}

function uidCases(creator: Creator, make: Make): Case[] {
  const items = [text("a")];
  return ([7, 0, true, false, null, [], {}, ["a"], [[]], 1.5, ""] as unknown[])
    .concat([
      "u".repeat(101),
      "u".repeat(102),
      "u".repeat(255),
      "\u{1f600}".repeat(101),
      "\u4e00".repeat(101),
      "e\u0301".repeat(51),
    ])
    .map((uid) =>
      make(
        `a uid that is ${typeof uid === "string" ? `${[...uid].length} characters, ${uid.slice(0, 2)}` : JSON.stringify(uid)}`,
        (context) => refuse(context, creator, { body: { uid, items } }, "uid"),
      ),
    );
}

const printable = (name: string) => (/^[\w$]+$/.test(name) ? name : []);

/** Inserts the field into the JSON text, because an object literal treats names such as `__proto__` specially. */
function withField(body: string, name: string, after = "}]}", value: unknown = "x"): string {
  const member = `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  const at = body.lastIndexOf(after) + after.length - 1;
  return body.slice(0, at) + member + body.slice(at);
}
