import type { Case } from "../../../case.js";
import { sampled } from "../../../effort.js";
import { arrangements, everyPair } from "../../adjacent.js";
import { checkEach, testCase } from "../../test-case.js";
import { sampleOf } from "./all-item-types.js";
import { arrayTypesOf, type Creator, hasItemType, type Item, type ItemType, text } from "./creator.js";
import { elementOf } from "./element-of.js";
import { createAndRepeat } from "./same-record.js";
import { chunks } from "./texts.js";

/** The maximum number of items in a list (decision 0003). */
const ITEMS = 150;

/** The lists that may contain items: that of the record, and those of both types that contain items. */
function listsOf(creator: Creator): { name: string; wrap(items: Item[]): Item[] }[] {
  const nests = ["object", "object-array"].filter((type) => hasItemType(creator, type));
  return [
    { name: "the record", wrap: (items) => items },
    ...nests.map((type) => ({
      name: `an ${type}`,
      wrap: (items: Item[]): Item[] => [text("before"), { key: type, type, value: items }],
    })),
  ];
}

/**
 * Items and elements are returned the same whatever is next to them: each type next to each type, with different and
 * with equal keys, and equal ones in every arrangement.
 */
export function neighborCases(creator: Creator): Case[] {
  const echo = (name: string, run: Case["run"]) => testCase(creator.operation, { rule: "neighbors", name, run });
  return listsOf(creator).flatMap(({ name, wrap }) => [
    ...["different keys", "the same key"].map((keys) =>
      echo(`items of each type next to each type, with ${keys}, in ${name}`, (context) => {
        const sequence = everyPair(creator.itemTypes).map((itemType, i) =>
          itemOf(itemType, i, keys === "the same key" ? "same" : `key ${i}`),
        );
        return checkEach(
          // Each part begins with the last item of the one before, so that no pair is left out.
          overlapping(sequence, ITEMS),
          (items) => `${items[0]?.type} to ${items.at(-1)?.type}`,
          (items) => createAndRepeat(context, creator, wrap(items)),
        );
      }),
    ),
    echo(`arrays with two elements in every arrangement, in ${name}`, (context) => {
      const arrays = arrayTypesOf(creator);
      const items = arrays.flatMap(({ type, element }) => {
        const format = element?.format ?? String(element?.type);
        return arrangements([elementOf(format, 0), elementOf(format, 1)], 4).map(
          (value): Item => ({ key: type, type, value }),
        );
      });
      return checkEach(
        chunks(items, ITEMS),
        (part) => part[0]?.type ?? "",
        (part) => createAndRepeat(context, creator, wrap(part)),
      );
    }),
    echo(`items in every arrangement with another one, in ${name}`, (context) =>
      checkEach(
        sampled(creator.itemTypes, context.effort),
        ({ type }) => type,
        (itemType) => {
          const [one, other] = [itemOf(itemType, 1, "a"), itemOf(itemType, 2, "a")];
          const lists = arrangements([one, other], 3);
          // The lists of a record are records of their own.
          const records = name === "the record" ? lists : [lists.flatMap((items) => wrap(items).slice(1))];
          return checkEach(
            records,
            (items) => `${items.length} items`,
            (items) => createAndRepeat(context, creator, items),
          );
        },
      ),
    ),
  ]);
}

function itemOf(itemType: ItemType, seed: number, key: string): Item {
  const value = itemType.holdsItems ? [text(`nested ${seed}`)] : sampleOf(itemType, seed);
  return { key, type: itemType.type, value };
}

/** Splits a sequence into parts of a maximum length, each of which begins with the last value of the one before. */
function overlapping<T>(values: readonly T[], length: number): T[][] {
  const step = length - 1;
  return Array.from({ length: Math.ceil((values.length - 1) / step) }, (_, i) =>
    values.slice(i * step, i * step + length),
  );
}
