import type { Case } from "../../../case.js";
import { sampled } from "../../../effort.js";
import { EVERY_YEAR } from "../../../grammar/date.js";
import { EVERY_TIME } from "../../../grammar/date-time.js";
import { everyNumber } from "../../../grammar/number.js";
import { EVERY_DIGIT } from "../../../grammar/uuid.js";
import { longText } from "../../../text/battery.js";
import { everyCharacter } from "../../../text/characters.js";
import { checkEach, testCase } from "../../test-case.js";
import { arrayTypesOf, type Creator, type Item, text } from "./creator.js";
import { elementOf } from "./element-of.js";
import { createAndRepeat } from "./same-record.js";
import { chunks } from "./texts.js";

/** The maximum number of items in a list (decision 0003). */
const ITEMS = 150;

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

/**
 * Where there are few enough values, lengths or counts, every single one: a fault may concern a single one of them.
 */
export function everyValueCases(creator: Creator): Case[] {
  const every = (name: string, recordsOf: () => Item[][]) =>
    testCase(creator.operation, {
      rule: "every value",
      name,
      run: (context) =>
        checkEach(
          sampled(recordsOf(), context.effort, 20),
          (items) => `${items[0]?.key} to ${items.at(-1)?.key}`,
          (items) => createAndRepeat(context, creator, items),
        ),
    });
  const arrays = arrayTypesOf(creator);
  const items = (values: unknown[], type: string) => values.map((value, i): Item => ({ key: `${i}`, type, value }));
  return [
    ...creator.itemTypes.flatMap(({ type, value, element, most, holdsItems, accepts }) => {
      const [name, whole] = element ? [element.format ?? element.type, true] : [value.format ?? value.type, false];
      const valuesOf = VALUES[String(name)];
      if (!valuesOf || holdsItems) return [];
      return every(`${type}: every year, time, digit or character`, () => {
        const values = valuesOf().filter((each) => accepts(whole ? [each] : each));
        if (whole) return chunks(values, Math.min(most, values.length)).map((part) => items([part], type));
        const step = Math.ceil(values.length / SINGLE);
        return chunks(
          items(
            values.filter((_, i) => i % step === 0),
            type,
          ),
          ITEMS,
        );
      });
    }),
    ...arrays.map(({ type, element }) =>
      every(`${type} of every length up to ${ITEMS}`, () => {
        const format = element?.format ?? String(element?.type);
        const lengths = Array.from({ length: ITEMS }, (_, length) => length);
        return chunks(
          items(
            lengths.map((length) => Array.from({ length }, (_, i) => elementOf(format, i))),
            type,
          ),
          ITEMS,
        );
      }),
    ),
    every("strings of every length up to 600", () =>
      chunks(
        Array.from({ length: 4 * ITEMS }, (_, i) => text(longText(i + 1), `${i + 1} characters`)),
        ITEMS,
      ),
    ),
    every("keys of every length", () => [Array.from({ length: 100 }, (_, i) => text("v", longText(i + 1)))]),
    every("every number of items, in a record and in both types that contain items", () =>
      Array.from({ length: ITEMS }, (_, i) => {
        const list = Array.from({ length: i + 1 }, (_, n) => text(`${n}`, `key ${n}`));
        const nests = creator.itemTypes.filter(({ holdsItems }) => holdsItems);
        return list.map((item, n) => {
          const nest = nests[n];
          return nest ? { key: nest.type, type: nest.type, value: list } : item;
        });
      }),
    ),
  ];
}
