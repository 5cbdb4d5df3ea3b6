import type { ServerResponse } from "node:http";
import { type Fault, type Row, row, type Seen, type Service, sendJson } from "./service.js";

/** The expected outcome for each type of call. A call without an entry must return the correct response. */
export interface Ends {
  /**
   * A request through `client.raw`, where openapi-fetch reads the body. Defaults to the outcome of the corresponding
   * method.
   */
  raw?: string;
  /** A pull of a list: one outcome, or one for each page shape. */
  pull?: string | { standard?: string; linked?: string; array?: string };
  /** A call of `page()`. */
  page?: string;
  /** A create request. */
  create?: string;
}

/** A fault. It affects the first request of a create call or of `page()`, and the third request of a pull. */
export interface FaultCase {
  name: string;
  ends: Ends;
  fault(at: number): Fault;
}

type Strike = (seen: Seen, response: ServerResponse, service: Service) => unknown;

/** Stores the record of a create request before the request fails, which is the worst case for a retry. */
const struck = (strike: Strike, isTurn: (number: number) => boolean): Fault => {
  return (seen, response, service) => {
    if (!isTurn(seen.number)) return false;
    if (seen.method === "POST") service.created.push(JSON.parse(seen.body));
    strike(seen, response, service);
    return true;
  };
};
const once = (strike: Strike) => (at: number) => struck(strike, (number) => number === at);
const thrice = (strike: Strike) => (at: number) => struck(strike, (number) => number >= at && number < at + 3);
const always = (strike: Strike) => (at: number) => struck(strike, (number) => number >= at);

/**
 * Marks a fault as a response from a rate limiter or a redirect in front of the service, which never stores the record.
 */
const refused =
  (strike: Strike): Strike =>
  (seen, response, service) => {
    service.created.pop();
    strike(seen, response, service);
  };
const tooMany = (headers: () => Record<string, string>) =>
  refused((_, response) => sendJson(response, 429, { errorCode: "Generic", message: "too many requests" }, headers()));

/** Sends the correct page with altered records. */
const withRecords =
  (alter: (records: Row[], seen: Seen, service: Service) => Row[], isTurn = (_: Seen, __: number) => true) =>
  (at: number): Fault =>
  (seen, response, service) => {
    if (seen.method !== "GET" || !isTurn(seen, at)) return false;
    const body = service.page(seen);
    const records = (of: unknown) => (Array.isArray(of) ? of : (of as { data: Row[] }).data);
    const altered = alter(records(body), seen, service);
    return !!sendJson(response, 200, Array.isArray(body) ? altered : { ...(body as object), data: altered });
  };

/** Changes the rows several times, each time just before the response to a later request. */
const change =
  (times: number, alter: (service: Service, time: number) => unknown) =>
  (at: number): Fault => {
    let time = 0;
    return (seen, _, service) => {
      if (seen.number > at && time < times) alter(service, time++);
      return false;
    };
  };

const json = { "content-type": "application/json" };
/** Marks a response whose body never arrives. */
export const SLOW_BODY = "x-slow-body";
const halfOf = (seen: Seen, service: Service) => {
  const text = JSON.stringify(seen.method === "POST" ? { data: JSON.parse(seen.body) } : service.page(seen));
  return { length: Buffer.byteLength(text), half: text.slice(0, text.length / 2) };
};
const date = (time: number) => new Date(time).toUTCString();
const html: Strike = (_, response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<html><title>Gateway</title><h1>Sign in</h1></html>");
const all = (end: string): Ends => ({ pull: end, page: end, create: end });
/** Faults that `client.raw` cannot detect, because the body is read after the attempt. */
const notJson = (ends: Ends): Ends => ({ ...ends, raw: "SyntaxError" });
const onCreate = (end: string): Ends => ({ create: end });

export const FAULTS: FaultCase[] = [
  { name: "none", ends: {}, fault: () => () => false },
  { name: "429 with seconds", ends: {}, fault: once(tooMany(() => ({ "retry-after": "1" }))) },
  {
    name: "429 with a date",
    ends: {},
    fault: once(tooMany(() => ({ date: date(Date.now()), "retry-after": date(Date.now() + 1000) }))),
  },
  { name: "429 forever", ends: all("RateLimitError"), fault: always(tooMany(() => ({}))) },
  {
    name: "429 beyond the budget",
    ends: all("RateLimitError"),
    fault: always(tooMany(() => ({ "retry-after": "3600" }))),
  },
  {
    name: "a burst of 500",
    ends: onCreate("ServerError"),
    fault: thrice((_, response) => sendJson(response, 500, { message: "sorry" })),
  },
  {
    name: "500 forever",
    ends: all("ServerError"),
    fault: always((_, response) => sendJson(response, 500, { message: "sorry" })),
  },
  {
    name: "reset before the headers",
    ends: onCreate("NetworkError"),
    fault: once((_, response) => response.socket?.resetAndDestroy()),
  },
  {
    name: "reset after the headers",
    ends: onCreate("InvalidResponseError"),
    fault: once((_, response) => response.writeHead(200, json).write("{", () => response.socket?.resetAndDestroy())),
  },
  {
    name: "a truncated body with a Content-Length",
    ends: onCreate("InvalidResponseError"),
    fault: once((seen, response, service) => {
      const { length, half } = halfOf(seen, service);
      response.writeHead(200, { ...json, "content-length": length }).write(half, () => response.socket?.end());
    }),
  },
  {
    name: "a truncated body without a Content-Length",
    ends: notJson(onCreate("InvalidResponseError")),
    fault: once((seen, response, service) => {
      const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
      const { half } = halfOf(seen, service);
      response.socket?.end(head + half);
    }),
  },
  { name: "200 with HTML", ends: notJson(onCreate("InvalidResponseError")), fault: once(html) },
  { name: "200 with HTML forever", ends: notJson(all("InvalidResponseError")), fault: always(html) },
  { name: "slow headers", ends: onCreate("TimeoutError"), fault: once((_, __, service) => service.timeUp?.()) },
  {
    name: "slow body",
    ends: onCreate("TimeoutError"),
    fault: once((_, response) => response.writeHead(200, { ...json, [SLOW_BODY]: "1" }).write("{")),
  },
  {
    name: "a silently lowered limit",
    ends: {},
    fault: () => (_, __, service) => {
      service.clamp = 7;
      return false;
    },
  },
  { name: "a total that grows", ends: {}, fault: change(8, ({ rows }, time) => rows.push(row(50_000 + time))) },
  { name: "a total that falls", ends: {}, fault: change(8, ({ rows }) => rows.pop()) },
  { name: "rows inserted before", ends: {}, fault: change(8, ({ rows }, time) => rows.unshift(row(60_000 + time))) },
  { name: "rows deleted before", ends: {}, fault: change(8, ({ rows }) => rows.shift()) },
  {
    name: "one row deleted and one added at the same time",
    ends: {},
    fault: (at) => change(1, ({ rows }) => rows.push(row(50_000)) && rows.shift())(at + 2),
  },
  {
    name: "a row moved to the front",
    ends: {},
    fault: (at) => change(1, ({ rows }) => rows.unshift(...rows.splice(-2, 1)))(at + 2),
  },
  {
    name: "duplicate rows",
    ends: {},
    fault:
      () =>
      (seen, _, { rows }) => {
        if (seen.number === 1) rows.splice(30, 0, ...rows.slice(10, 13));
        return false;
      },
  },
  {
    name: "a page repeated once",
    ends: {},
    fault: withRecords(
      (records, seen, service) => service.rows.slice(seen.offset - 10).slice(0, records.length),
      ({ number, offset }, at) => number === at && offset >= 10,
    ),
  },
  {
    name: "the same page repeated forever",
    ends: { pull: "PageDriftError" },
    fault: withRecords((records, _, service) => service.rows.slice(0, records.length)),
  },
  {
    name: "more rows than the limit",
    ends: { pull: "InvalidResponseError" },
    fault: withRecords((records) => [...records, row(70_000)]),
  },
  {
    name: "fewer rows than promised, once",
    ends: {},
    fault: withRecords(
      (records) => records.slice(1),
      ({ number }, at) => number === at,
    ),
  },
  {
    name: "fewer rows than promised",
    ends: { pull: { standard: "InvalidResponseError", linked: "InvalidResponseError" } },
    // Keeps the record of a page with only one record: for a plain array, a client cannot distinguish a server that
    // never returns the last record from a list that does not contain it.
    fault: withRecords((records) => (records.length > 1 ? records.slice(0, -1) : records)),
  },
  {
    name: "next to another origin",
    // This is not an error: servers behind a TLS-terminating proxy send such links, and the client never follows them.
    ends: {},
    fault: () => (seen, response, service) => {
      const body = service.page(seen) as { next?: string };
      if (seen.method !== "GET" || !body.next) return false;
      return !!sendJson(response, 200, { ...body, next: body.next.replace(service.url, "http://elsewhere.test") });
    },
  },
  {
    name: "redirect to another origin",
    ends: all("ApiError"),
    fault: always(
      refused(({ path }, response, { elsewhere }) => response.writeHead(307, { location: elsewhere + path }).end()),
    ),
  },
];
