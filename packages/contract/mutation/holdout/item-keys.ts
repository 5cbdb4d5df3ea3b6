import { onRefusal, onRefusedItem, onReturn, onToleratedItem } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf, ONE_PLACE } from "../kit/fault.js";
import { allItems, mapLists, WHERE } from "../kit/items.js";
import { item } from "../kit/samples.js";
import { send } from "./shared.js";

const KEYS = "keys of items";
const KEY_RULE = "Decision 0003: a key has 1 to 100 characters; any are allowed, and a key may repeat";

const x = item("string", "x");
const y = item("string", "y");

export const itemKeys: readonly Mutant[] = [
  ...mutantsOf(KEYS, {
    name: "a key with special characters is rejected",
    rule: KEY_RULE,
    places: [
      { name: "a dot, nested", wrong: /\./, key: "a.b", where: WHERE.object },
      { name: "a dollar sign at the beginning", wrong: /^\$/, key: "$set", where: WHERE.top },
      { name: "only spaces", wrong: /^\s+$/, key: " ", where: WHERE.array },
    ],
    fault: ({ wrong, where }) => onRefusedItem(where, ({ key }) => wrong.test(key)),
    witness: ({ key, where }) => [send(where.wrap({ ...x, key }))],
  }),
  ...mutantsOf(KEYS, {
    name: "two items of one object with the same key are rejected",
    rule: KEY_RULE,
    places: [
      { name: "with the same type", isSame: true },
      { name: "with different types", isSame: false },
    ],
    fault: ({ isSame }) =>
      onRefusal(({ items }) =>
        allItems(items, "sent").some(({ item: { type, value } }) => {
          if (type !== "object" || !Array.isArray(value)) return false;
          const inner = value as unknown as Item[];
          return inner.some((one, i) =>
            inner.some((other, j) => j > i && other.key === one.key && (other.type === one.type) === isSame),
          );
        })
          ? "a key is repeated"
          : undefined,
      ),
    witness: ({ isSame }) => [send([item("object", [x, isSame ? y : item("number", 1)])])],
  }),
  ...mutantsOf(KEYS, {
    name: "a long key is accepted in a nested list",
    rule: KEY_RULE,
    places: [WHERE.object, WHERE.deep],
    fault: (where) =>
      onToleratedItem(where, (sent) =>
        typeof sent.key === "string" && sent.key.length > 100 && sent.key.length <= 255
          ? { ...sent, key: "k" }
          : undefined,
      ),
    witness: (where) => [send(where.wrap({ ...x, key: "k".repeat(101) }))],
  }),
  ...mutantsOf(KEYS, {
    name: "the second of two items of an object with the same key is lost",
    rule: KEY_RULE,
    places: ONE_PLACE,
    fault: () =>
      onReturn((created) => ({
        ...created,
        items: mapLists(created.items, "returned", (list, { inside }) =>
          inside === "object" ? list.filter((one, i) => list.findIndex(({ key }) => key === one.key) === i) : list,
        ),
      })),
    witness: () => [send([item("object", [x, y] as unknown as Json)])],
  }),
];
