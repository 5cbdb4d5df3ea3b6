import { Readable } from "node:stream";
import { type Client, type ClientOptions, createClient, type ListOptions } from "@metadata-service/client";
import type { RunningService, ServiceOptions } from "@metadata-service/service";
import { API_KEY, createDatabase, type DatabaseKind, startWithKey } from "../targets/service-target.js";

/** A service whose lists a test can change while it is read, and which can come and go. */
export interface MovingService {
  /** The one that runs at the moment. */
  readonly running: RunningService;
  /** A client of it. Tests wait for nothing that they can have sooner. */
  connect(options?: Partial<ClientOptions>): Client;
  /** Stores records, those that are there over what was there; all of them must be taken. */
  upsert(collection: Collection, records: readonly Row[]): Promise<void>;
  /** Stops gracefully, and starts again on the same data, elsewhere. */
  restart(): Promise<void>;
  /** The records of a namespace, as operators see them. */
  stored(uid: string): Promise<{ createdDate: string }[]>;
  end(): Promise<void>;
}

export type Collection = "purchase-orders" | "reports";

/** A record of either collection, before it has the field names of its own. */
export interface Row {
  readonly uid: string;
  /** As RFC 3339. */
  readonly created: string;
  readonly updated: string;
  /** Grows with every change. */
  readonly version: number;
}

/**
 * Starts a service on a new database.
 *
 * @param now the clock of its rates, in ms
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

/** The n-th second of a history that lies behind. */
export const second = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString().replace("Z", "000+00:00");

/** So many records, each created a second after the one before, and not changed since. */
export const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, n) => first + n).map((n) => ({
    uid: `row-${String(n).padStart(5, "0")}`,
    created: second(n),
    updated: second(n),
    version: 0,
  }));

export const uids = (records: readonly { uid: string }[]) => records.map(({ uid }) => uid);

/** The list operations, one of each page shape, and the collection that each of them shows. */
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

/** A fetch that lets a test act before each request; the number counts from 1. */
export function acting(act: (number: number) => unknown, send: typeof fetch = fetch): typeof fetch {
  let number = 0;
  return async (input, init) => {
    await act(++number);
    return send(input, init);
  };
}

/** A fetch whose responses have no `Date` header. */
export const undated: typeof fetch = async (input, init) => {
  const { body, status, headers } = await fetch(input, init);
  const kept = [...headers].filter(([name]) => name !== "date");
  return new Response(body, { status, headers: kept });
};
