import { access } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { beginDatabase, unfinishedMark } from "./begin-database.js";
import type { Database } from "./database.js";
import { type FolderLock, lockDataFolder } from "./embedded/data-folder-lock.js";
import { BrokenDatabaseError, type EmbeddedPool, openEmbeddedPool } from "./embedded/embedded-pool.js";
import { FolderError } from "./embedded/folder-error.js";
import { closeToOthers, requireSafeFolder, UnsafeFolderError } from "./embedded/private-folder.js";
import { syncOnce } from "./embedded/sync-folder.js";
import { OverloadError } from "./records/create-batcher.js";
import { writeOneRow } from "./records/write-one-row.js";
import type { ConnectionCounts } from "./server/connection-counts.js";
import { openServerPool, type ServerPoolOptions } from "./server/server-pool.js";

/** The location of the data: a local folder, or a PostgreSQL server. */
export type DatabaseLocation =
  | {
      readonly kind: "folder";
      readonly folder: string;
      /** The time that a statement of `db` waits for the only connection, in ms. @default no limit */
      readonly beginWait?: number;
    }
  | ({ readonly kind: "server" } & ServerPoolOptions);

/** Returns whether a folder contains a complete database. */
export async function holdsDatabase(folder: string): Promise<boolean> {
  const files = filesIn(folder);
  const [isThere, isUnfinished] = await Promise.all(
    [join(files, "PG_VERSION"), unfinishedMark(files)].map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return isThere === true && isUnfinished === false;
}

const filesIn = (folder: string): string => join(folder, "pglite");

export interface OpenDatabase {
  readonly db: Database;
  /** The same database without a limit for the wait for an embedded one: for operators, whose work has no such limit. */
  readonly patient: Database;
  readonly kind: DatabaseLocation["kind"];
  /** The lock of the folder, if there is one. */
  readonly lock: FolderLock | undefined;
  /** The repairs that were necessary to open it, in sentences for operators. */
  readonly notices: readonly string[];
  /**
   * Resolves if the database can write, and otherwise rejects with the reason. An embedded database that
   * fails several times in a row is reopened.
   */
  probe(): Promise<void>;
  /** Returns the state of the connections. */
  connections(): ConnectionCounts;
  /** Waits for running statements, closes the connections and unlocks the folder. */
  close(): Promise<void>;
}

/** Callbacks for later failures. */
export interface DatabaseEvents {
  /** The start has to wait for the database server; called with a sentence for operators. */
  onWait?(sentence: string): void;
  /** An idle connection broke; the pool replaces it. */
  onConnectionError?(error: Error): void;
  /** The embedded database failed and cannot be reopened. Called once. */
  onUnusable?(cause: Error): void;
}

/** After this many failed probes in a row, the embedded database is reopened. */
const FAILED_PROBES = 3;

/**
 * Opens the database.
 *
 * @throws FolderInUseError if the folder belongs to another process
 * @throws UnsafeFolderError if another user may write to the folder or a parent folder
 */
export async function openDatabase(
  location: DatabaseLocation,
  { onConnectionError = () => {}, onUnusable = () => {} }: DatabaseEvents = {},
): Promise<OpenDatabase> {
  if (location.kind === "server") {
    const pool = openServerPool(location, onConnectionError);
    const db = queriesOver(() => pool.connect());
    return {
      db,
      patient: db,
      kind: "server",
      lock: undefined,
      notices: [],
      probe: () => writeOneRow(db),
      connections: pool.counts,
      close: pool.end,
    };
  }
  const cannotUse = (error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw new FolderError(location.folder, error);
  };
  const folder = await requireSafeFolder(location.folder).catch(cannotUse);
  const lock = await lockDataFolder(folder).catch(cannotUse);
  try {
    const files = filesIn(folder);
    const finish = await beginDatabase(files);
    const closed = await closeToOthers(files);
    const notices =
      closed > 0
        ? [`Other users had access to the data in ${files}; removed their access to ${closed} files and folders`]
        : [];
    const pool = await openEmbeddedPool(files, { isNew: finish !== undefined, onUnusable });
    try {
      await syncOnce(files);
      await finish?.();
    } catch (error) {
      await pool.end();
      throw error;
    }
    const db = queriesOver(() => pool.connect(location.beginWait));
    return {
      db,
      patient: queriesOver(() => pool.connect()),
      kind: "folder",
      lock,
      notices,
      probe: writeProbe(db, pool),
      connections: pool.counts,
      async close() {
        await pool.end();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error instanceof UnsafeFolderError ? error : new FolderError(location.folder, error as Error);
  }
}

function writeProbe(db: Database, pool: EmbeddedPool): () => Promise<void> {
  let failed = 0;
  return async () => {
    try {
      await writeOneRow(db);
      failed = 0;
    } catch (error) {
      // Somebody else has the connection, so nothing is known about the database.
      if (error instanceof OverloadError) throw error;
      failed += 1;
      if (failed % FAILED_PROBES === 0 && !(error instanceof BrokenDatabaseError)) pool.abandon(error as Error);
      throw error;
    }
  };
}

/** Creates a query builder whose connections are closed by their pool. */
function queriesOver(connect: PostgresPool["connect"]): Database {
  return new Kysely({ dialect: new PostgresDialect({ pool: { connect, end: async () => {} } }) });
}
