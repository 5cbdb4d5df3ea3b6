import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** So many files are synced at a time: the file system writes down what waits for all of them together. */
const AT_A_TIME = 16;

/** In the folder of a database: everything in it was synced once, and PostgreSQL has synced every change since then. */
const MARKER = "synced";

/**
 * Makes sure, once for each database, that all its files are on the disk. PostgreSQL syncs what it writes from then on, but
 * it takes what it finds for synced, and neither PGlite, which makes the files of a new database, nor earlier versions
 * of the service synced anything.
 */
export async function syncOnce(folder: string): Promise<void> {
  const marker = join(folder, MARKER);
  const found = await open(marker, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (found) return found.close();
  const next = (await pathsIn(folder)).values();
  const syncNext = async () => {
    for (const path of next) await syncPath(path);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, syncNext));
  // Last, for it says that all of the rest is done.
  await (await open(marker, "w", 0o600)).close();
  await syncPath(marker);
  await syncNames(folder);
  if (!canSyncFolders) return;
  // What holds this folder may be new as well. It may also be closed to us, and then it was there before.
  for (const parent of [dirname(folder), dirname(dirname(folder))]) await syncPath(parent).catch(unlessClosed);
}

/** All files and folders in a folder. */
async function pathsIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() || (entry.isDirectory() && canSyncFolders))
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Windows has no way to, and needs none. */
const canSyncFolders = process.platform !== "win32";

/** Makes sure that the names in a folder are on the disk. */
export async function syncNames(folder: string): Promise<void> {
  if (canSyncFolders) await syncPath(folder);
}

/** Makes sure that what a file contains is on the disk. */
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
