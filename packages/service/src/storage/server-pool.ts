import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { statementRunner } from "./prepared.js";

/** The time that a request may wait for the database to start, in ms; a longer wait means overload. */
export const BEGIN_WAIT = 5_000;
/** The time that a start or a command waits for a connection, in ms: long, because no other process does its work. */
const PATIENT_WAIT = 60_000;
/** The additional wait after the time limit of a statement, in ms; after that, the server is unreachable, not slow. */
const SILENCE = 5_000;
/** The time that closing waits for running statements, in ms: short, because their requests have ended. */
const LAST_WAIT = 1_000;

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
 * @param onConnectionError called for idle connections that broke; the pool replaces them
 */
export function openServerPool(
  { url, connections, statementTimeout, beginWait = PATIENT_WAIT }: ServerPoolOptions,
  onConnectionError: (error: Error) => void,
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: beginWait,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeout,
    application_name: "metadata-service",
  });
  // The pool only handles errors of idle clients; an error of another one, between two statements, would end the
  // process.
  pool.on("connect", (client) => {
    client.on("error", onConnectionError);
    withoutJit(client);
  });
  pool.on("error", () => {});
  const inUse = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => inUse.add(client));
  pool.on("release", (_error, client) => inUse.delete(client));
  const run = statementRunner();
  return {
    async connect() {
      const client = await pool.connect();
      return statementTimeout === undefined ? client : givingUp(client, statementTimeout + SILENCE, run);
    },
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

function givingUp(client: pg.PoolClient, wait: number, run: ReturnType<typeof statementRunner>): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    // The only statement without a time limit on the server either.
    const timer = text.startsWith("vacuum") ? undefined : setTimeout(() => cutOff(client), wait);
    try {
      return await run(client, text, [...parameters]);
    } finally {
      clearTimeout(timer);
    }
  };
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
}

/** Closes the connection of a client in the middle of a statement, which makes the statement fail. */
function cutOff(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => {});
}
