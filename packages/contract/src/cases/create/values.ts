import type { Case, Context } from "../../case.js";
import { sampled } from "../../effort.js";
import type { Form } from "../../grammar/form.js";
import { ALTERED_NUMBERS, INVALID_BOOLEANS, INVALID_NUMBERS, isKept, NUMBERS } from "../../grammar/number.js";
import { ContractViolation } from "../../judge.js";
import { draft } from "../draft.js";
import { type Creator, checkEach, create, type ItemType, refuse } from "./creator.js";
import { type Place, placesOf, within } from "./places.js";
import { resendUnchanged } from "./same-record.js";
import { chunks } from "./texts.js";

/** A placeholder in JSON for text that JSON.stringify would write differently. */
const HOLE = "the-number";

/** Numbers in every form of JSON (decision 0006), and values of a wrong type, in every place of an item. */
export function valueCases(creator: Creator): Case[] {
  return [
    ...numberCases(creator),
    ...booleanCases(creator),
    ...typeCases(creator),
    ...convertedCases(creator),
    ...typeNameCases(creator),
  ];
}

/** Returns the item types whose value or elements have a JSON type. */
const itemTypesOf = ({ itemTypes }: Creator, type: string) =>
  itemTypes.filter(({ value, element }) => value.type === type || element?.type === type);

function booleanCases(creator: Creator): Case[] {
  const itemTypes = itemTypesOf(creator, "boolean");
  if (itemTypes.length === 0) return [];
  return INVALID_BOOLEANS.map(({ text }) =>
    draft(creator.operation, {
      rule: "booleans",
      name: `${JSON.stringify(text)} is rejected (not JSON)`,
      status: "400",
      wire: true,
      run: (context) => refusedAsWritten(context, creator, itemTypes, text, false),
    }),
  );
}

function numberCases(creator: Creator): Case[] {
  const numeric = itemTypesOf(creator, "number");
  if (numeric.length === 0) return [];
  const refusals: [string, Form[]][] = [
    ["a 64-bit float alters it", ALTERED_NUMBERS],
    ["not JSON", INVALID_NUMBERS],
  ];
  return [
    draft(creator.operation, {
      rule: "numbers",
      name: "every number that a 64-bit float can represent is returned as the same number",
      wire: true,
      run: async (context) => {
        await checkEach(
          numeric.flatMap((itemType) => bodies(creator, itemType, context, NUMBERS)),
          ({ name }) => name,
          ({ rawBody }) => accepted(creator, context, rawBody),
        );
      },
    }),
    ...refusals.flatMap(([why, forms]) =>
      forms.map(({ text }) =>
        draft(creator.operation, {
          rule: "numbers",
          name: `${JSON.stringify(text)} is rejected (${why})`,
          status: "400",
          wire: true,
          run: (context) => refusedAsWritten(context, creator, numeric, text, forms === ALTERED_NUMBERS),
        }),
      ),
    ),
  ];
}

/**
 * Checks that a JSON text is rejected in every place of a value. It is sent verbatim, because JSON.stringify would
 * write it differently.
 */
async function refusedAsWritten(
  context: Context,
  creator: Creator,
  itemTypes: ItemType[],
  text: string,
  namesPlace: boolean,
) {
  const tried = itemTypes.flatMap((itemType) => places(creator, itemType, text));
  await checkEach(
    sampled(tried, context.effort, 3),
    ({ name }) => name,
    ({ items, at }) => {
      const rawBody = JSON.stringify({ uid: context.uid(), items }).replace(`"${HOLE}"`, () => text);
      return refuse(context, creator, { rawBody }, namesPlace ? at : []);
    },
  );
}

function places(creator: Creator, itemType: ItemType, text: string) {
  const all = placesOf(creator);
  if (!itemType.element)
    return all.map(({ name, at, wrap }) => ({
      name: `${text} ${name}`,
      at: `${at}.value`,
      items: wrap({ key: "n", type: itemType.type, value: HOLE }),
    }));
  return within(HOLE, sampleOf(itemType)).map(({ name, index, array }, i) => {
    const place = all[(i + 1) % all.length];
    const items = place?.wrap({ key: "n", type: itemType.type, value: array });
    return { name: `${text} ${name}, ${place?.name}`, at: `${place?.at}.value[${index}]`, items };
  });
}

function bodies(creator: Creator, itemType: ItemType, context: Context, forms: Form[]) {
  return placesOf(creator).flatMap(({ name, wrap }) =>
    chunks(forms, 45).map((part) => {
      const items = part.flatMap(({ text }) =>
        wrap({
          key: text,
          type: itemType.type,
          value: itemType.element ? [`${HOLE}${text}`, `${HOLE}${text}`] : `${HOLE}${text}`,
        }),
      );
      const body = JSON.stringify({ uid: context.uid(), items });
      return { name: `${itemType.type} ${name}`, rawBody: body.replaceAll(new RegExp(`"${HOLE}([^"]*)"`, "g"), "$1") };
    }),
  );
}

async function accepted(creator: Creator, context: Context, rawBody: string) {
  const { uid, items } = JSON.parse(rawBody);
  const created = await create(context, creator, items, { uid, rawBody });
  checkNumbers(created.exchange.response.body);
  if (context.effort === "quick") return;
  const again = await resendUnchanged(context, creator, created, { rawBody });
  checkNumbers(again.response.body);
}

/** Checks the numbers in a response as they are written: parsed, `0.1` and `0.10000000000000000555` are the same. */
function checkNumbers(body: string): void {
  const numbers = body.replaceAll(/"(?:[^"\\]|\\.)*"/gs, "").match(/-?\d[\d.eE+-]*/g) ?? [];
  const altered = numbers.find((number) => !isKept(number));
  if (altered !== undefined)
    throw new ContractViolation(`the response contains the number ${altered}, which a 64-bit float alters`);
}

/** One value of every JSON type, and values that a lenient parser would convert. */
const STRANGERS: unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1.5,
  "",
  "true",
  "1",
  "text",
  "2026-11-21",
  [],
  {},
  [null],
  [[]],
  [{}],
  ["a"],
  [1],
  [true],
  { value: "a" },
];

/** Values that parsers of other languages, of forms and of spreadsheets convert to another type. */
const CONVERTED: unknown[] = [
  ..."yes no on off y n t f Y N T F TRUE FALSE True False enabled 0 1 -1 12.5 1e3 0x1F 1,000 NaN Infinity -0 .5".split(
    " ",
  ),
  ..."2026-11-21T00:00:00 2026-11-21T00:00:00Z 20261121 1795241700000 null undefined none nil [] {} a,b [1] ['a']".split(
    " ",
  ),
  " 5",
  "5 ",
  "5\n",
  12.5,
  1e21,
  20261121,
  1795241700,
  1795241700000,
  [true, false],
  ["true"],
  ["1", "2"],
  [0, 1],
  [""],
  [20261121],
  ["2026-11-21"],
  ["2026-11-21T06:15:00Z"],
  { 0: "a" },
  { 0: { key: "a", type: "string", value: "a" } },
  { a: "b" },
  { key: "a", type: "string", value: "a" },
  // The shape of a response (decision 0004).
  [[{ key: "a", type: "string", value: "a" }]],
  ["key", "string", "a"],
  { $date: "2026-11-21T06:15:00Z" },
  { $numberLong: "5" },
];

function convertedCases(creator: Creator): Case[] {
  const places = placesOf(creator);
  return creator.itemTypes.map((itemType) =>
    draft(creator.operation, {
      rule: "types",
      name: `${itemType.type} with any value that a lenient parser converts is rejected`,
      status: "400",
      branch: itemType.type,
      least: "standard",
      run: (context) => {
        const inArrays =
          itemType.element && !itemType.holdsItems ? CONVERTED.filter((value) => !Array.isArray(value)) : [];
        const tried = [
          ...CONVERTED.map((value) => ({ value, at: "" })),
          ...inArrays.flatMap((value, i) => {
            const arrays = within(value, sampleOf(itemType));
            const array = arrays[(i + context.round) % arrays.length];
            return array ? [{ value: array.array as unknown, at: `[${array.index}]` }] : [];
          }),
        ].filter(({ value }) => !itemType.accepts(value));
        return checkEach(
          tried.entries(),
          ([, { value }]) => JSON.stringify(value),
          ([i, { value, at }]) => {
            const place = places[(i + context.round) % places.length];
            const items = place?.wrap({ key: "tried", type: itemType.type, value });
            return refuse(context, creator, { body: { uid: context.uid(), items } }, `${place?.at}.value${at}`);
          },
        );
      },
    }),
  );
}

function typeCases(creator: Creator): Case[] {
  const tried = creator.itemTypes.flatMap((itemType) => [
    ...STRANGERS.filter((value) => !itemType.accepts(value)).map((value) => ({ itemType, value, at: "" })),
    ...(itemType.element && !itemType.holdsItems
      ? STRANGERS.filter((value) => !Array.isArray(value) || value.length === 0)
          .filter((value) => !itemType.accepts([value]))
          .flatMap((value) =>
            within(value, sampleOf(itemType)).map(({ array, index }) => ({ itemType, value: array, at: `[${index}]` })),
          )
      : []),
  ]);
  return tried.map(({ itemType, value, at }, i) =>
    draft(creator.operation, {
      rule: "types",
      name: `${itemType.type} with the value ${JSON.stringify(value)} is rejected`,
      status: "400",
      branch: itemType.type,
      run: async (context) => {
        const all = placesOf(creator);
        const chosen = context.effort === "thorough" ? all : [all[i % all.length], all[(i * 3 + 1) % all.length]];
        await checkEach(
          new Set(chosen),
          (place) => place?.name ?? "",
          (place) => {
            const items = place?.wrap({ key: "tried", type: itemType.type, value });
            return refuse(context, creator, { body: { uid: context.uid(), items } }, `${place?.at}.value${at}`);
          },
        );
      },
    }),
  );
}

const sampleOf = ({ element, sample }: ItemType): unknown =>
  element?.examples?.[0] ?? (Array.isArray(sample) ? sample[0] : undefined) ?? "a";

/** Type names that a client might guess, and each type in another case. */
function typeNameCases(creator: Creator): Case[] {
  const known = new Set(creator.itemTypes.map(({ type }) => type));
  const guesses = [
    ..."text str int integer float double decimal bool null any array list map json datetime-local timestamp time uuid url uri".split(
      " ",
    ),
    ..."array-string string[] strings stringArray string_array string-arrays objects objectArray object_array file-array files date-time".split(
      " ",
    ),
    ..."dateTime date_time datetimes number-arrays numeric enum binary blob record item metadata undefined constructor __proto__".split(
      " ",
    ),
    "",
    " ",
  ];
  const changed = [...known].flatMap((type) => [
    type.toUpperCase(),
    type.charAt(0).toUpperCase() + type.slice(1),
    `${type} `,
    ` ${type}`,
    `${type}s`,
    type.slice(0, -1),
    type.replace("-", "_"),
    type.replace("-", ""),
  ]);
  return [...new Set([...guesses, ...changed])]
    .filter((type) => !known.has(type))
    .map((type, i) =>
      draft(creator.operation, {
        rule: "types",
        name: `the type ${JSON.stringify(type)} is rejected`,
        status: "400",
        run: async (context) => {
          const all = placesOf(creator);
          await checkEach(
            context.effort === "quick" ? [all[i % all.length] as Place] : all,
            (place) => place.name,
            (place) => {
              const items = place.wrap({ key: "tried", type, value: "a" });
              return refuse(context, creator, { body: { uid: context.uid(), items } }, `${place.at}.type`);
            },
          );
        },
      }),
    );
}
