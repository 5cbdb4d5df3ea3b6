import type { Case, Context } from "../../../case.js";
import { ALPHABETS, LENGTHS, longText, TEXTS } from "../../../text/battery.js";
import { everyCharacter } from "../../../text/characters.js";
import { checkEach, testCase } from "../../test-case.js";
import { allItemTypes } from "./all-item-types.js";
import { type Creator, create, type Item, text } from "./creator.js";
import { placesOf } from "./places.js";
import { REWRITINGS } from "./rewritings.js";
import { createAndRepeat, resendUnchanged } from "./same-record.js";

/** The maximum number of characters of a string that is sent in one place, in every place, and once. */
const LONGEST = 100_001;
const LONG = 10_001;
const ONCE = 200_000;

const values = () => TEXTS.map(({ text: value, about }) => text(value, about));
const keys = () => TEXTS.filter(({ text: key }) => key !== "").map(({ text: key }) => text("v", key));

/** The same keys for items of all types in turn, which begin with another type for each place. */
function keysOfTypes({ itemTypes }: Creator, turn: number): Item[] {
  const types = itemTypes.filter(({ holdsItems }) => !holdsItems);
  return keys().map((item, i) => {
    const itemType = types[(i + turn) % types.length];
    return itemType ? { ...item, type: itemType.type, value: itemType.sample } : item;
  });
}
const elements = (all: string[]): Item => ({ key: "array", type: "string-array", value: all });

/** Records whose order a map of their keys would not keep. */
const ORDERS: Record<string, () => Item[]> = {
  "the same key for all items of a record, and their order": () =>
    Array.from({ length: 150 }, (_, i) => text(String((i * 37) % 150), "same")),
  "duplicate keys in an order that a map would not keep": () =>
    "10 9 b 1 a 01 B -1 2 1".split(" ").map((key) => text("v", key)),
  "different keys in an order that a map would not keep": () =>
    "10 9 b 1 a 01 B -1 2 1.5".split(" ").map((key) => text("v", key)),
};

/** Returns the records that show every class, character and length of strings, by what they show. */
function recordsOf(creator: Creator): Record<string, () => Item[][]> {
  const everywhere = placesOf(creator).flatMap(({ name, wrap }, i) => {
    const wrapped = (items: Item[]) => chunks(items, 45).map((part) => part.flatMap(wrap));
    const lengths = [...LENGTHS.filter((_, n) => n % 7 === i), i === 0 ? LONGEST : LONG];
    const records: Record<string, () => Item[][]> = {
      "a string of every class as a value": () => wrapped(values()),
      "a string of every class as a key": () => wrapped(keysOfTypes(creator, i)),
      "a string of every class in an array": () => wrapped([elements(TEXTS.map(({ text: value }) => value))]),
      "every character as a value": () => wrapped(everyCharacter().map(({ text: value, about }) => text(value, about))),
      "values and elements of many lengths": () =>
        lengths
          .map((length) => longText(length))
          .map((long) => [...wrap(text(long)), ...wrap(elements([long, "after"]))]),
    };
    return Object.entries(records).map(([what, make]) => [`${what}, ${name}`, make] as const);
  });
  const alphabets = Object.entries(ALPHABETS).flatMap(([name, alphabet]) => {
    const bytes = Buffer.byteLength(alphabet) / [...alphabet].length;
    const lengths = LENGTHS.filter((length) => length * bytes < ONCE);
    const records: Record<string, () => Item[][]> = {
      "values of every length": () =>
        chunks(lengths, 2).map((part) => {
          const items = part.map((length) => text(longText(length, alphabet), `${length} characters`));
          // The longest ones are tried as elements in every place; servers have limited memory.
          return [
            ...items,
            elements(items.filter((_, i) => (part[i] ?? 0) <= 10_000).map(({ value }) => String(value))),
          ];
        }),
      "keys of every length": () =>
        chunks(
          [1, 2, 31, 32, 33, 49, 50, 63, 64, 65, 99, 100].flatMap((length) =>
            creator.itemTypes.map(({ type, sample }) => ({ key: longText(length, alphabet), type, value: sample })),
          ),
          78,
        ),
      [`a value of ${ONCE} characters`]: () => [[text(longText(ONCE, alphabet)), text("after")]],
    };
    return Object.entries(records).map(([what, make]) => [`${what}, in characters ${name}`, make] as const);
  });
  return {
    ...Object.fromEntries([...everywhere, ...alphabets]),
    ...Object.fromEntries(Object.entries(ORDERS).map(([name, make]) => [name, () => [make()]])),
    "the same key for items of every type, at every level": () => [withKey(allItemTypes(creator), "same")],
    "every character as a key": () =>
      chunks(
        everyCharacter(90).map(({ text: key }) => text("v", key)),
        150,
      ),
  };
}

/** Strings of every class and length are returned unchanged: as a value, in an array, as a key, in every place. */
export function textCases(creator: Creator): Case[] {
  const echo = (name: string, run: (context: Context) => Promise<void>, wire = false) =>
    testCase(creator.operation, { rule: "echo", name, wire, run });
  return [
    ...Object.entries(recordsOf(creator)).map(([name, make]) =>
      echo(name, (context) =>
        checkEach(
          make(),
          ([first]) => first?.key ?? "",
          (record) => createAndRepeat(context, creator, record),
        ),
      ),
    ),
    ...["every character as an escape", "letters as upper-case escapes", "slashes as escapes"].map((way) =>
      echo(
        `a string of every class, written with ${way}, is the same string`,
        (context) =>
          checkEach(
            chunks([...values(), ...keys()], 45),
            ([first]) => first?.key ?? "",
            async (items) => {
              const uid = context.uid();
              const rawBody = REWRITINGS[way]?.({ uid, items });
              await resendUnchanged(context, creator, await create(context, creator, items, { uid, rawBody }));
            },
          ),
        true,
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

/** Splits values into chunks that fit into one record. */
export const chunks = <T>(values: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, i) => values.slice(i * size, (i + 1) * size));
