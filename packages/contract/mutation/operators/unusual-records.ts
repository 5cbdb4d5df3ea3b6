import { create, onRefusal } from "../kit/create-faults.js";
import type { Item } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { allItems, asJson, nestedItems, sample } from "../kit/items.js";

const FAMILY = "rules of a body";

export const unusualRecords: Mutant[] = mutantsOf(FAMILY, {
  name: "a right record of an unusual shape is refused",
  rule: "document 2.2, 0003: the shapes of a record",
  places: [
    {
      name: "two items of type object",
      wrong: (items: Item[]) => items.filter(({ type }) => type === "object").length > 1,
      shown: [sample("object"), sample("object", 1)],
    },
    {
      name: "all thirteen types at once",
      wrong: (items: Item[]) => new Set(items.map(({ type }) => type)).size >= 13,
      shown: [],
    },
    {
      name: "more than 50 keys that are alike",
      wrong: (items: Item[]) => items.length - new Set(items.map(({ key }) => key)).size >= 50,
      shown: Array(51).fill(sample("boolean")),
    },
    {
      name: "an object at level 8 beside a flat item",
      wrong: (items: Item[]) => items.length > 1 && allItems(items, "sent").some(({ spot }) => spot.level === 8),
      shown: [sample("string"), ...nestedItems(8)],
    },
    {
      name: "a key that is its own value",
      wrong: (items: Item[]) => items.some(({ key, value }) => key === value),
      shown: [{ key: "same", type: "string", value: "same" }],
    },
    {
      name: "an object whose key an item inside has too",
      wrong: (items: Item[]) =>
        items.some(
          ({ key, type, value }) =>
            type === "object" && (value as unknown as Item[]).some((inner) => inner.key === key),
        ),
      shown: [{ key: "k", type: "object", value: asJson([{ key: "k", type: "string", value: "x" }]) }],
    },
  ].map((each) => ({ ...each, shown: each.shown.length > 0 ? each.shown : thirteen() })),
  fault: ({ wrong }) => onRefusal(({ items }) => (wrong(items) ? "the record is wrong" : undefined)),
  witness: ({ shown }) => [create({ uid: "unusual", items: shown })],
});

function thirteen(): Item[] {
  return [
    "string",
    "number",
    "boolean",
    "date",
    "datetime",
    "string-array",
    "number-array",
    "date-array",
    "datetime-array",
    "boolean-array",
    "file",
    "object",
    "object-array",
  ].map((type) => ({ ...sample(type), key: type }));
}
