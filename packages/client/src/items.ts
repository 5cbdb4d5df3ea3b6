import type { MetadataItem, MetadataItemInput } from "./generated/models.js";

type Kind = MetadataItemInput["type"];
type ValueOf<K extends Kind> = Extract<MetadataItemInput, { type: K }>["value"];
type ItemOf<K extends Kind> = { key: string; type: K; value: ValueOf<K> };

const of =
  <K extends Kind>(type: K) =>
  (key: string, value: ValueOf<K>): ItemOf<K> => ({ key, type, value });

/**
 * Builders of the thirteen kinds of items.
 *
 * @example
 * ```ts
 * const items = [item.string("color", "red"), item.object("size", [item.number("width", 12), item.number("height", 8)])];
 * ```
 */
export const item = {
  string: of("string"),
  number: of("number"),
  boolean: of("boolean"),
  /** `YYYY-MM-DD` */
  date: of("date"),
  /** An RFC 3339 date-time with `Z` or an offset. */
  datetime: of("datetime"),
  stringArray: of("string-array"),
  numberArray: of("number-array"),
  booleanArray: of("boolean-array"),
  dateArray: of("date-array"),
  datetimeArray: of("datetime-array"),
  /** The value is the identifier (UUID) of a stored file; the service answers with its URL. */
  file: of("file"),
  object: of("object"),
  objectArray: of("object-array"),
} satisfies Record<Camel<Kind>, unknown>;

/** `string-array` -> `stringArray`; with it a kind that the spec gains and the builders lack does not compile. */
type Camel<S extends string> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Tail>}` : S;

/** The value of an item as a plain one: items within become objects. */
export type PlainValue = string | number | boolean | PlainValue[] | { [key: string]: PlainValue };

/**
 * Items as a plain object, by key; the way back from what the service answers.
 *
 * Where a key repeats, which a record may do, its values are kept in an array, in order.
 *
 * @example
 * ```ts
 * const { data } = await client.createMetadata("inspection", { uid: "lot-7", items });
 * toObject(data.items); // { color: "red", size: { width: 12, height: 8 } }
 * ```
 */
export function toObject(items: readonly (MetadataItem | MetadataItemInput)[]): Record<string, PlainValue> {
  const values = new Map<string, PlainValue[]>();
  for (const { key, type, value } of items) {
    const plain: PlainValue =
      type === "object"
        ? toObject(value)
        : type === "object-array"
          ? value.map((element) => toObject(Array.isArray(element) ? element : [element]))
          : value;
    values.set(key, [...(values.get(key) ?? []), plain]);
  }
  // Not an assignment by key: one named __proto__ would vanish.
  return Object.fromEntries([...values].map(([key, all]) => [key, all.length > 1 ? all : (all[0] as PlainValue)]));
}
