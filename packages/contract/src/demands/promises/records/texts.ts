import type { Case } from "../../../cases/case.js";
import { ALPHABETS, LENGTHS, longText, TEXTS } from "../../../text/battery.js";
import { everyCharacter } from "../../../text/characters.js";
import { checkEach, testCase } from "../../test-case.js";
import { allItemTypes } from "./all-item-types.js";
import { type Creator, chunks, create, type Item, resendUnchanged, returnsEach, text } from "./creator.js";
import { placesOf } from "./places.js";
import { REWRITINGS } from "./rewritings.js";

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

/** Keys in an order that a map of them would not keep. */
const UNORDERED = { duplicate: "10 9 b 1 a 01 B -1 2 1", different: "10 9 b 1 a 01 B -1 2 1.5" };

type Records = [name: string, make: () => Item[][]][];

/** Returns the records that show every class, character and length of strings, by what they show. */
function recordsOf(creator: Creator): Records {
  const everywhere = placesOf(creator).flatMap(({ name, wrap }, i): Records => {
    const wrapped = (items: Item[]) => chunks(items, 45).map((part) => part.flatMap(wrap));
    const lengths = [...LENGTHS.filter((_, n) => n % 7 === i), i === 0 ? LONGEST : LONG].map((length) =>
      longText(length),
    );
    return [
      [`a string of every class as a value, ${name}`, () => wrapped(values())],
      [`a string of every class as a key, ${name}`, () => wrapped(keysOfTypes(creator, i))],
      [`a string of every class in an array, ${name}`, () => wrapped([elements(TEXTS.map((one) => one.text))])],
      [
        `every character as a value, ${name}`,
        () => wrapped(everyCharacter().map(({ text: value, about }) => text(value, about))),
      ],
      [
        `values and elements of many lengths, ${name}`,
        () => lengths.map((long) => [...wrap(text(long)), ...wrap(elements([long, "after"]))]),
      ],
    ];
  });
  const alphabets = Object.entries(ALPHABETS).flatMap(([name, alphabet]): Records => {
    const bytes = Buffer.byteLength(alphabet) / [...alphabet].length;
    const lengths = LENGTHS.filter((length) => length * bytes < ONCE);
    return [
      [
        `values of every length, in characters ${name}`,
        () =>
          chunks(lengths, 2).map((part) => {
            const items = part.map((length) => text(longText(length, alphabet), `${length} characters`));
            // The longest ones are tried as elements in every place; servers have limited memory.
            const short = items.filter((_, i) => (part[i] ?? 0) <= 10_000);
            return [...items, elements(short.map(({ value }) => String(value)))];
          }),
      ],
      [
        `keys of every length, in characters ${name}`,
        () =>
          chunks(
            [1, 2, 31, 32, 33, 49, 50, 63, 64, 65, 99, 100].flatMap((length) =>
              creator.itemTypes.map(({ type, sample }) => ({ key: longText(length, alphabet), type, value: sample })),
            ),
            78,
          ),
      ],
      [`a value of ${ONCE} characters, in characters ${name}`, () => [[text(longText(ONCE, alphabet)), text("after")]]],
    ];
  });
  return [
    ...everywhere,
    ...alphabets,
    [
      "the same key for all items of a record, and their order",
      () => [Array.from({ length: 150 }, (_, i) => text(String((i * 37) % 150), "same"))],
    ],
    ...Object.entries(UNORDERED).map(([which, all]): Records[number] => [
      `${which} keys in an order that a map would not keep`,
      () => [all.split(" ").map((key) => text("v", key))],
    ]),
    ["the same key for items of every type, at every level", () => [withKey(allItemTypes(creator), "same")]],
    [
      "every character as a key",
      () =>
        chunks(
          everyCharacter(Math.min(90, creator.limits.key ?? 90)).map(({ text: key }) => text("v", key)),
          150,
        ),
    ],
  ];
}

/** Strings of every class and length are returned unchanged: as a value, in an array, as a key, in every place. */
export const textCases = (creator: Creator): Case[] => [
  ...recordsOf(creator).map(([name, make]) => returnsEach(creator, "echo", name, make)),
  ...["every character as an escape", "letters as upper-case escapes", "slashes as escapes"].map((way) =>
    testCase(creator.operation, {
      rule: "echo",
      name: `a string of every class, written with ${way}, is the same string`,
      wire: true,
      run: (context) =>
        checkEach(
          chunks([...values(), ...keys()], Math.min(45, creator.limits.items)),
          ([first]) => first?.key ?? "",
          async (items) => {
            const uid = context.uid();
            const rawBody = REWRITINGS[way]?.({ uid, items });
            await resendUnchanged(context, creator, await create(context, creator, items, { uid, rawBody }));
          },
        ),
    }),
  ),
];

/** Returns the items with this key, on every level. */
const withKey = (items: Item[], key: string): Item[] =>
  items.map((item) => ({
    ...item,
    key,
    value: item.type.startsWith("object") ? withKey(item.value as Item[], key) : item.value,
  }));
