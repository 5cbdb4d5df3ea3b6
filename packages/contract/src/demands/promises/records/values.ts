import type { Case, Context } from "../../../cases/case.js";
import type { Form } from "../../../grammar/form.js";
import { ALTERED_NUMBERS, INVALID_BOOLEANS, INVALID_NUMBERS, isKept, NUMBERS } from "../../../grammar/number.js";
import { ContractViolation } from "../../../judging/judge-response.js";
import { checkEach, testCase } from "../../test-case.js";
import { type Creator, chunks, create, type ItemType, rejectsEach, resendUnchanged, type Try } from "./creator.js";
import { elementIn, placesOf, within, wrongIn, wrongValues } from "./places.js";

/** A placeholder in JSON for text that JSON.stringify would write differently. */
const HOLE = "the-number";

/** Numbers in every form of JSON (decision 0006), and values of a wrong type, in every place of an item. */
export function valueCases(creator: Creator): Case[] {
  const typesOf = (type: string) =>
    creator.itemTypes.filter(({ value, element }) => value.type === type || element?.type === type);
  const written = (rule: string, type: string, forms: Form[], why: string, isNamed = false) =>
    (typesOf(type).length === 0 ? [] : forms).map(({ text }, i) =>
      rejectsEach(creator, rule, `${JSON.stringify(text)} is rejected (${why})`, (context) =>
        wrongValues(creator, typesOf(type), context, i, { value: HOLE }).map((each) => asWritten(each, text, isNamed)),
      ),
    );
  return [
    ...(typesOf("number").length === 0 ? [] : [everyNumber(creator, typesOf("number"))]),
    ...written("numbers", "number", ALTERED_NUMBERS, "a 64-bit float alters it", true),
    ...written("numbers", "number", INVALID_NUMBERS, "not JSON"),
    ...written("booleans", "boolean", INVALID_BOOLEANS, "not JSON"),
    ...typeCases(creator),
    ...typeNameCases(creator),
  ];
}

/** Puts a text into the placeholder of a request. It is sent verbatim, because JSON.stringify would write it differently. */
const asWritten = ({ name, inputs: { body, path }, named }: Try, text: string, isNamed: boolean): Try => ({
  name: `${text} ${name}`,
  inputs: { path, rawBody: JSON.stringify(body).replace(`"${HOLE}"`, () => text) },
  named: isNamed ? named : [],
});

const everyNumber = (creator: Creator, itemTypes: ItemType[]): Case =>
  testCase(creator.operation, {
    rule: "numbers",
    name: "every number that a 64-bit float can represent is returned as the same number",
    wire: true,
    run: (context) =>
      checkEach(
        itemTypes.flatMap((itemType) => numberBodies(creator, itemType, context)),
        ({ name }) => name,
        async ({ rawBody }) => {
          const { uid, items } = JSON.parse(rawBody);
          const created = await create(context, creator, items, { uid, rawBody });
          checkNumbers(created.exchange.response.body);
          if (context.effort === "quick") return;
          checkNumbers((await resendUnchanged(context, creator, created, { rawBody })).response.body);
        },
      ),
  });

const numberBodies = (creator: Creator, { type, element }: ItemType, context: Context) =>
  placesOf(creator).flatMap(({ name, wrap }) =>
    chunks(NUMBERS, Math.max(1, Math.floor(creator.limits.items / 3))).map((part) => {
      const items = part.flatMap(({ text }) => {
        const hole = `${HOLE}${text}`;
        return wrap({ key: text, type, value: element ? [hole, hole] : hole });
      });
      const body = JSON.stringify({ uid: context.uid(), items });
      return { name: `${type} ${name}`, rawBody: body.replaceAll(new RegExp(`"${HOLE}([^"]*)"`, "g"), "$1") };
    }),
  );

/** Checks the numbers in a response as they are written: parsed, `0.1` and `0.10000000000000000555` are the same. */
function checkNumbers(body: string): void {
  const numbers = body.replaceAll(/"(?:[^"\\]|\\.)*"/gs, "").match(/-?\d[\d.eE+-]*/g) ?? [];
  const altered = numbers.find((number) => !isKept(number));
  if (altered !== undefined)
    throw new ContractViolation(`the response contains the number ${altered}, which a 64-bit float alters`);
}

/** One value of every JSON type, and those that parsers of languages, forms and spreadsheets convert to another type. */
const STRANGERS: unknown[] = [
  ...[null, true, false, 0, 1, -1.5, "", "true", "1", "text", [], {}, [null], [[]], [{}], ["a"], [1], [true]],
  ..."yes no on off y n t f Y N T F TRUE FALSE True False enabled 0 -1 12.5 1e3 0x1F 1,000 NaN Infinity -0 .5".split(
    " ",
  ),
  ..."2026-11-21 2026-11-21T00:00:00 2026-11-21T00:00:00Z 20261121 1795241700000 null undefined none nil".split(" "),
  ...["[]", "{}", "a,b", "[1]", "['a']", " 5", "5 ", "5\n", 12.5, 1e21, 20261121, 1795241700, 1795241700000],
  ...[[true, false], ["true"], ["1", "2"], [0, 1], [""], [20261121], ["2026-11-21"], ["2026-11-21T06:15:00Z"]],
  ...[{ value: "a" }, { 0: "a" }, { 0: { key: "a", type: "string", value: "a" } }, { a: "b" }],
  ...[
    { key: "a", type: "string", value: "a" },
    ["key", "string", "a"],
    { $date: "2026-11-21T06:15:00Z" },
    { $numberLong: "5" },
  ],
  // The shape of a response (decision 0004).
  [[{ key: "a", type: "string", value: "a" }]],
];

/** Values that the schema of each item type rejects, as its value and as an element, in places in turn. */
function typeCases(creator: Creator): Case[] {
  const everywhere = placesOf(creator);
  // A list in the place of items is one more level of them.
  const above = placesOf(creator, 2);
  return creator.itemTypes.flatMap((itemType) => {
    const { type, element, holdsItems, accepts } = itemType;
    const elements =
      element && !holdsItems ? STRANGERS.filter((value) => !Array.isArray(value) || value.length === 0) : [];
    const tried = [
      ...STRANGERS.map((value) => ({ value, at: "" })),
      ...elements.flatMap((value) =>
        within(value, elementIn(itemType), itemType.most).map(({ array, index }) => ({
          value: array as unknown,
          at: `[${index}]`,
        })),
      ),
    ].filter(({ value }) => !accepts(value));
    return tried.map(({ value, at }, i) => {
      const places = holdsItems && Array.isArray(value) ? above : everywhere;
      return rejectsEach(
        creator,
        "types",
        `${type} with the value ${JSON.stringify(value)} is rejected`,
        (context) => {
          const two = [i + context.round, i * 3 + 1 + context.round].map((n) => places[n % places.length]);
          const chosen = context.effort === "thorough" ? places : places.filter((place) => two.includes(place));
          return wrongIn([], chosen, context, i, () => ({
            item: { key: "tried", type, value },
            end: `.value${at}`,
          }));
        },
        { branch: type, wire: false },
      );
    });
  });
}

/** Type names that a client might guess. */
const TYPE_NAMES = (
  "text str int integer float double decimal bool null any array list map json datetime-local timestamp time uuid url uri array-string " +
  "string[] strings stringArray string_array string-arrays objects objectArray object_array file-array files date-time dateTime date_time " +
  "datetimes number-arrays numeric enum binary blob record item metadata undefined constructor __proto__"
)
  .split(" ")
  .concat("", " ");

/** Type names that no item has: guesses, and each known one with an edit. */
function typeNameCases(creator: Creator): Case[] {
  const known = new Set(creator.itemTypes.map(({ type }) => type));
  const changed = [...known].flatMap((type) => [
    ...[type.toUpperCase(), type.charAt(0).toUpperCase() + type.slice(1), `${type} `, ` ${type}`, `${type}s`],
    ...[type.slice(0, -1), type.replace("-", "_"), type.replace("-", "")],
  ]);
  const places = placesOf(creator);
  return [...new Set([...TYPE_NAMES, ...changed])]
    .filter((type) => !known.has(type))
    .map((type, i) =>
      rejectsEach(creator, "types", `the type ${JSON.stringify(type)} is rejected`, (context) =>
        wrongIn(
          [],
          places.filter((_, n) => context.effort !== "quick" || n === i % places.length),
          context,
          i,
          () => ({ item: { key: "tried", type, value: "a" }, end: ".type" }),
        ),
      ),
    );
}
