import type { Case, Context } from "../../case.js";
import { sampled } from "../../effort.js";
import type { Form } from "../../grammar/form.js";
import { ALTERED_NUMBERS, NO_BOOLEANS, NO_NUMBERS, NUMBERS } from "../../grammar/number.js";
import { draft } from "../draft.js";
import { checkEcho } from "../echo.js";
import { type Creator, each, type Kind, refuse } from "./creator.js";
import { placesOf, within } from "./places.js";
import { chunks } from "./texts.js";

/** A placeholder in JSON for text that JSON.stringify would write differently. */
const HOLE = "the-number";

/** Numbers in every form of JSON (decision 0006), and values of a wrong type, in every place of an item. */
export function valueCases(creator: Creator): Case[] {
  return [...numberCases(creator), ...booleanCases(creator), ...typeCases(creator), ...kindCases(creator)];
}

/** Returns the item types whose value or elements have a JSON type. */
const kindsOf = ({ kinds }: Creator, type: string) =>
  kinds.filter(({ value, element }) => value.type === type || element?.type === type);

function booleanCases(creator: Creator): Case[] {
  const kinds = kindsOf(creator, "boolean");
  if (kinds.length === 0) return [];
  return NO_BOOLEANS.map(({ text }) =>
    draft(creator.operation, {
      rule: "booleans",
      name: `${JSON.stringify(text)} is rejected (not JSON)`,
      status: "400",
      wire: true,
      run: (context) => refusedAsWritten(context, creator, kinds, text, false),
    }),
  );
}

function numberCases(creator: Creator): Case[] {
  const numeric = kindsOf(creator, "number");
  if (numeric.length === 0) return [];
  const refusals: [string, Form[]][] = [
    ["a 64-bit float alters it", ALTERED_NUMBERS],
    ["not JSON", NO_NUMBERS],
  ];
  return [
    draft(creator.operation, {
      rule: "numbers",
      name: "every number that a 64-bit float can represent is returned as the same number",
      wire: true,
      run: async (context) => {
        await each(
          numeric.flatMap((kind) => bodies(creator, kind, context, NUMBERS)),
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

/** Sends a text verbatim in every place of a value; JSON.stringify would write it differently. */
async function refusedAsWritten(context: Context, creator: Creator, kinds: Kind[], text: string, namesPlace: boolean) {
  const tried = kinds.flatMap((kind) => places(creator, kind, text));
  await each(
    sampled(tried, context.effort, 3),
    ({ name }) => name,
    ({ items, at }) => {
      const rawBody = JSON.stringify({ uid: context.uid(), items }).replace(`"${HOLE}"`, () => text);
      return refuse(context, creator, { rawBody }, namesPlace ? at : []);
    },
  );
}

function places(creator: Creator, kind: Kind, text: string) {
  const all = placesOf(creator);
  if (!kind.element)
    return all.map(({ name, at, wrap }) => ({
      name: `${text} ${name}`,
      at: `${at}.value`,
      items: wrap({ key: "n", type: kind.type, value: HOLE }),
    }));
  return within(HOLE, sampleOf(kind)).map(({ name, index, array }, i) => {
    const place = all[(i + 1) % all.length];
    const items = place?.wrap({ key: "n", type: kind.type, value: array });
    return { name: `${text} ${name}, ${place?.name}`, at: `${place?.at}.value[${index}]`, items };
  });
}

function bodies(creator: Creator, kind: Kind, context: Context, forms: Form[]) {
  return placesOf(creator).flatMap(({ name, wrap }) =>
    chunks(forms, 45).map((part) => {
      const items = part.flatMap(({ text }) =>
        wrap({
          key: text,
          type: kind.type,
          value: kind.element ? [`${HOLE}${text}`, `${HOLE}${text}`] : `${HOLE}${text}`,
        }),
      );
      const body = JSON.stringify({ uid: context.uid(), items });
      return { name: `${kind.type} ${name}`, rawBody: body.replaceAll(new RegExp(`"${HOLE}([^"]*)"`, "g"), "$1") };
    }),
  );
}

async function accepted({ operation }: Creator, context: Context, rawBody: string) {
  const { body } = await context.exchange(operation, { rawBody });
  checkEcho(operation, JSON.parse(rawBody), body);
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

function typeCases(creator: Creator): Case[] {
  const tried = creator.kinds.flatMap((kind) => [
    ...STRANGERS.filter((value) => !fits(kind, value)).map((value) => ({ kind, value, at: "" })),
    ...(kind.element && !kind.holdsItems
      ? STRANGERS.filter((value) => !Array.isArray(value) || value.length === 0)
          .filter((value) => !fitsType(kind.element ?? {}, value))
          .flatMap((value) =>
            within(value, sampleOf(kind)).map(({ array, index }) => ({ kind, value: array, at: `[${index}]` })),
          )
      : []),
  ]);
  return tried.map(({ kind, value, at }, i) =>
    draft(creator.operation, {
      rule: "types",
      name: `${kind.type} with the value ${JSON.stringify(value)} is rejected`,
      status: "400",
      branch: kind.type,
      run: async (context) => {
        const all = placesOf(creator);
        const chosen = context.effort === "thorough" ? all : [all[i % all.length], all[(i * 3 + 1) % all.length]];
        await each(
          new Set(chosen),
          (place) => place?.name ?? "",
          (place) => {
            const items = place?.wrap({ key: "tried", type: kind.type, value });
            return refuse(context, creator, { body: { uid: context.uid(), items } }, `${place?.at}.value${at}`);
          },
        );
      },
    }),
  );
}

const sampleOf = ({ element }: Kind): unknown =>
  element?.examples?.[0] ?? { number: 1, boolean: true }[String(element?.type)] ?? "a";

/** Whether a value has the JSON type of an item type, and contains nothing that another rule rejects. */
function fits(kind: Kind, value: unknown): boolean {
  if (!Array.isArray(value)) return fitsType(kind.value, value);
  if (kind.value.type !== "array") return false;
  if (value.length === 0) return !kind.value.minItems;
  return value.every((element) => fitsType(kind.element ?? {}, element));
}

function fitsType(schema: Kind["value"], value: unknown): boolean {
  if (schema.format) return schema.format === "date" && value === "2026-11-21";
  const type = Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
  return type === schema.type;
}

/** Type names that a client might guess, and each type in another case. */
function kindCases(creator: Creator): Case[] {
  const known = new Set(creator.kinds.map(({ type }) => type));
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
          await each(
            [all[0], all[1 + (i % (all.length - 1))]],
            (place) => place?.name ?? "",
            (place) => {
              const items = place?.wrap({ key: "tried", type, value: "a" });
              return refuse(context, creator, { body: { uid: context.uid(), items } }, `${place?.at}.type`);
            },
          );
        },
      }),
    );
}
