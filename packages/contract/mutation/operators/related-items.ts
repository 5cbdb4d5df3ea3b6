import { create, onReturnedItem, onReturnedItems } from "../kit/create-faults.js";
import type { Item, Json } from "../kit/exchange.js";
import { type Mutant, mutantsOf } from "../kit/fault.js";
import { asJson, mapItems, mapLists, sample, WHERE } from "../kit/items.js";

const FAMILY = "echo of values";
const ECHO = "document 4.1, rule 2: response items keep the key and type sent, values are echoed";

const related = mutantsOf(FAMILY, {
  name: "one item changes another",
  rule: ECHO,
  places: [
    {
      name: "items of one key have the value of the first",
      change: (list: Item[]) =>
        list.map((item) => ({
          ...item,
          value: list.find(({ key, type }) => key === item.key && type === item.type)?.value ?? item.value,
        })),
      shown: [
        { ...sample("string"), key: "k" },
        { ...sample("string", 1), key: "k" },
      ],
    },
    {
      name: "keys that differ in case are spelled alike",
      change: (list: Item[]) =>
        list.map((item) => ({
          ...item,
          key: list.find(({ key }) => key.toLowerCase() === item.key.toLowerCase())?.key ?? item.key,
        })),
      shown: [
        { ...sample("string"), key: "Key" },
        { ...sample("string"), key: "key" },
      ],
    },
    {
      name: "a second object is merged into the first",
      change: merged,
      shown: [sample("object"), { ...sample("object", 1), key: "other" }],
    },
    {
      name: "numbers have the decimals of the first",
      change: (list: Item[]) => rounded(list),
      shown: [
        { key: "a", type: "number", value: 1 },
        { key: "b", type: "number", value: 1.25 },
      ],
    },
    {
      name: "items after an empty text are lost",
      change: (list: Item[]) =>
        list.some(({ value }) => value === "") ? list.slice(0, list.findIndex(({ value }) => value === "") + 1) : list,
      shown: [{ key: "a", type: "string", value: "" }, sample("number")],
    },
  ],
  fault: ({ change }) => onReturnedItems((items) => mapLists(items, "returned", change)),
  witness: ({ shown }) => [create({ uid: "related", items: shown })],
});
function merged(list: Item[]): Item[] {
  const objects = list.filter(({ type }) => type === "object");
  const [first] = objects;
  if (!first || objects.length < 2) return list;
  const value = objects.flatMap((item) => item.value as Json[]);
  return list
    .filter((item) => item === first || item.type !== "object")
    .map((item) => (item === first ? { ...item, value } : item));
}
function rounded(list: Item[]): Item[] {
  const first = list.find(({ type }) => type === "number");
  const digits = String(first?.value ?? "").split(".")[1]?.length ?? 0;
  return list.map((item) =>
    item.type === "number" && item !== first ? { ...item, value: Number(Number(item.value).toFixed(digits)) } : item,
  );
}

const far = mutantsOf(FAMILY, {
  name: "what lies far back is wrong",
  rule: ECHO,
  places: [
    { name: "the tenth item of an object-array", holds: { inside: "object-array", index: 9 }, type: "object-array" },
    { name: "the hundredth item of an object", holds: { inside: "object", index: 99 }, type: "object" },
    { name: "the last of 150 items", holds: { inside: "", index: 149 }, type: "" },
  ],
  fault: ({ holds }) =>
    onReturnedItems((items) =>
      mapItems(items, "returned", (item, spot) =>
        spot.inside === holds.inside && spot.index === holds.index
          ? { ...item, key: `${item.key}'`.slice(-100) }
          : item,
      ),
    ),
  witness: ({ type, holds }) => {
    const items: Item[] = Array.from({ length: holds.index + 1 }, (_, i) => ({ ...sample("string"), key: `k${i}` }));
    return [create({ uid: "far", items: type ? [{ key: "o", type, value: asJson(items) }] : items })];
  },
});

const elements = mutantsOf(FAMILY, {
  name: "long arrays are wrong far back",
  rule: ECHO,
  places: ["string", "number", "date", "datetime", "boolean"].flatMap((type) =>
    [64, 255].map((from) => ({ name: `${type}-array past ${from}`, type: `${type}-array`, from })),
  ),
  fault: ({ type, from }) =>
    onReturnedItem(WHERE.top, (item) =>
      item.type === type && Array.isArray(item.value) && item.value.length > from
        ? { ...item, value: [...item.value.slice(0, from), item.value[0] as Json, ...item.value.slice(from + 1)] }
        : item,
    ),
  witness: ({ type, from }) => {
    const [a, b] = {
      string: ["a", "b"],
      number: [1, 2],
      date: ["2026-01-01", "2026-01-02"],
      datetime: ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"],
      boolean: [true, false],
    }[type.replace("-array", "")] as [Json, Json];
    return [create({ uid: "elements", items: [{ key: "k", type, value: [a, ...Array(from).fill(b)] }] })];
  },
});

export const relatedItems: Mutant[] = [...related, ...far, ...elements];
