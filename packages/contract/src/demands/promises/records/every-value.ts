import type { Case } from "../../../cases/case.js";
import { sampled } from "../../../cases/effort.js";
import { EVERY_YEAR } from "../../../grammar/date.js";
import { EVERY_TIME } from "../../../grammar/date-time.js";
import { everyNumber } from "../../../grammar/number.js";
import { EVERY_DIGIT } from "../../../grammar/uuid.js";
import { longText } from "../../../text/battery.js";
import { everyCharacter } from "../../../text/characters.js";
import { arrayTypesOf, type Creator, chunks, elementsOf, type Item, returnsEach, text } from "./creator.js";

/** Values of a format or a type, all of them in one array, or some of them as single values. */
const VALUES: Record<string, () => unknown[]> = {
  date: () => EVERY_YEAR,
  "date-time": () => EVERY_TIME,
  uuid: () => EVERY_DIGIT,
  number: () => everyNumber().map(Number),
  string: () => everyCharacter().map(({ text: value }) => value),
};

/** The number of single values to try of each type. */
const SINGLE = 900;

/** Returns something for each number from 0 on. */
const counted = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));

/**
 * Where there are few enough values, lengths or counts, every single one: a fault may concern a single one of them.
 */
export function everyValueCases(creator: Creator): Case[] {
  const every = (name: string, recordsOf: () => Item[][]) =>
    returnsEach(creator, "every value", name, ({ effort }) => sampled(recordsOf(), effort, 20));
  const { items: most } = creator.limits;
  const nests = creator.itemTypes.filter(({ holdsItems }) => holdsItems);
  const items = (values: unknown[], type: string) =>
    chunks(
      values.map((value, i): Item => ({ key: `${i}`, type, value })),
      most,
    );
  return [
    ...creator.itemTypes.flatMap(({ type, value, element, most: longest, holdsItems, accepts }) => {
      const { format, type: own } = element ?? value;
      const valuesOf = VALUES[String(format ?? own)];
      if (!valuesOf || holdsItems) return [];
      return every(`${type}: every year, time, digit or character`, () => {
        const values = valuesOf().filter((each) => accepts(element ? [each] : each));
        if (element) return chunks(values, Math.min(longest, values.length)).flatMap((part) => items([part], type));
        const step = Math.ceil(values.length / SINGLE);
        return items(
          values.filter((_, i) => i % step === 0),
          type,
        );
      });
    }),
    ...arrayTypesOf(creator).map((itemType) =>
      every(`${itemType.type} of every length up to ${most}`, () =>
        items(
          counted(most, (length) => elementsOf(itemType, length)),
          itemType.type,
        ),
      ),
    ),
    every("strings of every length up to 600", () =>
      chunks(
        counted(4 * most, (i) => text(longText(i + 1), `${i + 1} characters`)),
        most,
      ),
    ),
    every("keys of every length", () => [
      counted(Math.min(100, creator.limits.key ?? 100), (i) => text("v", longText(i + 1))),
    ]),
    every("every number of items, in a record and in both types that contain items", () =>
      counted(most, (i) => {
        const list = counted(i + 1, (n) => text(`${n}`, `key ${n}`));
        return list.map((item, n) => (nests[n] ? { key: nests[n].type, type: nests[n].type, value: list } : item));
      }),
    ),
  ];
}
