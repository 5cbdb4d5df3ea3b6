import { access } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { DatabaseFiles } from "./database-files.js";

/**
 * Memory is what an embedded database is short of: 32 MiB of page cache instead of 128 takes 100 MB off the process and
 * costs nothing measurable, because the page cache of the system is used.
 */
const MEMORY_PARAMETERS = ["-c", "shared_buffers=32MB", "-c", "wal_buffers=1MB"];

/** What PGlite says to PostgreSQL so that it never syncs. */
const NO_FSYNC = "-F";

/**
 * PostgreSQL syncs its log before it says that a transaction is committed, as on a server. The method is the one that
 * reaches the disk: Emscripten answers an `fdatasync`, which is the default, without doing anything.
 */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== NO_FSYNC),
  ...["-c", "wal_sync_method=fsync"],
  ...MEMORY_PARAMETERS,
];

/** So many times in a row the database is opened again after it broke, at most; then it is given up. */
const MOST_ATTEMPTS = 5;
/** Between two attempts, in ms. */
const ATTEMPT_PAUSE = 1_000;

/** A pool on an embedded database, which can be opened anew. */
export interface EmbeddedPool extends PostgresPool {
  /** Takes the database for broken: whoever wants a connection next opens it again. */
  abandon(cause: Error): void;
}

/** The part of PGlite that is used here. */
interface Engine {
  query(sql: string, parameters: unknown[]): Promise<{ rows: unknown[]; affectedRows?: number }>;
  close(): Promise<void>;
  /** Lets go of its files without another word to it: after a PANIC, a further statement would never return. */
  drop(): void;
}

/**
 * PGlite behind the interface of a connection pool, so that the query builder drives it with the same dialect as a
 * PostgreSQL server: a pool with one connection, handed to one user at a time.
 *
 * A database that broke is opened again for its next user, as a PostgreSQL server starts its processes again after one of
 * them panicked: what was acknowledged is in the write-ahead log.
 *
 * @param folder where it keeps its files
 * @param onUnusable hears, once, that it broke and could not be opened again, many times in a row
 */
export async function openEmbeddedPool(
  folder: string,
  onUnusable: (cause: Error) => void = () => {},
): Promise<EmbeddedPool> {
  let engine: Engine | undefined = await openEngine(folder);
  let last: Promise<unknown> = Promise.resolve();
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
      // Where the files are gone, PGlite would make a new, empty database.
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
    async connect() {
      let release = () => {};
      const previous = last;
      last = new Promise<void>((resolve) => {
        release = resolve;
      });
      await previous;
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

/** The embedded database failed, and could not be reopened so far. */
export class BrokenDatabaseError extends Error {
  override readonly name = "BrokenDatabaseError";

  constructor(cause: Error | undefined) {
    super(`The embedded database is not usable: ${cause?.message ?? "it broke"}`, { cause });
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

/** After these, PostgreSQL ends its process. */
const LAST_WORDS = new Set(["FATAL", "PANIC"]);
/** What WebAssembly and Emscripten throw when the program in them has ended, or cannot go on. */
const ENDS = new Set(["RuntimeError", "ExitStatus"]);

function hasBroken(error: unknown): boolean {
  const { severity = "", name = "" } = error as { severity?: string; name?: string };
  return LAST_WORDS.has(severity) || ENDS.has(name);
}

async function openEngine(folder: string): Promise<Engine> {
  const files = new DatabaseFiles(folder);
  try {
    const engine = await PGlite.create({
      fs: files,
      startParams: START_PARAMETERS,
    });
    return {
      query: (sql, parameters) => engine.query(sql, parameters),
      close: () => engine.close(),
      drop: () => files.drop(),
    };
  } catch (error) {
    files.drop();
    throw error;
  }
}
