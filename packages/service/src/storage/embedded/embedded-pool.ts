import { access } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { OverloadError } from "../records/create-batcher.js";
import type { ConnectionCounts } from "../server/connection-counts.js";
import { ARRAY_TYPES } from "../sql/array-parameter.js";
import { DatabaseFiles } from "./database-files.js";
import { readEmptyDatabase } from "./empty-database.js";

/**
 * Saves memory: a page cache of 32 instead of 128 MiB saves 100 MB without measurable cost, because the operating
 * system caches the files as well.
 */
const MEMORY_PARAMETERS = ["-c", "shared_buffers=32MB", "-c", "wal_buffers=1MB"];

/**
 * V8 optimizes each WebAssembly function after it has run this much, in bytes of its code. With the default, 1.8 million
 * in Node 20, the start of PostgreSQL alone makes it optimize so many functions that they take a third of the start's CPU
 * time. Under load, requests cost the same as with the default.
 */
const WASM_TIERING_BUDGET = 180_000_000;
setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`);

/** The flag with which PGlite disables syncing in PostgreSQL. */
const NO_FSYNC = "-F";

/**
 * PostgreSQL syncs its log before it reports a commit, as on a server. `fsync` is used because it reaches the disk;
 * Emscripten ignores the default, `fdatasync`, and reports success.
 */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== NO_FSYNC),
  ...["-c", "wal_sync_method=fsync"],
  ...MEMORY_PARAMETERS,
];

/** The maximum number of attempts to reopen a failed database. */
const MOST_ATTEMPTS = 5;
/** The time between two attempts, in ms. */
const ATTEMPT_PAUSE = 1_000;

/** A pool for an embedded database, which can be reopened. */
export interface EmbeddedPool extends PostgresPool {
  /**
   * @param maxWait the time to wait for the connection, in ms; without it, as long as another user needs it
   * @throws OverloadError if the connection did not become free in that time
   */
  connect(maxWait?: number): Promise<PostgresPoolClient>;
  counts(): ConnectionCounts;
  /** Marks the database as failed, so that it is reopened for the next connection. */
  abandon(cause: Error): void;
}

/** The part of PGlite that is used here. */
interface Engine {
  query(sql: string, parameters: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number }>;
  close(): Promise<void>;
  /** Closes its files without another statement, which would never return after a PANIC. */
  drop(): void;
}

/**
 * Wraps PGlite as a connection pool, so that the query builder can use it like a PostgreSQL server: a pool with one
 * connection, for one user at a time.
 *
 * A failed database is reopened for its next user, as a PostgreSQL server restarts its processes after one of them
 * panics: everything acknowledged is in the write-ahead log.
 *
 * @param folder the folder of its files
 * @param options.isNew whether the folder is empty, and the database is to be created
 * @param options.onUnusable called once if the database failed and several attempts to reopen it failed too
 */
export async function openEmbeddedPool(
  folder: string,
  { isNew, onUnusable }: { readonly isNew: boolean; readonly onUnusable: (cause: Error) => void },
): Promise<EmbeddedPool> {
  let engine: Engine | undefined = await openEngine(folder, isNew ? await readEmptyDatabase() : undefined);
  let last: Promise<unknown> = Promise.resolve();
  /** The number of users that have the connection or wait for it. */
  let users = 0;
  let attempts = 0;
  let nextAttempt = 0;
  let cause: Error | undefined;

  const abandon = (error: Error) => {
    cause = error;
    engine?.drop();
    engine = undefined;
  };
  const reopen = async (): Promise<Engine> => {
    if (attempts >= MOST_ATTEMPTS || performance.now() < nextAttempt) throw new BrokenDatabaseError(cause);
    attempts += 1;
    try {
      // If the files are gone, PGlite would create a new, empty database.
      await access(join(folder, "PG_VERSION"));
      engine = await openEngine(folder);
      attempts = 0;
      return engine;
    } catch (error) {
      nextAttempt = performance.now() + ATTEMPT_PAUSE;
      cause = error as Error;
      if (attempts >= MOST_ATTEMPTS) onUnusable(cause);
      throw new BrokenDatabaseError(cause);
    }
  };

  return {
    abandon,
    counts: () => ({ open: engine ? 1 : 0, idle: engine && users === 0 ? 1 : 0, waiting: Math.max(0, users - 1) }),
    async connect(maxWait) {
      let release = () => {};
      const previous = last;
      users += 1;
      last = new Promise<void>((resolve) => {
        release = () => {
          users -= 1;
          resolve();
        };
      });
      if (!(await isOverWithin(previous, maxWait))) {
        void previous.then(release);
        throw new OverloadError(`the connection to the embedded database was not free within ${maxWait} ms`);
      }
      try {
        const current = engine ?? (await reopen());
        return connection(current, { release, isCurrent: () => engine === current, abandon });
      } catch (error) {
        release();
        throw error;
      }
    },
    async end() {
      await last;
      await engine?.close();
    },
  };
}

/** Whether a promise resolves within a time in ms; without a time, it is awaited. */
async function isOverWithin(promise: Promise<unknown>, time: number | undefined): Promise<boolean> {
  if (time === undefined) return promise.then(() => true);
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, time, false);
  });
  const isOver = await Promise.race([promise.then(() => true), isLate]);
  clearTimeout(timer);
  return isOver;
}

/** Thrown if the embedded database failed and could not be reopened so far. */
export class BrokenDatabaseError extends Error {
  override readonly name = "BrokenDatabaseError";

  constructor(cause: Error | undefined) {
    super(`The embedded database failed${cause ? ` and could not be reopened yet: ${cause.message}` : ""}`, { cause });
  }
}

function connection(
  engine: Engine,
  {
    release,
    isCurrent,
    abandon,
  }: { readonly release: () => void; isCurrent(): boolean; readonly abandon: EmbeddedPool["abandon"] },
): PostgresPoolClient {
  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (!isCurrent()) throw new BrokenDatabaseError(undefined);
    try {
      const { rows, affectedRows } = await engine.query(sql, [...parameters]);
      return { command: "UPDATE" as const, rowCount: affectedRows ?? 0, rows };
    } catch (error) {
      if (hasBroken(error)) abandon(error as Error);
      throw error;
    }
  };
  return { query: query as PostgresPoolClient["query"], release };
}

/** Errors after which PostgreSQL ends its process. */
const LAST_WORDS = new Set(["FATAL", "PANIC"]);
/** The errors of WebAssembly and Emscripten if the program in them has ended or cannot continue. */
const ENDS = new Set(["RuntimeError", "ExitStatus"]);

function hasBroken(error: unknown): boolean {
  const { severity = "", name = "" } = error as { severity?: string; name?: string };
  return LAST_WORDS.has(severity) || ENDS.has(name);
}

/** @param content the archive of a database to create in the folder */
async function openEngine(folder: string, content?: Blob): Promise<Engine> {
  const files = new DatabaseFiles(folder);
  try {
    const engine = await PGlite.create({
      fs: files,
      startParams: START_PARAMETERS,
      ...(content && { loadDataDir: content }),
    });
    const serializers = acceptBinaryArrays(engine);
    return {
      query: (sql, parameters) => engine.query(sql, parameters, { serializers }),
      close: () => engine.close(),
      drop: () => files.drop(),
    };
  } catch (error) {
    files.drop();
    throw files.causeOf(error as Error);
  }
}

/** Makes PGlite send the value of an `ArrayParameter` unchanged; it would expect an array. */
function acceptBinaryArrays({ serializers }: PGlite): PGlite["serializers"] {
  const accepting = (type: number) => (value: unknown) =>
    value instanceof Uint8Array ? value : serializers[type]?.(value);
  return Object.fromEntries(ARRAY_TYPES.map((type) => [type, accepting(type)])) as PGlite["serializers"];
}
