import type { Case, Context } from "../../../case.js";
import { type Effort, sampled } from "../../../effort.js";
import { ALTERED_NUMBERS, INVALID_BOOLEANS, INVALID_NUMBERS, isKept, NUMBERS } from "../../../grammar/number.js";
import { ContractViolation } from "../../../judge.js";
import { checkEach, testCase } from "../../test-case.js";
import { type Creator, create, type ItemType, rejectsEach, type Try } from "./creator.js";
import { placesOf, within } from "./places.js";
import { resendUnchanged } from "./same-record.js";
import { chunks } from "./texts.js";

/** A placeholder in JSON for text that JSON.stringify would write differently. */
const HOLE = "the-number";

/** Numbers in every form of JSON (decision 0006), and values of a wrong type, in every place of an item. */
export function valueCases(creator: Creator): Case[] {
  const { itemTypes } = creator;
  const typesOf = (type: string) =>
    itemTypes.filter(({ value, element }) => value.type === type || element?.type === type);
  const written = (rule: string, type: string, texts: string[], why: string, namesPlace = false) =>
    (typesOf(type).length === 0 ? [] : texts).map((text) =>
      rejectsEach(creator, rule, `${JSON.stringify(text)} is rejected (${why})`, (context) =>
        asWritten(creator, typesOf(type), text, context, namesPlace),
      ),
    );
  const textsOf = (forms: { text: string }[]) => forms.map(({ text }) => text);
  return [
    ...(typesOf("number").length === 0 ? [] : [everyNumber(creator, typesOf("number"))]),
    ...written("numbers", "number", textsOf(ALTERED_NUMBERS), "a 64-bit float alters it", true),
    ...written("numbers", "number", textsOf(INVALID_NUMBERS), "not JSON"),
    ...written("booleans", "boolean", textsOf(INVALID_BOOLEANS), "not JSON"),
    ...typeCases(creator),
    ...typeNameCases(creator),
  ];
}

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

/**
 * A JSON text in every place of a value. It is sent verbatim, because JSON.stringify would write it differently.
 */
function asWritten(
  creator: Creator,
  itemTypes: ItemType[],
  text: string,
  context: Context,
  namesPlace: boolean,
): Try[] {
  const places = placesOf(creator);
  const tried = itemTypes.flatMap((itemType) => {
    const item = (value: unknown) => ({ key: "n", type: itemType.type, value });
    if (!itemType.element)
      return places.map(({ name, at, wrap }) => ({ name, at: `${at}.value`, items: wrap(item(HOLE)) }));
    return within(HOLE, sampleOf(itemType), itemType.most).map(({ name, index, array }, i) => {
      const place = places[(i + 1) % places.length];
      const written = item(array);
      return { name: `${name}, ${place?.name}`, at: `${place?.at}.value[${index}]`, items: place?.wrap(written) };
    });
  });
  return sampled(tried, context.effort, 3).map(({ name, at, items }) => ({
    name: `${text} ${name}`,
    inputs: { rawBody: JSON.stringify({ uid: context.uid(), items }).replace(`"${HOLE}"`, () => text) },
    named: namesPlace ? at : [],
  }));
}

const numberBodies = (creator: Creator, { type, element }: ItemType, context: Context) =>
  placesOf(creator).flatMap(({ name, wrap }) =>
    chunks(NUMBERS, 45).map((part) => {
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
  const places = placesOf(creator);
  return creator.itemTypes.flatMap((itemType) => {
    const { type, element, holdsItems, pointer } = itemType;
    const isWrong = (value: unknown) => !creator.validator.accepts(pointer, { key: "k", type, value });
    const elements =
      element && !holdsItems ? STRANGERS.filter((value) => !Array.isArray(value) || value.length === 0) : [];
    const tried = [
      ...STRANGERS.map((value) => ({ value, at: "" })),
      ...elements.flatMap((value) =>
        within(value, sampleOf(itemType), itemType.most).map(({ array, index }) => ({
          value: array as unknown,
          at: `[${index}]`,
        })),
      ),
    ].filter(({ value }) => isWrong(value));
    return tried.map(({ value, at }, i) => {
      const chosen = (effort: Effort, round: number) =>
        effort === "thorough" ? places : [i + round, i * 3 + 1 + round].map((n) => places[n % places.length]);
      return rejectsEach(
        creator,
        "types",
        `${type} with the value ${JSON.stringify(value)} is rejected`,
        ({ uid, effort, round }) =>
          [...new Set(chosen(effort, round))].map((place) => ({
            name: place?.name ?? "",
            inputs: { body: { uid: uid(), items: place?.wrap({ key: "tried", type, value }) } },
            named: `${place?.at}.value${at}`,
          })),
        { branch: type, wire: false },
      );
    });
  });
}

/** A valid element of an array. */
const sampleOf = ({ sample }: ItemType): unknown => [sample].flat()[0] ?? "a";

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
      rejectsEach(creator, "types", `the type ${JSON.stringify(type)} is rejected`, ({ uid, effort }) =>
        places
          .filter((_, n) => effort !== "quick" || n === i % places.length)
          .map(({ name, at, wrap }) => ({
            name,
            inputs: { body: { uid: uid(), items: wrap({ key: "tried", type, value: "a" }) } },
            named: `${at}.type`,
          })),
      ),
    );
}
