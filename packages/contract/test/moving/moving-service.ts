import { Readable } from "node:stream";
import { type Client, type ClientOptions, createClient, type ListOptions } from "@metadata-service/client";
import type { RunningService, ServiceOptions } from "@metadata-service/service";
import { API_KEY, createDatabase, type DatabaseKind, startWithKey } from "../targets/service-target.js";

/** A service whose lists a test can change during a read, and which can stop and restart. */
export interface MovingService {
  /** The running instance. */
  readonly running: RunningService;
  /** Creates a client for it, with minimal delays. */
  connect(options?: Partial<ClientOptions>): Client;
  /** Imports records, and replaces existing ones; all of them must be accepted. */
  upsert(collection: Collection, records: readonly Row[]): Promise<void>;
  /** Stops gracefully, and restarts with the same data at a different address. */
  restart(): Promise<void>;
  /** Returns the records of a namespace, as an export shows them. */
  stored(uid: string): Promise<{ createdDate: string }[]>;
  end(): Promise<void>;
}

export type Collection = "purchase-orders" | "reports";

/** A record, before it gets the field names of its collection. */
export interface Row {
  readonly uid: string;
  /** An RFC 3339 timestamp. */
  readonly created: string;
  readonly updated: string;
  /** Increases with every change. */
  readonly version: number;
}

/**
 * Starts a service on a new database.
 *
 * @param now the clock of the rate limits, in ms
 */
export async function startMovingService(
  kind: DatabaseKind,
  options: ServiceOptions = {},
  now?: () => number,
): Promise<MovingService> {
  const database = await createDatabase(kind);
  const start = () => startWithKey({ ...database.options, ...options }, now);
  let running = await start();
  return {
    get running() {
      return running;
    },
    connect: (more) =>
      createClient({ baseUrl: running.url, apiKey: API_KEY, retry: { baseDelay: 1, maxDelay: 5 }, ...more }),
    async upsert(collection, rows) {
      const lines = rows.map((row) => `${JSON.stringify(membersOf(collection, row))}\n`).join("");
      await running.administration.importRecords(collection, Readable.from([Buffer.from(lines)]), {
        onReject({ line, reason }) {
          throw new Error(`Line ${line} of ${collection} was rejected: ${reason}`);
        },
      });
    },
    async restart() {
      await running.stop();
      running = await start();
    },
    async stored(uid) {
      const found = [];
      for await (const line of running.administration.exportMetadata("inspection")) {
        const record = JSON.parse(line);
        if (record.uid === uid) found.push(record);
      }
      return found;
    },
    async end() {
      await running.stop();
      await database.remove();
    },
  };
}

function membersOf(collection: Collection, { uid, created, updated, version }: Row): object {
  return collection === "reports"
    ? { uid, caseNumber: String(version), createdDate: created, updatedDate: updated }
    : { uid, po_number: String(version), created_at: created, updated_at: updated };
}

/** Returns the timestamp n seconds after a start in the past. */
export const second = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString().replace("Z", "000+00:00");

/** Returns a number of records, each created a second after the previous one, and never updated. */
export const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, n) => first + n).map((n) => ({
    uid: `row-${String(n).padStart(5, "0")}`,
    created: second(n),
    updated: second(n),
    version: 0,
  }));

export const uids = (records: readonly { uid: string }[]) => records.map(({ uid }) => uid);

/** A list operation of each page shape, with its collection. */
export const LISTS = {
  standard: {
    collection: "purchase-orders",
    list: (client: Client, query?: object, options?: ListOptions) => client.listPurchaseOrders(query, options),
  },
  array: {
    collection: "purchase-orders",
    list: (client: Client, query?: object, options?: ListOptions) => client.listPurchaseOrdersV3(query, options),
  },
  linked: {
    collection: "reports",
    list: (client: Client, query?: object, options?: ListOptions) => client.listReports(query, options),
  },
} as const;

export const SHAPES = Object.keys(LISTS) as (keyof typeof LISTS)[];

/** Wraps fetch so that a test can act before each request; numbers start at 1. */
export function acting(act: (number: number) => unknown, send: typeof fetch = fetch): typeof fetch {
  let number = 0;
  return async (input, init) => {
    await act(++number);
    return send(input, init);
  };
}

/** Wraps fetch and removes the `Date` header from responses. */
export const undated: typeof fetch = async (input, init) => {
  const { body, status, headers } = await fetch(input, init);
  const kept = [...headers].filter(([name]) => name !== "date");
  return new Response(body, { status, headers: kept });
};
