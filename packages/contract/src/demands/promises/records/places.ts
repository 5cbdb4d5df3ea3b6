import { type Creator, hasItemType, type Item, text } from "./creator.js";

/** A place in a record where an item is allowed. */
export interface Place {
  name: string;
  /** The place as error messages of the API write it: `items[1].value[0]`. */
  at: string;
  /** Returns the items of an otherwise valid record with this item in the place. */
  wrap(item: Item): Item[];
}

const object = (value: Item[], key = "object"): Item => ({ key, type: "object", value });
const objectArray = (value: Item[], key = "list"): Item => ({ key, type: "object-array", value });
const a = text("a", "a");
const b = text("b", "b");

/**
 * Places at the top and nested, first and last, in both types that contain items, and at the maximum depth.
 *
 * @param deepest the level of the last place: 7 for an item that contains items itself
 */
export function placesOf(creator: Creator, deepest: 7 | 8 = 8): Place[] {
  const top: Place[] = [
    { name: "alone", at: "items[0]", wrap: (item) => [item] },
    { name: "last of three", at: "items[2]", wrap: (item) => [a, b, item] },
  ];
  if (!hasItemType(creator, "object") || !hasItemType(creator, "object-array")) return top;
  return [
    ...top,
    { name: "in an object", at: "items[1].value[1]", wrap: (item) => [a, object([b, item])] },
    { name: "in an object-array", at: "items[0].value[0]", wrap: (item) => [objectArray([item, a]), b] },
    { name: "late in an object-array", at: "items[0].value[2]", wrap: (item) => [objectArray([a, b, item])] },
    {
      name: "in an object of an object-array",
      at: "items[1].value[1].value[0]",
      wrap: (item) => [a, objectArray([b, object([item, a])])],
    },
    {
      name: `at level ${deepest}`,
      at: `items[0]${".value[0]".repeat(deepest - 1)}`,
      wrap: (item) => [
        [0, 1, 2, 3, 4, 5, 6]
          .slice(0, deepest - 1)
          .reduce((inner, i) => (i % 2 ? object([inner]) : objectArray([inner])), item),
      ],
    },
  ];
}

/** An array with a value in one place. */
export interface Within {
  name: string;
  index: number;
  array: unknown[];
}

/** Arrays with a value in each interesting place: alone, first, in the middle and last. */
export const within = (value: unknown, other: unknown, most: number): Within[] =>
  [
    { name: "alone in an array", index: 0, array: [value] },
    { name: "first of an array", index: 0, array: [value, other, other] },
    { name: "inside an array", index: 1, array: [other, value, other] },
    { name: "last of an array", index: 3, array: [other, other, other, value] },
  ].filter(({ array }) => array.length <= most);
