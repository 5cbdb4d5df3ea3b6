import type { WireRequest } from "../../src/index.js";
import { create, onReturn, onReturnedItem } from "../kit/create-faults.js";
import type { Item } from "../kit/exchange.js";
import type { Fault } from "../kit/fault.js";
import { WHERE, type Where } from "../kit/items.js";
import { get } from "../kit/list-faults.js";
import { queryOf } from "../kit/list-witnesses.js";
import { item, record } from "../kit/samples.js";
import { LISTS, type ListOperation, NAMESPACES } from "../kit/spec.js";

/** A create request of a witness. */
export const send = (
  items: Item[],
  { uid = "fresh", namespace }: { uid?: string; namespace?: string } = {},
): WireRequest => create(record(uid, items), namespace === undefined ? {} : { namespace });

/** Items of given types in given places of a record. */
export const typesIn = (types: readonly string[], wheres: readonly Where[]) =>
  wheres.flatMap((where) => types.map((type) => ({ name: `${type} ${where.name}`, type, where })));

/** A text of a record: its uid, or in a place of its items a key, a string or an element of a string-array. */
export interface TextPlace {
  name: string;
  role: "uid" | "key" | "string" | "string-array";
  where: Where;
}

export const textsIn = (roles: readonly TextPlace["role"][], wheres: readonly Where[] = [WHERE.top]): TextPlace[] =>
  roles.flatMap((role): TextPlace[] =>
    role === "uid"
      ? [{ name: "uid", role, where: WHERE.top }]
      : wheres.map((where) => ({ name: `${role} ${where.name}`, role, where })),
  );

/** Changes the texts of one place in an item. */
export function withTexts(item: Item, role: TextPlace["role"], change: (text: string) => string): Item {
  const { type, value, key } = item;
  if (role === "key") return { ...item, key: change(key) };
  if (role !== type) return item;
  if (typeof value === "string") return { ...item, value: change(value) };
  if (!Array.isArray(value)) return item;
  return { ...item, value: value.map((element) => (typeof element === "string" ? change(element) : element)) };
}

/** Changes the texts of one place in the response to a create request. */
export const onReturnedText = ({ role, where }: TextPlace, change: (text: string) => string): Fault =>
  role === "uid"
    ? onReturn((created) => ({ ...created, uid: change(created.uid) }))
    : onReturnedItem(where, (returned) => withTexts(returned, role, change));

/** A create request that contains a text in a place. */
export function sendText({ role, where }: TextPlace, text: string): WireRequest {
  if (role === "uid") return send([item("string", "x")], { uid: text });
  if (role === "key") return send(where.wrap(item("string", "x", text)));
  return send(where.wrap(item(role, role === "string" ? text : [text, "other"])));
}

/** The two halves of a window in which every list has records. */
export const FROM = "2026-05-01T00:00:00Z";
export const TO = "2026-09-01T00:00:00Z";

/** A request for a page within a window; the other parameters come first. */
export const within = (
  list: ListOperation,
  { from, to, ...others }: { from?: string; to?: string; limit?: number; offset?: number },
): WireRequest =>
  get(
    list.path,
    queryOf({
      ...others,
      ...(from === undefined ? {} : { [list.window?.from ?? ""]: from }),
      ...(to === undefined ? {} : { [list.window?.to ?? ""]: to }),
    }),
  );

/** The bounds of the windows of all lists. */
export const BOUNDS = LISTS.flatMap((list) =>
  list.window
    ? [
        { name: `${list.window.from} of ${list.id}`, list, bound: list.window.from, isFrom: true },
        { name: `${list.window.to} of ${list.id}`, list, bound: list.window.to, isFrom: false },
      ]
    : [],
);

/** A request for records from a time on, or up to it. */
export const bounded = (
  { list, isFrom }: { list: ListOperation; isFrom: boolean },
  time: string,
  others: { limit?: number; offset?: number } = {},
): WireRequest => within(list, { ...others, ...(isFrom ? { from: time } : { to: time }) });

export const OTHER_NAMESPACE: Record<string, string> = Object.fromEntries(
  NAMESPACES.map((namespace, i) => [namespace, NAMESPACES[(i + 1) % NAMESPACES.length] ?? ""]),
);
