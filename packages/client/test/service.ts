import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** One request as the service saw it. */
export interface Seen {
  method: string;
  /** The path with its query, exactly as received. */
  url: string;
  path: string;
  query: URLSearchParams;
  offset: number;
  limit: number;
  key: string | undefined;
  headers: IncomingMessage["headers"];
  bytes: Buffer;
  body: string;
  /** 1 for the first request of this service. */
  number: number;
}

/** Replaces the response of the service; returns true if it did. */
export type Fault = (
  request: Seen,
  response: ServerResponse,
  service: Service,
) => boolean | undefined | Promise<boolean | undefined>;

/**
 * Creates a promise and the function that resolves it, so that a test can hold back responses (Node 20 lacks
 * `Promise.withResolvers`).
 */
export function gate() {
  let open = () => {};
  const opened = new Promise<false>((resolve) => {
    open = () => resolve(false);
  });
  return { open, opened };
}

/** A row with the field names of all API versions. */
export interface Row {
  uid: string;
  createdDate: string;
  updatedDate: string;
  created_at: string;
  updated_at: string;
}

/** The page shape of each list, by path. */
const SHAPES: Record<string, "standard" | "linked" | "array"> = {
  "/api/v1/purchase-orders": "standard",
  "/api/v1/reports": "linked",
  "/api/v3/purchase-orders": "array",
};

const moment = (second: number) =>
  new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString().replace("Z", "000+00:00");

/** Creates row `number`, created in second `number` of 2026 and by default last updated then. */
export function row(number: number, updated = number): Row {
  const [created, changed] = [moment(number), moment(updated)];
  const uid = `row-${String(number).padStart(6, "0")}`;
  return { uid, createdDate: created, updatedDate: changed, created_at: created, updated_at: changed };
}

export const rows = (count: number) => Array.from({ length: count }, (_, number) => row(number));

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/**
 * A fake HTTP service that returns rows in all three page shapes, with configurable faults. The tests of the client use
 * it instead of the mock, so that they do not depend on the mock's behaviour.
 */
export class Service {
  rows: Row[] = [];
  /** Whether `updated_from` and `updated_to` are inclusive. */
  inclusive = { from: true, to: false };
  /** The maximum number of records on a page; a higher limit is lowered silently. */
  clamp = Number.POSITIVE_INFINITY;
  fault: Fault | undefined;
  readonly seen: Seen[] = [];
  readonly created: unknown[] = [];
  /** The maximum number of requests that were in flight at once. */
  peak = 0;
  url = "";
  /** Ends the timeout of the attempts in flight, if the test controls it. */
  timeUp: (() => void) | undefined;
  /** The URL of a server at another origin, for redirects and links. */
  elsewhere = "";
  active = 0;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    this.peak = Math.max(this.peak, ++this.active);
    response.on("close", () => this.active--);
    const { pathname, searchParams } = new URL(request.url ?? "", this.url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const seen: Seen = {
      method: request.method ?? "",
      url: request.url ?? "",
      path: pathname,
      query: searchParams,
      offset: Number(searchParams.get("offset") ?? 0),
      limit: Number(searchParams.get("limit") ?? 10),
      key: request.headers["apikey"] as string | undefined,
      headers: request.headers,
      bytes,
      body: bytes.toString(),
      number: this.seen.length + 1,
    };
    this.seen.push(seen);
    if (await this.fault?.(seen, response, this)) return;
    this.serve(seen, response);
  }

  /** Sends the correct response. */
  serve(seen: Seen, response: ServerResponse): void {
    if (seen.method === "POST") {
      const record = JSON.parse(seen.body);
      this.created.push(record);
      sendJson(response, 201, { data: { ...record, createdDate: moment(0), updatedDate: moment(0) } });
    } else sendJson(response, 200, this.page(seen));
  }

  /** Returns one page in the page shape of the requested path. */
  page({ path, query, offset, limit: asked }: Seen): unknown {
    const limit = Math.min(asked, this.clamp);
    const { from, to } = this.inclusive;
    const [since, until] = [query.get("updated_from"), query.get("updated_to")].map((text) => text && Date.parse(text));
    const matching = this.rows.filter(({ updatedDate }) => {
      const at = Date.parse(updatedDate);
      const isAfter = !since || at > since || (from && at === since);
      const isBefore = !until || at < until || (to && at === until);
      return isAfter && isBefore;
    });
    const data = matching.slice(offset, offset + limit);
    const total = matching.length;
    const shape = SHAPES[path];
    if (shape === "array") return data;
    if (shape === "standard") return { data, limit, offset, total };
    const link = (at: number) => {
      const search = new URLSearchParams(query);
      search.set("limit", String(limit));
      search.set("offset", String(at));
      return `${this.url}${path}?${search}`;
    };
    const next = offset + data.length < total ? link(offset + limit) : null;
    return { count: total, next, previous: offset > 0 ? link(Math.max(0, offset - limit)) : null, data };
  }
}

/** Starts a service that is stopped after the test. */
export async function startService(count = 0, fault?: Fault): Promise<Service> {
  const service = await new Service().start();
  service.rows = rows(count);
  service.fault = fault;
  onTestFinished(() => service.stop());
  return service;
}
