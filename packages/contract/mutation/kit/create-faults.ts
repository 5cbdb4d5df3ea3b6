import { isDeepStrictEqual } from "node:util";
import type { WireRequest } from "../../src/index.js";
import {
  type Answer,
  answered,
  type CreatedRecord,
  type Exchange,
  type Item,
  type Json,
  KEY,
  refused,
  type SentRecord,
  withBody,
} from "./exchange.js";
import type { Fault, Turn } from "./fault.js";
import { allItems, mapItems, type Spot, type Where } from "./items.js";
import { CREATE } from "./spec.js";

/** A create request of a witness. */
export const create = (
  record: unknown,
  { namespace = "inspection", headers = {} }: { namespace?: string; headers?: Record<string, string> } = {},
): WireRequest => post(JSON.stringify(record), { namespace, headers });

/** A create request with a given body text. */
export const post = (
  body: string | Uint8Array,
  { namespace = "inspection", headers = {} }: { namespace?: string; headers?: Record<string, string> } = {},
): WireRequest => ({
  method: "POST",
  path: CREATE.prefix + namespace,
  headers: { Accept: "application/json", apiKey: KEY, "Content-Type": "application/json", ...headers },
  body,
});

export const plain = (uid: string, value: Json = "x", type = "string"): SentRecord => ({
  uid,
  items: [{ key: "k", type, value }],
});

/** A fault of create requests whose body is a record. */
export const onCreate =
  (turn: (record: SentRecord, exchange: Exchange) => Turn): Fault =>
  (exchange) =>
    exchange.record ? turn(exchange.record, exchange) : undefined;

/** Changes the record in the response to a create request. */
export const onReturn = (change: (record: CreatedRecord, exchange: Exchange) => CreatedRecord | undefined): Fault =>
  onCreate((_, exchange) => ({
    after(answer) {
      const changed = answer.created && change(answer.created, exchange);
      return changed && !isDeepStrictEqual(changed, answer.created) ? answer.with({ data: changed }) : undefined;
    },
  }));

/** Changes the items in the response to a create request. */
export const onReturnedItems = (change: (items: Item[]) => Item[]): Fault =>
  onReturn((record) => ({ ...record, items: change(record.items) }));

/** Changes each item in a place in the response to a create request. */
export const onReturnedItem = (where: Where, change: (item: Item, spot: Spot) => Item): Fault =>
  onReturnedItems((items) =>
    mapItems(items, "returned", (item, spot) => (where.holds(spot) ? change(item, spot) : item)),
  );

/** Rejects valid create requests. */
export const onRefusal = (reason: (record: SentRecord, exchange: Exchange) => string | undefined): Fault =>
  onCreate((record, exchange) => {
    const message = reason(record, exchange);
    return message === undefined ? undefined : refusedInstead(message);
  });

/** Rejects valid create requests that contain an item. */
export const onRefusedItem = (where: Where, wrong: (item: Item) => boolean): Fault =>
  onRefusal(({ items }) => {
    const found = allItems(items, "sent").find(({ item, spot }) => where.holds(spot) && wrong(item));
    return found && `items: ${found.item.key} is wrong`;
  });

/**
 * Accepts invalid items: the correct server gets a valid item instead, so that all other rules still apply, and the
 * response contains what was sent.
 *
 * @param repair the valid item to send instead; undefined for an item that is not changed
 */
export const onToleratedItem = (where: Where, repair: (item: Item, spot: Spot) => Item | undefined): Fault =>
  onCreate((record, { request }) => {
    const shown = new Map<number, Item>();
    let number = 0;
    const items = mapItems(record.items, "sent", (item, spot) => {
      const at = number++;
      const repaired = where.holds(spot) ? repair(item, spot) : undefined;
      if (repaired) shown.set(at, item);
      return repaired ?? item;
    });
    if (shown.size === 0) return undefined;
    return {
      request: withBody(request, { ...record, items }),
      after(answer) {
        if (!answer.created) return undefined;
        let position = 0;
        const back = mapItems(answer.created.items, "returned", (item) => shown.get(position++) ?? item);
        return answer.with({ data: { ...answer.created, items: back } });
      },
    };
  });

/** Accepts invalid values of one type, alone and as array elements. */
export const onToleratedValue = (where: Where, type: string, repair: (value: unknown) => Json | undefined): Fault =>
  onToleratedItem(where, (item) => {
    if (item.type !== type) return undefined;
    if (!type.endsWith("-array")) {
      const value = repair(item.value);
      return value === undefined ? undefined : { ...item, value };
    }
    if (!Array.isArray(item.value)) return undefined;
    const values = item.value.map((element) => repair(element));
    if (values.every((value) => value === undefined)) return undefined;
    return { ...item, value: item.value.map((element, i) => values[i] ?? element) };
  });

/** The memory of a server about successful create requests. */
export interface Memory {
  find(exchange: Exchange): { record: SentRecord; created: CreatedRecord } | undefined;
  keep(exchange: Exchange, record: SentRecord, created: CreatedRecord): void;
  readonly size: number;
}

export function memory(identity = (namespace: string, uid: string) => `${namespace}\n${uid}`): Memory {
  const kept = new Map<string, { record: SentRecord; created: CreatedRecord }>();
  const name = ({ namespace = "", record }: Exchange) => identity(namespace, record?.uid ?? "");
  return {
    find: (exchange) => kept.get(name(exchange)),
    keep(exchange, record, created) {
      if (!kept.has(name(exchange))) kept.set(name(exchange), { record, created });
    },
    get size() {
      return kept.size;
    },
  };
}

/**
 * A server with a different response to a create request with a known uid; `known` returns undefined for the correct
 * response.
 */
export const onKnownUid = (
  known: (sent: SentRecord, stored: { record: SentRecord; created: CreatedRecord }, exchange: Exchange) => Turn,
  kept = memory,
): Fault => {
  const records = kept();
  return onCreate((record, exchange) => {
    const stored = records.find(exchange);
    const turn = stored && known(record, stored, exchange);
    if (turn) return turn;
    return {
      after(answer) {
        if (answer.created) records.keep(exchange, record, answer.created);
        return undefined;
      },
    };
  });
};

/** Whether the correct server rejected a create request only because the uid exists. */
export const isClash = (answer: Answer): boolean =>
  answer.status === 400 && /exists already/.test((answer.json as { message?: string } | undefined)?.message ?? "");

/** Returns the stored record where the correct server reports a conflict. */
export const storedInstead = (created: CreatedRecord): Turn => ({
  after: (answer) => (isClash(answer) ? answered(201, { data: created }) : undefined),
});

/** Rejects a request for which the correct server returns a record. */
export const refusedInstead = (message: string): Turn => ({
  after: ({ status }) => (status === 201 ? refused(message) : undefined),
});
