import { isDeepStrictEqual } from "node:util";
import type { WireRequest, WireResponse } from "../../src/index.js";
import { type Answer, type Exchange, type Json, KEY, refused, withQuery } from "./exchange.js";
import type { Fault, Turn } from "./fault.js";
import type { ListOperation } from "./spec.js";

export type Listed = Record<string, Json>;
export type Query = [string, string][];

/** A request for a page with a given query string, for witnesses. */
export const get = (path: string, query = "", headers: Record<string, string> = {}): WireRequest => ({
  method: "GET",
  path: query ? `${path}?${query}` : path,
  headers: { Accept: "application/json", apiKey: KEY, ...headers },
});

/** A fault of one list. */
export const onList =
  (list: ListOperation, turn: (exchange: Exchange) => Turn): Fault =>
  (exchange) =>
    exchange.list?.id === list.id ? turn(exchange) : undefined;

export const limitOf = (exchange: Exchange): number =>
  Number(exchange.asks("limit") ?? exchange.list?.defaultLimit ?? 10);
export const offsetOf = (exchange: Exchange): number => Number(exchange.asks("offset") ?? 0);

/** Returns the records of a page. */
export function recordsOf(list: ListOperation, answer: Answer): Listed[] {
  const body = answer.json as Record<string, Listed[]> | Listed[];
  return (Array.isArray(body) ? body : body[list.records]) ?? [];
}

/** Returns the page with other records. */
const withRecords = (list: ListOperation, answer: Answer, records: Listed[]): WireResponse =>
  answer.with(list.shape === "array" ? records : { ...(answer.json as object), [list.records]: records });

/** Changes the records of each page. */
export const onRecords = (
  list: ListOperation,
  change: (records: Listed[], exchange: Exchange) => Listed[] | undefined,
): Fault =>
  onList(list, (exchange) => ({
    after(answer) {
      if (answer.status !== 200) return undefined;
      const before = recordsOf(list, answer);
      const after = change(before, exchange);
      return after && !isDeepStrictEqual(after, before) ? withRecords(list, answer, after) : undefined;
    },
  }));

/** Changes each record of a list. */
export const onRecord = (list: ListOperation, change: (record: Listed, row: number) => Listed): Fault =>
  onRecords(list, (records, exchange) => records.map((record, i) => change(record, offsetOf(exchange) + i)));

/** Changes the fields of the envelope, except the records. */
export const onEnvelope = (
  list: ListOperation,
  change: (envelope: Record<string, Json>, exchange: Exchange, answer: Answer) => Record<string, Json>,
): Fault =>
  onList(list, (exchange) => ({
    after(answer) {
      if (answer.status !== 200) return undefined;
      const before = answer.json as Record<string, Json>;
      const after = change(before, exchange, answer);
      return isDeepStrictEqual(after, before) ? undefined : answer.with(after);
    },
  }));

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a text is an RFC 3339 date-time, except leap seconds. */
function isMoment(text: string): boolean {
  const [, year, month, day] = MOMENT.exec(text) ?? [];
  const days = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return day !== undefined && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= days;
}

/** Whether a query is valid, so that a fault that changes it does not accept an invalid one. */
function isRight(list: ListOperation, query: Query): boolean {
  const number = (text: string, from: number, to: number) =>
    /^(0|[1-9]\d*)$/.test(text) && Number(text) >= from && Number(text) <= to;
  return (
    new Set(query.map(([name]) => name)).size === query.length &&
    query.every(([name, text]) => {
      if (name === "limit") return number(text, 1, list.maximum);
      if (name === "offset") return number(text, 0, Number.MAX_SAFE_INTEGER);
      return list.parameters.includes(name) && isMoment(text);
    })
  );
}

/** Changes a valid query before it reaches the correct server. */
export const onRightQuery = (
  list: ListOperation,
  change: (query: Query, exchange: Exchange) => Query | undefined,
): Fault => onQuery(list, (query, exchange) => (isRight(list, query) ? change(query, exchange) : undefined));

/**
 * Changes a query before it reaches the correct server.
 *
 * @param change returns the changed query; undefined to leave a request unchanged
 * @param hide whether the envelope matches the query of the client
 */
export const onQuery = (
  list: ListOperation,
  change: (query: Query, exchange: Exchange) => Query | undefined,
  hide: "hide" | "show" = "hide",
): Fault =>
  onList(list, (exchange) => {
    const query = change([...exchange.query], exchange);
    if (!query || isDeepStrictEqual(query, exchange.query)) return undefined;
    return {
      request: withQuery(exchange.request, query),
      after: (answer) => (hide === "hide" && answer.status === 200 ? disguised(list, exchange, answer) : undefined),
    };
  });

export const isRepeated = (query: Query): boolean => new Set(query.map(([name]) => name)).size < query.length;

/** Sets a parameter in a query, in its position. */
export const setting = (query: Query, name: string, value: string | undefined): Query => {
  const rest = query.filter(([other]) => other !== name);
  return value === undefined ? rest : [...rest, [name, value]];
};

/** Changes the envelope to what the correct server would return for the query of the client. */
function disguised(list: ListOperation, exchange: Exchange, answer: Answer): WireResponse | undefined {
  if (list.shape === "array") return undefined;
  const body = answer.json as Record<string, Json>;
  const [limit, offset] = [limitOf(exchange), offsetOf(exchange)];
  if (list.shape === "standard") return answer.with({ ...body, limit, offset });
  const total = Number(body[list.total ?? ""]);
  const base = new URL(String(body["next"] ?? body["previous"] ?? "http://127.0.0.1")).origin + list.path;
  const link = (to: number) =>
    `${base}?${new URLSearchParams([...setting(setting(exchange.query, "limit", String(limit)), "offset", String(to))])}`;
  return answer.with({
    ...body,
    next: offset + limit < total ? link(offset + limit) : null,
    previous: offset > 0 ? link(Math.max(0, offset - limit)) : null,
  });
}

/** Rejects valid requests of a list. */
export const onRefusedQuery = (list: ListOperation, wrong: (exchange: Exchange) => boolean): Fault =>
  onList(list, (exchange) =>
    wrong(exchange)
      ? { after: ({ status }) => (status === 200 ? refused("the query is wrong") : undefined) }
      : undefined,
  );

/** Changes the links of the linked envelope. */
export const onLinks = (
  list: ListOperation,
  names: readonly ("next" | "previous")[],
  change: (link: URL, exchange: Exchange) => URL | string | null,
): Fault =>
  onEnvelope(list, (envelope, exchange) => {
    const changed = { ...envelope };
    for (const name of names) {
      const link = envelope[name];
      if (typeof link !== "string") continue;
      const to = change(new URL(link), exchange);
      changed[name] = to === null ? null : String(to);
    }
    return changed;
  });
