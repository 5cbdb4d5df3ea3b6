import type { WireRequest } from "../../src/index.js";
import { create } from "./create-faults.js";
import type { Item, SentRecord } from "./exchange.js";
import { asJson, WHERE } from "./items.js";

/** A record of a witness. */
export const record = (uid: string, items: Item[]): SentRecord => ({ uid, items });

export const item = (type: string, value: unknown, key = "k"): Item => ({ key, type, value: asJson(value) });

/** Two create requests for one uid. */
export const pair = (first: Item[], second: Item[]): WireRequest[] => [
  create(record("pair", first)),
  create(record("pair", second)),
];

/** The list that contains an item: that of the record, or that of another item. */
export const INSIDES = [
  { name: "of a record", inside: "" },
  { name: "of an object", inside: "object" },
  { name: "of an object-array", inside: "object-array" },
] as const;

export const within = (inside: string, items: Item[]): Item[] =>
  inside === "" ? items : [item(inside, items, "outer")];

export const FLAT_AND_NESTED = [WHERE.top, WHERE.object] as const;
