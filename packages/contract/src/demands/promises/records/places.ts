import type { Context } from "../../../cases/case.js";
import { sampled } from "../../../cases/effort.js";
import { type Creator, hasNests, type Item, type ItemType, list, object, type Try, text } from "./creator.js";

/** A place in a record where an item is allowed. */
export interface Place {
  name: string;
  /** The place as error messages of the API write it: `items[1].value[0]`. */
  at: string;
  /** Returns the items of an otherwise valid record with this item in the place. */
  wrap(item: Item): Item[];
}

/** The level of the last place if the document does not limit levels. */
const USUAL_LEVELS = 8;

const inObject = (...value: Item[]) => object(value, "object");
const inList = (...value: Item[]) => list(value, "list");
const a = text("a", "a");
const b = text("b", "b");

/**
 * Places at the top and nested, first and last, in both types that contain items, and at the maximum depth.
 *
 * @param within the levels of the item itself: 2 for one that contains items
 */
export function placesOf(creator: Creator, within: 1 | 2 = 1): Place[] {
  const top: Place[] = [
    { name: "alone", at: "items[0]", wrap: (item) => [item] },
    { name: "last of three", at: "items[2]", wrap: (item) => [a, b, item] },
  ];
  if (!hasNests(creator)) return top;
  const deepest = (creator.limits.levels ?? USUAL_LEVELS) + 1 - within;
  return [
    ...top,
    { name: "in an object", at: "items[1].value[1]", wrap: (item) => [a, inObject(b, item)] },
    { name: "in an object-array", at: "items[0].value[0]", wrap: (item) => [inList(item, a), b] },
    { name: "late in an object-array", at: "items[0].value[2]", wrap: (item) => [inList(a, b, item)] },
    {
      name: "in an object of an object-array",
      at: "items[1].value[1].value[0]",
      wrap: (item) => [a, inList(b, inObject(item, a))],
    },
    {
      name: `at level ${deepest}`,
      at: `items[0]${".value[0]".repeat(deepest - 1)}`,
      wrap: (item) => [
        Array.from({ length: deepest - 1 }).reduce<Item>(
          (inner, _, i) => (i % 2 ? inObject(inner) : inList(inner)),
          item,
        ),
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

/** A valid element of an array. */
export const elementIn = ({ sample }: ItemType): unknown => [sample].flat()[0] ?? "a";

/** An item that must be rejected, and where in it the mistake is: `.key`, `.value[1]`. */
interface Wrong {
  item: unknown;
  end?: string;
  /** What the message names. @default the mistake */
  named?(at: string): string | string[];
  name?: string;
}

/**
 * Returns the requests with a wrong item in each place.
 *
 * @param spaces the namespaces to try in turn; without any, the case chooses one
 * @param turn selects the namespaces, so that different items cover all pairs of a place and a namespace
 */
export const wrongIn = (
  spaces: Creator["spaces"],
  places: readonly Place[],
  { uid, round }: Context,
  turn: number,
  wrongOf: (place: number) => Wrong,
): Try[] =>
  places.map((place, i) => {
    const { item, end = "", name = "", named = (at) => at + end } = wrongOf(i);
    const space = spaces[(turn + i + round) % spaces.length];
    return {
      name: `${name}${place.name}${space?.name ?? ""}`,
      inputs: { body: { uid: uid(), items: place.wrap(item as Item) }, path: space?.path },
      named: named(place.at),
    };
  });

interface WrongValue {
  value: unknown;
  /** Returns a valid element to put beside it in an array. */
  valid?(itemType: ItemType): unknown;
  spaces?: Creator["spaces"];
}

/** Returns the requests with a wrong value in each place of each type: as the value, or as an element in turn. */
export const wrongValues = (
  creator: Creator,
  itemTypes: readonly ItemType[],
  context: Context,
  turn: number,
  { value, valid = elementIn, spaces = [] }: WrongValue,
): Try[] => {
  const places = placesOf(creator);
  const all = itemTypes.flatMap((itemType, n) =>
    wrongIn(spaces, places, context, turn + n * places.length, (i) => {
      const item = (own: unknown) => ({ key: "tried", type: itemType.type, value: own });
      if (!itemType.element) return { item: item(value), end: ".value", name: `${itemType.type}, ` };
      const arrays = within(value, valid(itemType), itemType.most);
      const { name, index, array } = arrays[(i + turn + context.round) % arrays.length] as Within;
      return { item: item(array), end: `.value[${index}]`, name: `${itemType.type}, ${name}, ` };
    }),
  );
  return sampled(all, context.effort, 3);
};
