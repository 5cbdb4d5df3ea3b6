import { type ClientOptions, createClient } from "../../src/index.js";

export const ORIGIN = "http://service.test";
export const KEY = "secret-key";

/** One row of the model. */
export interface Row {
  uid: string;
  updatedDate: string;
  updated_at: string;
  version: number;
}

/** A position in the rows: a fraction of the list length, or an offset from the start of the requested page. */
export type Place = { part: number } | { fromPage: number };

/** A change to the rows that is made when a request arrives. */
export interface Mutation {
  /** The number of the request, counting from 1 and only successful ones. */
  at: number;
  kind: "delete" | "append" | "delete and append" | "insert" | "insert and delete" | "swap";
  a: Place;
  b: Place;
}

/** The fault of a request. */
export type Fault = "500" | "503" | "429" | "reset" | "cut" | "html" | "null" | "empty" | Contradiction;

/** A way in which a page contradicts itself or the request. */
export type Contradiction = (typeof CONTRADICTIONS)[number];
export const CONTRADICTIONS = [
  "a record is missing",
  "a record too many",
  "a record without identity",
  "null instead of records",
  "another offset",
  "no next link",
  "a next link behind the end",
] as const;

/** The quirks of the server. */
export interface Quirks {
  /** The maximum number of records that it returns at once; it lowers higher limits silently. */
  clamp: number | undefined;
  total: "right" | "missing" | "flickers" | "a string";
  next: "absolute" | "relative" | "foreign" | "another scheme";
  /** Whether the order of neighboring rows changes from request to request, as with ties in the sort order. */
  isUnstable: boolean;
  /** The numbers of the requests whose plain array is shorter than it could be. */
  short: number[];
}

export interface Server {
  shape: "standard" | "linked" | "array";
  count: number;
  quirks: Quirks;
  mutations: Mutation[];
  /** Faults by request number, counting from 1. Numbers that are never reached have no effect. */
  faults: Record<number, Fault>;
  /** The delay of each response, in turns of the event loop; used cyclically. */
  latencies: number[];
}

/** What the model recorded. */
export interface Log {
  requests: number;
  pages: number;
  /** Every URL origin that the key was sent to. */
  origins: Set<string>;
}

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

const rowOf = (uid: string): Row => {
  const at = "2026-01-01T00:00:00.000000+00:00";
  return { uid, updatedDate: at, updated_at: at, version: 1 };
};

/** More requests than any pull of these lists needs. A pull that sends more is taken to be endless. */
const MANY_REQUESTS = 10_000;

/**
 * Creates an in-process list server: its `fetch`, its rows and its log. `endless` rejects when a pull sends so many
 * requests that it would never end.
 */
export function startModel({ shape, count, quirks, mutations, faults, latencies }: Server) {
  const rows = Array.from({ length: count }, (_, n) => rowOf(`row-${n}`));
  const ever = new Set(rows.map(({ uid }) => uid));
  const log: Log = { requests: 0, pages: 0, origins: new Set() };
  let fresh = 0;
  let served = 0;

  const indexOf = (place: Place, offset: number, length = rows.length) => {
    const index = "part" in place ? Math.floor(place.part * length) : offset + place.fromPage;
    return Math.max(0, Math.min(length - 1, index));
  };
  const added = () => {
    const row = rowOf(`new-${fresh++}`);
    ever.add(row.uid);
    return row;
  };
  const mutate = ({ kind, a, b }: Mutation, offset: number) => {
    if (kind.includes("insert")) rows.splice(indexOf(a, offset, rows.length + 1), 0, added());
    if (kind.includes("delete") && rows.length) rows.splice(indexOf(kind.includes("insert") ? b : a, offset), 1);
    if (kind.includes("append")) rows.push(added());
    if (kind === "swap" && rows.length) {
      const [i, j] = [indexOf(a, offset), indexOf(b, offset)];
      [rows[i], rows[j]] = [rows[j] as Row, rows[i] as Row];
    }
  };

  let end: (reason: Error) => void;
  const endless = new Promise<never>((_, reject) => {
    end = reject;
  });
  endless.catch(() => {});
  const giveUp = (reason: Error) => {
    end(reason);
    return new Promise<never>(() => {});
  };
  const changeBefore = (request: number, url: URL) => {
    const offset = Number(url.searchParams.get("offset"));
    for (const mutation of mutations) if (mutation.at === request) mutate(mutation, offset);
  };

  const fetch: ClientOptions["fetch"] = async (address, init) => {
    const number = ++log.requests;
    if (number > MANY_REQUESTS) return giveUp(new Error(`more than ${MANY_REQUESTS} requests for ${count} records`));
    const url = new URL(address);
    if (new Headers(init.headers).get("apiKey") === KEY) log.origins.add(url.origin);
    const fault = faults[number];
    if (!fault) changeBefore(++served, url);
    const text = JSON.stringify(pageOf(shape, quirks, rows, url, number));
    await turns(latencies[number % latencies.length] ?? 0);
    init.signal?.throwIfAborted();
    const wrong = CONTRADICTIONS.find((each) => each === fault);
    const page = wrong && contradict(wrong, shape, JSON.parse(text), url);
    if (page !== undefined) return json(page);
    if (fault && !wrong) return failWith(fault, text);
    log.pages++;
    return new Response(text, { headers: { "content-type": "application/json" } });
  };

  return { rows, ever, log, fetch, endless };
}

export type Model = ReturnType<typeof startModel>;

/** Returns the page for a request. */
function pageOf(shape: Server["shape"], quirks: Quirks, rows: Row[], url: URL, number: number): unknown {
  const offset = Number(url.searchParams.get("offset"));
  const limit = Math.min(Number(url.searchParams.get("limit")), quirks.clamp ?? Number.POSITIVE_INFINITY);
  const shown = quirks.isUnstable ? unsettled(rows, number) : rows;
  const isShort = shape === "array" && quirks.short.includes(number);
  const data = shown.slice(offset, offset + (isShort ? Math.max(1, limit >> 1) : limit));
  if (shape === "array") return data;
  const total = totalOf(quirks, rows.length, number);
  if (shape === "standard") return { data, limit, offset, total };
  const isLast = offset + data.length >= rows.length;
  const next = `${BASES[quirks.next]}${url.pathname}?limit=${limit}&offset=${offset + limit}`;
  return { count: total, next: isLast ? null : next, previous: null, data };
}

/** The prefix of `next` links, by quirk. */
const BASES: Record<Quirks["next"], string> = {
  absolute: ORIGIN,
  relative: "",
  foreign: "https://elsewhere.test",
  "another scheme": "https://service.test",
};

function totalOf({ total }: Quirks, length: number, number: number) {
  if (total === "missing" || (total === "flickers" && number % 3 === 0)) return undefined;
  return total === "a string" ? String(length) : length;
}

/** A page about to be sent, with the requested limit. */
interface Sent {
  shape: Server["shape"];
  data: object[] | null;
  offset?: number;
  next?: string | null;
  asked: number;
}

/** Makes a page invalid. Returns undefined if this page cannot have this contradiction. */
const WRONGS: Record<Contradiction, (page: Sent & { data: object[] }) => Partial<Sent> | undefined> = {
  // A plain array has no total: it may be short, but not longer than requested.
  "a record is missing": ({ shape, data }) =>
    shape !== "array" && data.length > 0 ? { data: data.filter((_, place) => place !== data.length >> 1) } : undefined,
  "a record too many": ({ shape, data, asked }) =>
    data[0] && (shape !== "array" || data.length === asked) ? { data: [data[0], ...data] } : undefined,
  "a record without identity": ({ data: [first, ...rest] }) => first && { data: [{ ...first, uid: null }, ...rest] },
  "null instead of records": () => ({ data: null }),
  "another offset": ({ shape, offset = 0 }) => (shape === "standard" ? { offset: offset + 1 } : undefined),
  "no next link": ({ next }) => (next ? { next: null } : undefined),
  "a next link behind the end": ({ next, data }) =>
    next === null && data.length > 0 ? { next: "/?offset=1000000" } : undefined,
};

/** Returns the body of a page with one contradiction; undefined if the page cannot have it. */
function contradict(how: Contradiction, shape: Server["shape"], body: unknown, url: URL): unknown {
  const page = Array.isArray(body) ? { data: body } : Object(body);
  const asked = Number(url.searchParams.get("limit"));
  const wrong = WRONGS[how]({ ...page, shape, asked });
  if (!wrong) return undefined;
  return shape === "array" ? wrong.data : { ...page, ...wrong };
}

/** Returns the response for a fault, or throws a network error. */
function failWith(fault: Fault, text: string): Response {
  if (fault === "reset") throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
  if (fault === "cut") return new Response(text.slice(0, text.length / 2));
  if (fault === "html") return new Response("<h1>Sign in</h1>");
  if (fault === "null" || fault === "empty") return new Response(fault === "null" ? "null" : "");
  return json({ message: "sorry" }, Number(fault), { "retry-after": "0" });
}

/** Returns the rows with some neighboring pairs swapped, depending on the request: an unstable order, as with ties. */
function unsettled(rows: Row[], number: number): Row[] {
  return rows.map((row, index) => {
    const pair = index >> 1;
    const isSwapped = ((pair * 7 + number * 13) % 5) % 2 === 1;
    return (isSwapped && rows[index ^ 1]) || row;
  });
}

/** Creates a client for a model, without retry delays. */
export const clientOf = (fetch: NonNullable<ClientOptions["fetch"]>, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: ORIGIN, apiKey: KEY, fetch, retry: { baseDelay: 0, maxDelay: 0 }, ...options });
