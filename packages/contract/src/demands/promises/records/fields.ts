import type { Case, Context } from "../../../cases/case.js";
import { type Effort, sampled } from "../../../cases/effort.js";
import { editsOf } from "../../../grammar/form.js";
import { TEXTS } from "../../../text/battery.js";
import { type Creator, type Item, rejectsEach, type Try, text } from "./creator.js";
import { placesOf, wrongIn } from "./places.js";

const KNOWN = ["uid", "items", "key", "type", "value"];
/** Names that a client might send. */
const GUESSES = (
  "x extra id _id name Key KEY keys kEy Type TYPE types Value VALUE values val data errors error meta Uid UID uuid Items item " +
  "createdDate updatedDate created_at description required default format $ref $schema toString constructor __proto__ prototype " +
  "hasOwnProperty valueOf length then toJSON namespace x-note X-Note $id @type _x items[] uid."
)
  .split(" ")
  .concat("key\0", "", " ", "key ", " key", "value\t", "uid ", "items\n", "\u212aey", "k\u200bey");

/** One value of each type; an unknown field must be rejected with any value. */
const VALUES = ["x", null, false, 0, "", [], {}, true, 1];
const good = text("a", "a");
const printable = (name: string) => (/^[\w$]+$/.test(name) ? name : []);

/** Inserts a field into the JSON text, because an object literal treats names such as `__proto__` specially. */
function withField(body: string, name: string, value: unknown, after: string): string {
  const at = body.lastIndexOf(after) + after.length - 1;
  return `${body.slice(0, at)},${JSON.stringify(name)}:${JSON.stringify(value)}${body.slice(at)}`;
}

/** A record with an unknown field, and one with the field in an item, in each place. */
function unknownField(creator: Creator, uid: string, name: string, value: unknown, places = placesOf(creator)): Try[] {
  const inRecord = withField(JSON.stringify({ uid, items: [good] }), name, value, "}]}");
  const inItems = places.map(({ name: place, wrap }) => {
    const items = wrap({ key: "tried", type: "string", value: "the-value" });
    return { place, rawBody: withField(JSON.stringify({ uid, items }), name, value, '"value":"the-value"}') };
  });
  const isOfItem = ["key", "type", "value"].includes(name);
  return [
    ...(name === "uid" || name === "items" ? [] : [{ place: "in the record", rawBody: inRecord }]),
    ...(isOfItem ? [] : inItems),
  ].map(({ place, rawBody }) => ({
    name: `${JSON.stringify(name)}: ${JSON.stringify(value)} ${place}`,
    inputs: { rawBody },
    named: printable(name),
  }));
}

/** A required field under another name: in another case, or one edit away from its own. */
function renamed(creator: Creator, uid: string, name: string, effort: Effort): Try[] {
  const edits = [
    name.toUpperCase(),
    name.charAt(0).toUpperCase() + name.slice(1),
    ...editsOf(name).map(({ text: edited }) => edited),
  ];
  const others = sampled(
    edits.filter((edited) => edited !== name),
    effort,
    7,
  );
  const move = (object: object, other: string) =>
    Object.fromEntries(Object.entries(object).map(([field, value]) => [field === name ? other : field, value]));
  if (name === "uid" || name === "items")
    return others.map((other) => ({
      name: JSON.stringify(other),
      inputs: { rawBody: JSON.stringify(move({ uid, items: [good] }, other)) },
    }));
  return placesOf(creator).flatMap((place) =>
    others.map((other) => ({
      name: `${JSON.stringify(other)} ${place.name}`,
      inputs: { body: { uid, items: place.wrap(move(good, other) as unknown as Item) } },
    })),
  );
}

/** Characters, escapes and words that a server may remove, replace by a shorter text, or count as one. */
const REMOVED = [
  ..." ¦\t¦\u00a0¦\r\n¦\n¦\0¦\u200b¦\ufeff¦\u0301¦e\u0301¦\ufe0f¦\u{1f469}\u200d¦\ufb01".split("¦"),
  ..."&amp; &#65; %20 \\n \\u0041 \\ '' -- __ // .. # ? ; , : / . * $ <b> - 0 ab".split(" "),
  ...["\u00ad", "\u202e", "\ud800", "\u1100\u1161"],
];

/** Returns texts with more characters than allowed, which are shorter after a change that a server may make to them. */
function tooLong(most: number): string[] {
  const [half, more] = [Math.floor(most / 2) + 1, most + 1];
  return REMOVED.flatMap((part) => {
    const many = part.repeat(Math.ceil(half / [...part].length));
    return ["k".repeat(half) + many, many + "k".repeat(half), `${"k".repeat(most - 1)}${part}${part}`];
  }).concat(
    ["kK".repeat(half), "k".repeat(more), "k".repeat(more + 154), "k".repeat(10 * most), "\u0130".repeat(more)],
    ["\u{1f600}".repeat(more), "\u4e00".repeat(more), "e\u0301".repeat(half)],
  );
}

/** Most servers read no more than this of a text before they reject a body as too large. */
const ifLimited = (most: number | undefined, make: (most: number) => Case): Case[] =>
  most === undefined || most > 10_000 ? [] : [make(most)];

type WrongItem = [name: string, item: unknown, named: (at: string) => string | string[]];

/** Items that are none, or with a field that is missing or has another type, and what the message names. */
const WRONG_ITEMS: WrongItem[] = [
  ...["key", "type", "value"].flatMap((field) =>
    [undefined, null].map(
      (gone): WrongItem => [
        `an item ${gone === null ? `whose ${field} is null` : `without ${field}`}`,
        { ...good, [field]: gone },
        (at) => [at, field],
      ],
    ),
  ),
  ...[7, true, [], {}, ["a"], ""].map(
    (key): WrongItem => [`an item whose key is ${JSON.stringify(key)}`, { ...good, key }, (at) => `${at}.key`],
  ),
  ...[null, 7, true, "a", [], ["a"], [good]].map(
    (item): WrongItem => [`${JSON.stringify(item)} in place of an item`, item, (at) => at],
  ),
];

/** Missing, unknown and invalid fields (decision 0002), in the record and in items in every place. */
export function fieldCases(creator: Creator): Case[] {
  const rejected = (name: string, triesOf: (uid: string, context: Context) => Try[]) =>
    rejectsEach(creator, "fields", name, (context) => triesOf(context.uid(), context));
  const { limits } = creator;
  const places = placesOf(creator);
  const near = KNOWN.flatMap((name) => editsOf(name).map(({ text: edited }) => edited));
  const strange = [...new Set([...TEXTS.map(({ text: name }) => name), ...near])].filter(
    (name) => !KNOWN.includes(name),
  );
  const inTurn = (i: number) => places[i % places.length] ?? places[0];
  return [
    ...[...new Set([...GUESSES, ...KNOWN])].map((name) =>
      rejected(`an unknown field ${JSON.stringify(name)}`, (uid) => unknownField(creator, uid, name, "x")),
    ),
    ...VALUES.map((value) =>
      rejected(`an unknown field is ${JSON.stringify(value)}, in every place`, (uid) =>
        unknownField(creator, uid, "note", value),
      ),
    ),
    rejected("an unknown field of any name and value", (uid, { effort, round }) =>
      sampled([...strange.entries()], effort, 20).flatMap(([i, name]) => {
        const place = inTurn(i + round);
        const tries = unknownField(creator, uid, name, VALUES[(i + round) % VALUES.length], place && [place]);
        // The message may escape the name, or shorten it.
        return tries.map((each) => ({ ...each, named: [] }));
      }),
    ),
    ...KNOWN.map((name) =>
      rejected(`the field ${name} has another name`, (uid, { effort }) => renamed(creator, uid, name, effort)),
    ),
    ...WRONG_ITEMS.map(([name, item, named]) =>
      rejected(name, (_, context) => wrongIn([], places, context, 0, () => ({ item, named }))),
    ),
    ...[7, 0, true, false, null, [], {}, ["a"], [[]], 1.5, ""].map((uid) =>
      rejected(`a uid that is ${JSON.stringify(uid)}`, () => [
        { name: "", inputs: { body: { uid, items: [good] } }, named: "uid" },
      ]),
    ),
    ...ifLimited(limits.uid, (most) =>
      rejected(`a uid of more than ${most} characters, whatever a server does before it counts them`, (_, { effort }) =>
        sampled(tooLong(most), effort, 12).map((uid) => ({
          name: JSON.stringify(uid.slice(-30)),
          inputs: { body: { uid, items: [good] } },
          named: "uid",
        })),
      ),
    ),
    ...ifLimited(limits.key, (most) =>
      rejected(
        `a key of more than ${most} characters, whatever a server does before it counts them`,
        (uid, { effort, round }) =>
          sampled([...tooLong(most).entries()], effort, 12).map(([i, key]) => ({
            name: JSON.stringify(key.slice(-30)),
            inputs: { body: { uid, items: inTurn(i + round)?.wrap({ ...good, key }) } },
            named: `${inTurn(i + round)?.at}.key`,
          })),
      ),
    ),
  ];
}
