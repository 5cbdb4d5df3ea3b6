import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Server } from "./engine.js";

/** How a server differs from the mock. */
export interface Oddity {
  /** The number of its records. */
  readonly size: number;
  /** Returns the update time of a record, from seconds since 2026-11-01. */
  readonly time?: (seconds: number, n: number) => string;
  /** A query parameter that it ignores. */
  readonly ignores?: "offset" | "limit" | "updated_from";
  /** The highest number of records in a page. */
  readonly cap?: number;
  readonly totals?: "change";
  /** Whether identities are integers. */
  readonly numbers?: boolean;
}

export interface OddServer extends Server {
  readonly uids: readonly string[];
  /** Updates a record, at the same distance from the others as they have. */
  touch(n: number): void;
  stop(): Promise<void>;
}

const START = Date.UTC(2026, 10, 1);

const usual = (seconds: number): string => `${new Date(START + seconds * 1000).toISOString().slice(0, -1)}000+00:00`;

/** Starts a server of the three lists. Each record is updated a second after the one before. */
export async function startOddServer(oddity: Oddity): Promise<OddServer> {
  const { size, time = usual, ignores, cap = 1000, totals, numbers = false } = oddity;
  const seconds = Array.from({ length: size }, (_, n) => n);
  const uidOf = (n: number) => (numbers ? n : `record-${n}`);
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://localhost");
    const value = (name: string, otherwise: string) => (name === ignores ? otherwise : (query.get(name) ?? otherwise));
    const from = Date.parse(value("updated_from", "1970-01-01T00:00:00Z"));
    const to = Date.parse(value("updated_to", "9999-01-01T00:00:00Z"));
    const found = seconds.flatMap((at, n) => (START + at * 1000 >= from && START + at * 1000 < to ? [{ at, n }] : []));
    const offset = Number(value("offset", "0"));
    const limit = Math.min(Number(value("limit", `${size}`)), cap);
    const isV3 = pathname.includes("/v3/");
    const page = found
      .slice(offset, offset + limit)
      .map(({ at, n }) => ({ uid: uidOf(n), [isV3 ? "updated_at" : "updatedDate"]: time(at, n) }));
    const total = found.length + (totals === "change" ? (requests % 3) - 1 : 0);
    const body = isV3
      ? page
      : pathname.endsWith("/reports")
        ? { count: total, next: null, previous: null, data: page }
        : { data: page, limit, offset, total };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: "any",
    uids: seconds.map((_, n) => String(uidOf(n))),
    touch(n) {
      seconds[n] = Math.max(...seconds) + 1;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
