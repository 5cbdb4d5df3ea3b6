import type { WireRequest, WireResponse } from "../../src/index.js";
import { create } from "../kit/create-faults.js";
import { duplicatesOf } from "../kit/duplicates.js";
import { type Answer, type Exchange, type Item, type Json, parsed, type SentRecord } from "../kit/exchange.js";
import type { Fault } from "../kit/fault.js";
import { WHERE } from "../kit/items.js";
import { get, type Listed } from "../kit/list-faults.js";
import type { ListOperation } from "../kit/spec.js";

export const asJson = (value: unknown): Json => value as Json;

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

const STRING = /"(?:[^"\\]|\\.)*"/gs;

/** Changes the parts of a JSON text that are not strings. */
export function outsideStrings(text: string, change: (part: string) => string): string {
  let [result, from] = ["", 0];
  for (const match of text.matchAll(STRING)) {
    result += change(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return result + change(text.slice(from));
}

/** Changes the strings of a JSON text, with their quotes. */
export const insideStrings = (text: string, change: (part: string) => string): string =>
  text.replaceAll(STRING, (part) => change(part));

/** Accepts a body that is not JSON, if `repair` makes JSON of it. */
export const onLenientText =
  (repair: (text: string) => string): Fault =>
  ({ namespace, request, text }) => {
    if (namespace === undefined || text === "" || isJson(text)) return undefined;
    const body = repair(text);
    return body !== text && isJson(body) ? { request: { ...request, body } } : undefined;
  };

const isJson = (text: string): boolean => parsed(text) !== undefined;

/** Changes the JSON of a create request before the correct server gets it; undefined leaves it as it is. */
export const onBody =
  (repair: (body: Record<string, Json>) => unknown): Fault =>
  ({ namespace, request, text }) => {
    if (namespace === undefined || duplicatesOf(text).length > 0) return undefined;
    const body = parsed(text);
    if (!isObject(body)) return undefined;
    const repaired = repair(body);
    return repaired === undefined ? undefined : { request: { ...request, body: JSON.stringify(repaired) } };
  };

export const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Changes every object of a JSON value that is not the outermost one: the items of a record. */
export function mapObjects(
  value: Json,
  change: (object: Record<string, Json>) => Record<string, Json>,
  isOuter = true,
): Json {
  if (Array.isArray(value)) return value.map((element) => mapObjects(element, change, false));
  if (!isObject(value)) return value;
  const own = isOuter ? value : change(value);
  return Object.fromEntries(Object.entries(own).map(([name, part]) => [name, mapObjects(part, change, false)]));
}

/** The time of a record, moved, and written with an offset. */
export function moment(stamp: string, seconds: number, offset = 0): string {
  const whole = new Date(Date.parse(`${stamp.slice(0, 19)}Z`) + (seconds + offset * 60) * 1000).toISOString();
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`;
  return `${whole.slice(0, 19)}${stamp.slice(19, 26)}${zone}`;
}

const two = (number: number): string => String(Math.floor(number)).padStart(2, "0");

/** A record of a list in a response. */
function listedIn(list: ListOperation, response: WireResponse | undefined, index = 0): Listed {
  const body = JSON.parse(response?.body ?? "");
  return (Array.isArray(body) ? body : body[list.records])[index];
}

export const stampIn = (list: ListOperation, response: WireResponse | undefined): string =>
  String(listedIn(list, response)[list.updatedAt]);

export const queryOf = (pairs: Record<string, string | number>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");

/** The namespace and uid of a create request. */
export const nameOf = ({ namespace = "", record: sent }: Exchange): string => `${namespace}\n${sent?.uid ?? ""}`;

/** The key that the correct server accepts. */
export const KEY = "demo-key";

export const FLAT_AND_NESTED = [WHERE.top, WHERE.object] as const;

export const messageOf = (answer: Answer): string =>
  String((answer.json as { message?: unknown } | undefined)?.message ?? "");

/** Requests for all pages of a list. */
export const everyPage = (list: ListOperation): WireRequest[] =>
  Array.from({ length: Math.ceil(1000 / list.maximum) }, (_, i) =>
    get(list.path, `limit=${list.maximum}&offset=${i * list.maximum}`),
  );
