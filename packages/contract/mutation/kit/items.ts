import type { Item, Json } from "./exchange.js";

/** The place of an item. */
export interface Spot {
  /** 1 for an item of the record. */
  level: number;
  /** The type of the item that contains it; empty at the top. */
  inside: string;
  index: number;
  /** The number of items in its list. */
  count: number;
}

/** Whether items have the shape of a request or a response; in responses, an object-array contains arrays. */
export type Shape = "sent" | "returned";

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);

type ChangeList = (items: Item[], parent: { level: number; inside: string }) => Item[];

/** Changes every list of items, the outer one first; returns the same array if nothing changed. */
export function mapLists(items: Item[], shape: Shape, change: ChangeList, parent = { level: 1, inside: "" }): Item[] {
  const changed = change(items, parent);
  let same = changed === items;
  const mapped = changed.map((item) => {
    if (!isItem(item)) return item;
    const value = nested(item, shape, change, parent.level + 1);
    if (value === item.value) return item;
    same = false;
    return { ...item, value };
  });
  return same ? items : mapped;
}

function nested({ type, value }: Item, shape: Shape, change: ChangeList, level: number): Json {
  if (!Array.isArray(value) || (type !== "object" && type !== "object-array")) return value;
  const parent = { level, inside: type };
  if (type === "object" || shape === "sent") return asJson(mapLists(value as unknown as Item[], shape, change, parent));
  const flat = value.map((element) => (Array.isArray(element) ? element[0] : element)) as unknown as Item[];
  const mapped = mapLists(flat, shape, change, parent);
  return mapped === flat ? value : asJson(mapped.map((item) => [item]));
}

export const asJson = (value: unknown): Json => value as Json;

/** Changes every item; returns the same array if nothing changed. */
export function mapItems(items: Item[], shape: Shape, change: (item: Item, spot: Spot) => Item): Item[] {
  return mapLists(items, shape, (list, { level, inside }) => {
    const changed = list.map((item, index) =>
      isItem(item) ? change(item, { level, inside, index, count: list.length }) : item,
    );
    return changed.every((item, i) => item === list[i]) ? list : changed;
  });
}

/** Returns all items, including nested ones, in order; the same for both shapes. */
export function allItems(items: Item[], shape: Shape): { item: Item; spot: Spot }[] {
  const found: { item: Item; spot: Spot }[] = [];
  mapItems(items, shape, (item, spot) => {
    found.push({ item, spot });
    return item;
  });
  return found;
}

/** Returns the nesting depth of a list of items. */
export const depthOf = (items: Item[]): number =>
  Math.max(0, ...allItems(items, "sent").map(({ spot: { level } }) => level));

/** Converts items to the response shape, with a URL for each file. */
export const returned = (items: Item[], url: (id: string) => string): Item[] =>
  items.map((item) => {
    const { type, value } = item;
    if (type === "file") return { ...item, value: url(String(value)) };
    if (!Array.isArray(value)) return item;
    const inner = () => returned(value as unknown as Item[], url);
    if (type === "object") return { ...item, value: asJson(inner()) };
    return type === "object-array" ? { ...item, value: asJson(inner().map((each) => [each])) } : item;
  });

/** A place of an item within a record. */
export interface Where {
  name: string;
  holds(spot: Spot): boolean;
  /** Returns items with the given one in this place. */
  wrap(item: Item): Item[];
}

const filler: Item = { key: "filler", type: "boolean", value: true };
const inside = (type: string, ...items: Item[]): Item => ({ key: "outer", type, value: asJson(items) });

/** Places of an item that a server may treat differently. */
export const WHERE = {
  top: { name: "at the top", holds: ({ level }) => level === 1, wrap: (item) => [item] },
  object: {
    name: "in an object",
    holds: (spot) => spot.inside === "object",
    wrap: (item) => [inside("object", item)],
  },
  array: {
    name: "in an object-array",
    holds: (spot) => spot.inside === "object-array",
    wrap: (item) => [inside("object-array", item)],
  },
  deep: {
    name: "three levels down",
    holds: ({ level }) => level >= 3,
    wrap: (item) => [inside("object", inside("object-array", item))],
  },
  later: {
    name: "past the first item",
    holds: ({ index }) => index > 0,
    wrap: (item) => [filler, item],
  },
} as const satisfies Record<string, Where>;

export const EVERYWHERE: readonly Where[] = Object.values(WHERE);
export const LEVELS: readonly Where[] = [WHERE.top, WHERE.object, WHERE.array, WHERE.deep];
export const TOP_AND_NESTED: readonly Where[] = [
  WHERE.top,
  {
    name: "nested",
    holds: ({ level }) => level > 1,
    wrap: (item) => [filler, inside("object", filler, item)],
  },
];

/** Two valid values of each type. */
export const SAMPLES: Record<string, [Json, Json]> = {
  string: ["Lot 7 passed", "Lot 8 failed"],
  number: [12.5, 13.5],
  boolean: [true, false],
  date: ["2026-11-21", "2025-03-08"],
  datetime: ["2026-11-21T06:15:00Z", "2025-03-08T16:45:30Z"],
  "string-array": [
    ["blue", "navy"],
    ["blue", "red"],
  ],
  "number-array": [
    [1.5, 2, -3],
    [1.5, 2, 3],
  ],
  "date-array": [
    ["2026-11-21", "2026-12-01"],
    ["2026-11-21", "2026-12-02"],
  ],
  "datetime-array": [["2026-11-21T06:15:00Z", "2026-11-21T13:15:00+07:00"], ["2026-11-21T06:15:00Z"]],
  "boolean-array": [
    [true, false],
    [true, true],
  ],
  file: ["6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d", "0b9a7c51-2f6d-4c1e-9b38-5a4d3c2b1a09"],
  object: [[{ key: "city", type: "string", value: "Hue" }], [{ key: "city", type: "string", value: "Vinh" }]],
  "object-array": [[{ key: "defect", type: "number", value: 1 }], [{ key: "defect", type: "number", value: 2 }]],
};

/** Returns an item of a type with its first or second sample. */
export const sample = (type: string, which: 0 | 1 = 0): Item => ({
  key: "sample",
  type,
  value: SAMPLES[type]?.[which] ?? null,
});

/** Returns items nested to a level. */
export function nestedItems(level: number, types: readonly string[] = ["object"]): Item[] {
  let item: Item = { key: "innermost", type: "string", value: "x" };
  for (let at = level - 1; at >= 1; at--)
    item = { key: `level ${at}`, type: types[at % types.length] ?? "object", value: asJson([item]) };
  return [item];
}
