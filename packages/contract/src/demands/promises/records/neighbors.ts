import type { Case, Context } from "../../../cases/case.js";
import { sampled } from "../../../cases/effort.js";
import { arrangements, everyPair } from "../../arrangements.js";
import { sampleOf } from "./all-item-types.js";
import {
  arrayTypesOf,
  type Creator,
  chunks,
  elementsOf,
  hasItemType,
  type Item,
  type ItemType,
  returnsEach,
  text,
} from "./creator.js";

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
export const neighborCases = (creator: Creator): Case[] =>
  listsOf(creator).flatMap(({ name, wrap }) => {
    const { items: most } = creator.limits;
    const echo = (what: string, recordsOf: (context: Context) => Item[][]) =>
      returnsEach(creator, "neighbors", `${what}, in ${name}`, recordsOf);
    return [
      ...["different keys", "the same key"].map((keys) =>
        echo(`items of each type next to each type, with ${keys}`, () => {
          const sequence = everyPair(creator.itemTypes).map((itemType, i) =>
            itemOf(itemType, i, keys === "the same key" ? "same" : `key ${i}`),
          );
          // Each part begins with the last item of the one before, so that no pair is left out.
          return overlapping(sequence, most).map(wrap);
        }),
      ),
      echo("arrays with two elements in every arrangement", () => {
        const items = arrayTypesOf(creator).flatMap((itemType) =>
          arrangements(elementsOf(itemType, 2), 4).map(
            (value): Item => ({ key: itemType.type, type: itemType.type, value }),
          ),
        );
        return chunks(items, most).map(wrap);
      }),
      echo("items in every arrangement with another one", ({ effort }) =>
        sampled(creator.itemTypes, effort).flatMap((itemType) => {
          const lists = arrangements([itemOf(itemType, 1, "a"), itemOf(itemType, 2, "a")], 3);
          // The lists of a record are records of their own.
          return name === "the record" ? lists : [lists.flatMap((items) => wrap(items).slice(1))];
        }),
      ),
    ];
  });

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
