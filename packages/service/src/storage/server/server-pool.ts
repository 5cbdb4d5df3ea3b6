import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { isAboutConnection } from "../database-failure.js";
import { statementRunner } from "../sql/prepared.js";
import type { ConnectionCounts } from "./connection-counts.js";

/** The time that a request may wait for the database to start, in ms; a longer wait means overload. */
export const BEGIN_WAIT = 5_000;
/** The time that a start or a command waits for a connection, in ms: long, because no other process does its work. */
const PATIENT_WAIT = 60_000;
/** The additional wait after the time limit of a statement, in ms; after that, the server is unreachable, not slow. */
const SILENCE = 5_000;
/** The time that closing waits for running statements, in ms: short, because their requests have ended. */
const LAST_WAIT = 1_000;
/** The minimum time between two replacements of all connections, in ms, if the server stays read-only. */
const REPLACE_INTERVAL = 1_000;
/** The idle time after which the system checks whether the other end of a connection still exists, in ms. */
const KEEP_ALIVE = 5_000;

/** The settings of a pool. */
export interface ServerPoolOptions {
  readonly url: string;
  readonly connections: number;
  /** The time limit of a statement, in ms. @default none */
  readonly statementTimeout?: number;
  /** The time to wait for a connection, in ms. @default a minute */
  readonly beginWait?: number;
}

/**
 * Creates a pool of connections to a PostgreSQL server. If a server silently becomes unreachable,
 * connections still look alive, so a statement without a response in time is given up together with its connection.
 *
 * After a failover, the address of the server leads to another one, but open connections still lead to the old one. If
 * an error says that a connection is of no use, for example because the server is read-only, all connections opened until
 * then are replaced.
 *
 * @param onConnectionError called for idle connections that broke; the pool replaces them
 */
export function openServerPool(
  { url, connections, statementTimeout, beginWait = PATIENT_WAIT }: ServerPoolOptions,
  onConnectionError: (error: Error) => void,
): PostgresPool & { counts(): ConnectionCounts } {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: beginWait,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    statement_timeout: statementTimeout,
    application_name: "metadata-service",
  });
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let replacedAt = Number.NEGATIVE_INFINITY;
  const isOutdated = (client: pg.PoolClient) => (openedAt.get(client) ?? 0) <= replacedAt;
  const replaceAll = () => {
    const now = performance.now();
    // A new connection may lead to the same server. Opening one for each statement would burden it even more.
    if (now - replacedAt >= REPLACE_INTERVAL) replacedAt = now;
  };
  // The pool only handles errors of idle clients; an error of another one, between two statements, would end the
  // process.
  pool.on("connect", (client) => {
    openedAt.set(client, performance.now());
    client.on("error", onConnectionError);
    withoutJit(client);
  });
  pool.on("error", () => {});
  const inUse = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => inUse.add(client));
  pool.on("release", (_error, client) => inUse.delete(client));
  const run = statementRunner();
  const limit = statementTimeout === undefined ? undefined : statementTimeout + SILENCE;
  return {
    async connect() {
      let client = await pool.connect();
      while (isOutdated(client)) {
        client.release(true);
        client = await pool.connect();
      }
      return {
        query: guarded(client, { limit, run, replaceAll }),
        release: () => client.release(isOutdated(client)),
      };
    },
    counts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async end() {
      const cut = setTimeout(() => {
        for (const client of inUse) cutOff(client);
      }, LAST_WAIT);
      await pool.end();
      clearTimeout(cut);
    },
  };
}

/**
 * Tells the server not to compile statements to machine code, which it does above an estimated cost that depends on the
 * size of a list: pages of a window took 310 instead of 20 ms. Not a parameter of the connection, because poolers reject
 * unknown ones.
 */
function withoutJit(client: pg.PoolClient): void {
  // If this fails, statements are only slower, or the first of them fails for the same reason.
  client.query("set jit = off").catch(() => {});
}

/** Runs statements, gives up those without a response, and notices errors that concern the connection. */
function guarded(
  client: pg.PoolClient,
  {
    limit,
    run,
    replaceAll,
  }: {
    /** In ms; undefined for none. */
    readonly limit: number | undefined;
    readonly run: ReturnType<typeof statementRunner>;
    replaceAll(): void;
  },
): PostgresPoolClient["query"] {
  const query = async (text: string, parameters: readonly unknown[]) => {
    // A `vacuum` is the only statement without a time limit on the server either.
    const isLimited = limit !== undefined && !text.startsWith("vacuum");
    const timer = isLimited ? setTimeout(() => cutOff(client), limit) : undefined;
    try {
      return await run(client, text, [...parameters]);
    } catch (error) {
      if (isAboutConnection(error)) replaceAll();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return query as unknown as PostgresPoolClient["query"];
}

/** Closes the connection of a client in the middle of a statement, which makes the statement fail. */
function cutOff(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => {});
}
