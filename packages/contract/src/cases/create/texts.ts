import type { Case, Context } from "../../case.js";
import { ALPHABETS, LENGTHS, longText, TEXTS } from "../../text/battery.js";
import { everyCharacter } from "../../text/characters.js";
import { draft } from "../draft.js";
import { allItemTypes } from "./all-item-types.js";
import { type Creator, checkEach, create, type Item, text } from "./creator.js";
import { placesOf } from "./places.js";
import { REWRITINGS } from "./rewritings.js";
import { createAndRepeat, resendUnchanged } from "./same-record.js";

/** Strings of every class and length are returned unchanged: as a value, in an array, as a key, in every place. */
export function textCases(creator: Creator): Case[] {
  const values = TEXTS.map(({ text: value, about }) => text(value, about));
  const keys = TEXTS.filter(({ text: key }) => key !== "").map(({ text: key }) => text("v", key));
  const array: Item = { key: "array", type: "string-array", value: TEXTS.map(({ text: value }) => value) };
  const characters = () => everyCharacter().map(({ text: value, about }) => text(value, about));
  const echo: Echo = (name, run, least) => draft(creator.operation, { rule: "echo", name, run, least });
  return [
    ...placesOf(creator).flatMap(({ name, wrap }, i) => {
      // A few requests cover all classes of strings, so a quick run includes one place.
      const least = i === 2 ? "quick" : undefined;
      const all = (items: Item[]) => (context: Context) =>
        checkEach(
          chunks(items, 45),
          (part) => part[0]?.key ?? "",
          (part) => createAndRepeat(context, creator, part.flatMap(wrap)),
        );
      return [
        echo(`a string of every class as a value, ${name}`, all(values), least),
        echo(`a string of every class as a key, ${name}`, all(keys), least),
        echo(`a string of every class in an array, ${name}`, all([array]), least),
        echo(`every character as a value, ${name}`, (context) => all(characters())(context)),
      ];
    }),
    ...["every character as an escape", "letters as upper-case escapes", "slashes as escapes"].map((way) =>
      draft(creator.operation, {
        rule: "echo",
        name: `a string of every class, written with ${way}, is the same string`,
        wire: true,
        run: (context) =>
          checkEach(
            chunks([...values, ...keys], 45),
            (part) => part[0]?.key ?? "",
            async (items) => {
              const uid = context.uid();
              const rawBody = REWRITINGS[way]?.({ uid, items });
              const stored = await create(context, creator, items, { uid, rawBody });
              await resendUnchanged(context, creator, stored);
            },
          ),
      }),
    ),
    echo("the same key for all items of a record, and their order", (context) =>
      createAndRepeat(
        context,
        creator,
        Array.from({ length: 150 }, (_, i) => text(String((i * 37) % 150), "same")),
      ).then(() => {}),
    ),
    echo("the same key for items of every type, at every level", (context) =>
      createAndRepeat(context, creator, withKey(allItemTypes(creator), "same")).then(() => {}),
    ),
    echo("duplicate keys in an order that a map would not keep", (context) =>
      createAndRepeat(
        context,
        creator,
        ["10", "9", "b", "1", "a", "01", "B", "-1", "2", "1"].map((key) => text("v", key)),
      ).then(() => {}),
    ),
    echo("different keys in an order that a map would not keep", (context) =>
      createAndRepeat(
        context,
        creator,
        ["10", "9", "b", "1", "a", "01", "B", "-1", "2", "1.5"].map((key) => text("v", key)),
      ).then(() => {}),
    ),
    echo("every character as a key", (context) =>
      checkEach(
        chunks(
          everyCharacter(90).map(({ text: key }) => text("v", key)),
          150,
        ),
        (part) => part[0]?.key ?? "",
        (part) => createAndRepeat(context, creator, part),
      ),
    ),
    ...Object.entries(ALPHABETS).flatMap(([name, alphabet]) => lengthCases(creator, echo, name, alphabet)),
    ...placesOf(creator).map(({ name, wrap }, i) =>
      echo(`values and elements of many lengths, ${name}`, (context) =>
        checkEach(
          [...LENGTHS.filter((_, n) => n % 7 === i), i === 0 ? LONGEST : LONG],
          (length) => `${length} characters`,
          (length) => {
            const value = longText(length);
            return createAndRepeat(context, creator, [
              ...wrap(text(value)),
              ...wrap({ key: "array", type: "string-array", value: [value, "after"] }),
            ]);
          },
        ),
      ),
    ),
  ];
}

/** Returns the items with this key, on every level. */
const withKey = (items: Item[], key: string): Item[] =>
  items.map((item) => ({
    ...item,
    key,
    value: item.type.startsWith("object") ? withKey(item.value as Item[], key) : item.value,
  }));

/** The lengths of a string that is sent in one place, and in every place. */
const LONGEST = 100_001;
const LONG = 10_001;

type Echo = (name: string, run: Case["run"], least?: Case["least"]) => Case;

/** Values and keys of every length, in one alphabet. */
function lengthCases(creator: Creator, echo: Echo, name: string, alphabet: string): Case[] {
  return [
    echo(`values of every length, in characters ${name}`, (context) =>
      checkEach(
        chunks(
          LENGTHS.filter((length) => (length * Buffer.byteLength(alphabet)) / [...alphabet].length < 200_000),
          2,
        ),
        (part) => `${part[0]} to ${part.at(-1)} characters`,
        (part) => {
          const items = part.map((length) => text(longText(length, alphabet), `${length} characters`));
          // The longest ones are tried as elements in every place below; servers have limited memory.
          const list = items.filter((_, i) => (part[i] ?? 0) <= 10_000).map(({ value }) => value);
          return createAndRepeat(context, creator, [...items, { key: "array", type: "string-array", value: list }]);
        },
      ),
    ),
    echo(`keys of every length, in characters ${name}`, (context) =>
      createAndRepeat(
        context,
        creator,
        [1, 2, 31, 32, 33, 49, 50, 63, 64, 65, 99, 100].map((length) => text("v", longText(length, alphabet))),
      ).then(() => {}),
    ),
    echo(`a value of 200,000 characters ${name}`, (context) =>
      createAndRepeat(context, creator, [text(longText(200_000, alphabet)), text("after")]).then(() => {}),
    ),
  ];
}

/** Splits values into chunks that fit into one record. */
export const chunks = <T>(values: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size));
