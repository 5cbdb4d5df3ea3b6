import type { PostgresPool, PostgresPoolClient } from "kysely";
import pg from "pg";
import { statementRunner } from "./prepared.js";

/** How long a request may wait for the database to begin with it, in ms: longer means overload, and is shed. */
export const BEGIN_WAIT = 5_000;
/** How long a start or a command of an operator waits for a connection, in ms: long, because no other process does its work. */
const PATIENT_WAIT = 60_000;
/** How long we wait for a response after a statement has used up its time, in ms: then the server is gone, not slow. */
const SILENCE = 5_000;
/** How long a close waits for statements under way, in ms: short, because their requests have ended. */
const LAST_WAIT = 1_000;

/** Which server, and how to use it. */
export interface ServerPoolOptions {
  readonly url: string;
  readonly connections: number;
  /** In ms; without it, statements take as long as they take. */
  readonly statementTimeout?: number;
  /** How long to wait for a connection, in ms. @default a minute */
  readonly beginWait?: number;
}

/**
 * A pool of connections to a PostgreSQL server. A server that disappears silently, its machine lost or the way to it,
 * leaves connections that look alive: what it does not answer in time is given up together with its connection.
 *
 * @param onConnectionError hears of connections that broke while nothing was asked on them; the pool replaces them
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
  // The pool listens to idle clients only; the error of one in use, between two statements, would end the process.
  pool.on("connect", (client) => client.on("error", onConnectionError));
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

function givingUp(client: pg.PoolClient, wait: number, run: ReturnType<typeof statementRunner>): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    // The one statement that has no limit on the server either.
    const timer = text.startsWith("vacuum") ? undefined : setTimeout(() => cutOff(client), wait);
    try {
      return await run(client, text, [...parameters]);
    } finally {
      clearTimeout(timer);
    }
  };
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
}

/** To end a client in the middle of a statement breaks its connection off, and fails the statement. */
function cutOff(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => {});
}
