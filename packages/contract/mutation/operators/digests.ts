import { isDeepStrictEqual } from "node:util";
import { create, onKnownUid, storedInstead } from "../kit/create-faults.js";
import type { Item } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { sample } from "../kit/items.js";

const FAMILY = "the same items again";

/** Comparisons that mistake one list of items for another in a way that no single value explains. */
const DIGESTS: { name: string; digest(items: Item[]): unknown; pair: [Item[], Item[]] }[] = [
  {
    name: "their length as JSON",
    digest: (items) => JSON.stringify(items).length,
    pair: [[sample("string")], [{ ...sample("string"), value: "Lot 7 PASSED" }]],
  },
  {
    name: "a checksum of one byte",
    digest: (items) => [...JSON.stringify(items)].reduce((sum, c) => (sum + c.charCodeAt(0)) % 256, 0),
    pair: [[{ key: "ab", type: "string", value: "x" }], [{ key: "ba", type: "string", value: "x" }]],
  },
  {
    name: "their letters in any order",
    digest: (items) => [...JSON.stringify(items)].sort().join(""),
    pair: [[{ key: "a", type: "string", value: "b" }], [{ key: "b", type: "string", value: "a" }]],
  },
  {
    name: "their values as one text",
    digest: (items) => items.map(({ key, type, value }) => `${key}${type}${value}`).join(""),
    pair: [
      [
        { key: "ab", type: "string", value: "x" },
        { key: "c", type: "string", value: "y" },
      ],
      [{ key: "ab", type: "string", value: "xcstringy" }],
    ],
  },
  {
    name: "keys and values by themselves",
    digest: (items) => [items.map(({ key }) => key).sort(), items.map(({ value }) => JSON.stringify(value)).sort()],
    pair: [
      [
        { key: "a", type: "number", value: 1 },
        { key: "b", type: "number", value: 2 },
      ],
      [
        { key: "a", type: "number", value: 2 },
        { key: "b", type: "number", value: 1 },
      ],
    ],
  },
  {
    name: "values as texts",
    digest: (items) => items.map(({ key, value }) => [key, String(value)]),
    pair: [[{ key: "k", type: "number", value: 1 }], [{ key: "k", type: "string", value: "1" }]],
  },
  {
    name: "the set of types",
    digest: (items) => [items.length, [...new Set(items.map(({ type }) => type))].sort()],
    pair: [[sample("string")], [sample("string", 1)]],
  },
  {
    name: "the last value of each key",
    digest: (items) => [...new Map(items.map((item) => [item.key, item.value]))],
    pair: [
      [
        { key: "k", type: "number", value: 1 },
        { key: "k", type: "number", value: 2 },
      ],
      [
        { key: "k", type: "number", value: 3 },
        { key: "k", type: "number", value: 2 },
      ],
    ],
  },
];

export const digests: Mutant[] = mutantsOf(FAMILY, {
  name: "items are compared by a digest",
  rule: "0005: two lists of items are the same when they are equal as JSON values",
  places: DIGESTS,
  fault: ({ digest }) =>
    onKnownUid((sent, { record, created }) =>
      isDeepStrictEqual(digest(sent.items), digest(record.items)) && !isDeepStrictEqual(sent.items, record.items)
        ? storedInstead(created)
        : undefined,
    ),
  witness: ({ pair }) => pair.map((items) => create({ uid: "known", items })),
});
