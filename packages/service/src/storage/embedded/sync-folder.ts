import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../../exists.js";

/** The number of files to sync concurrently; the file system then writes their pending data together. */
const AT_A_TIME = 16;

/**
 * A marker file in the folder of a database. It exists once everything was synced; since then, PostgreSQL has synced
 * every change.
 */
const MARKER = "synced";

/**
 * Makes sure, once for each database, that all its files are on the disk. PostgreSQL syncs its own writes, but assumes
 * that existing files are already on the disk. PGlite, which creates the files, and earlier versions of the service did
 * not sync them.
 */
export async function syncOnce(folder: string): Promise<void> {
  const marker = join(folder, MARKER);
  if (await exists(marker)) return;
  const next = (await pathsIn(folder)).values();
  const syncNext = async () => {
    for (const path of next) await syncPath(path);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, syncNext));
  // Created last, because it marks everything as synced.
  await (await open(marker, "w", 0o600)).close();
  await syncPath(marker);
  await syncNames(folder);
  if (!canSyncFolders) return;
  // The parent folder may be new as well. If we have no access to it, it existed before.
  for (const parent of [dirname(folder), dirname(dirname(folder))]) await syncPath(parent).catch(unlessClosed);
}

async function pathsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() || (entry.isDirectory() && canSyncFolders))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Windows cannot sync folders, and does not need to. */
const canSyncFolders = process.platform !== "win32";

export async function syncNames(folder: string): Promise<void> {
  if (canSyncFolders) await syncPath(folder);
}

/** Syncs the content of a file to the disk. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, canSyncFolders ? "r" : "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessClosed(error: NodeJS.ErrnoException): void {
  if (!["EACCES", "EPERM"].includes(error.code ?? "")) throw error;
}
