import { access, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { type FolderLock, lockDataFolder } from "./data-folder-lock.js";
import type { Database } from "./database.js";
import { openEmbeddedPool } from "./embedded-pool.js";
import { closeToOthers, requireSafeFolder, UnsafeFolderError } from "./private-folder.js";
import { openServerPool, type ServerPoolOptions } from "./server-pool.js";

/** Where the data are: in a folder of this machine, or on a PostgreSQL server. */
export type DatabaseLocation =
  | { readonly kind: "folder"; readonly folder: string }
  | ({ readonly kind: "server" } & ServerPoolOptions);

/** A data folder that nothing can be read from, or written to; the message says why. */
export class FolderError extends Error {
  override readonly name = "FolderError";

  constructor(folder: string, cause: Error) {
    super(
      `The data folder ${folder} cannot be used: ${cause.message}; check that it is of this version, whole, and may be written to, or choose another one with --data`,
      { cause },
    );
  }
}

/** Tells whether a folder holds a database. */
export function holdsDatabase(folder: string): Promise<boolean> {
  return access(`${folder}/pglite/PG_VERSION`).then(
    () => true,
    () => false,
  );
}

/** A database that is open, and how to close it. */
export interface OpenDatabase {
  readonly db: Database;
  readonly kind: DatabaseLocation["kind"];
  /** Of the folder, where there is one. */
  readonly lock: FolderLock | undefined;
  /** What had to be put right to open it, in sentences for operators. */
  readonly notices: readonly string[];
  /** Waits for what runs, closes the connections and leaves the folder to the next process. */
  close(): Promise<void>;
}

/**
 * Opens the database.
 *
 * @param onConnectionError hears of connections that broke while nothing was asked on them; the pool replaces them
 * @throws FolderInUseError when the folder belongs to another process
 * @throws UnsafeFolderError when another user may write to the folder, or to one above it
 */
export async function openDatabase(
  location: DatabaseLocation,
  onConnectionError: (error: Error) => void = () => {},
): Promise<OpenDatabase> {
  if (location.kind === "server") return open("server", openServerPool(location, onConnectionError));
  const cannotUse = (error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw new FolderError(location.folder, error);
  };
  const folder = await requireSafeFolder(location.folder).catch(cannotUse);
  const lock = await lockDataFolder(folder).catch(cannotUse);
  try {
    const files = join(folder, "pglite");
    await mkdir(files, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    const closed = await closeToOthers(files);
    const notices =
      closed > 0 ? [`The data in ${files} were open to other users; closed ${closed} files and folders to them`] : [];
    return open("folder", await openEmbeddedPool(files), lock, notices);
  } catch (error) {
    await lock.release();
    throw error instanceof UnsafeFolderError ? error : new FolderError(location.folder, error as Error);
  }
}

function open(
  kind: DatabaseLocation["kind"],
  pool: PostgresPool,
  lock?: FolderLock,
  notices: readonly string[] = [],
): OpenDatabase {
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= pool.end();
    return ended;
  };
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool: { connect: () => pool.connect(), end } }) });
  return {
    db,
    kind,
    lock,
    notices,
    async close() {
      await db.destroy();
      // A query builder that was never used has not heard of its pool, and does not end it.
      await end();
      await lock?.release();
    },
  };
}
