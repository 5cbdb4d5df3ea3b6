import { builderOf, type Item, type ItemBuilders, itemKinds, nestedKinds, partsOf } from "./generated/item-builders.js";

/**
 * Builders for all item types.
 *
 * @example
 * ```ts
 * const items = [item.string("color", "red"), item.object("size", [item.number("width", 12), item.number("height", 8)])];
 * ```
 */
export const item = Object.fromEntries(
  itemKinds.map((type) => [type.replace(/-./g, ([, next = ""]) => next.toUpperCase()), builderOf(type)]),
) as unknown as ItemBuilders;

/** The plain value of an item; nested items become objects. */
export type PlainValue = string | number | boolean | PlainValue[] | { [key: string]: PlainValue };

/**
 * Converts items, for example from a response, to a plain object.
 *
 * If a key is repeated, its values become an array, in order.
 *
 * @example
 * ```ts
 * const { data } = await client.createMetadata("inspection", { uid: "lot-7", items });
 * toObject(data.items); // { color: "red", size: { width: 12, height: 8 } }
 * ```
 */
export function toObject(items: readonly Item[]): Record<string, PlainValue> {
  const values = new Map<string, PlainValue[]>();
  for (const item of items) {
    const [key, type, value] = partsOf(item);
    const all = values.get(key) ?? [];
    all.push(plainValue(type, value));
    values.set(key, all);
  }
  // Not an assignment by key: one named __proto__ would vanish.
  return Object.fromEntries([...values].map(([key, all]) => [key, all.length > 1 ? all : (all[0] as PlainValue)]));
}

/** The types of values come from the spec, so the compiler needs these casts. */
function plainValue(type: string, value: unknown): PlainValue {
  const isInArrays = nestedKinds.get(type);
  if (isInArrays === undefined) return value as PlainValue;
  if (!isInArrays) return toObject(value as Item[]);
  return (value as (Item | Item[])[]).map((element) => toObject([element].flat()));
}
