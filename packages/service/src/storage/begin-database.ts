import { mkdir, open, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../exists.js";
import { syncNames, syncPath } from "./embedded/sync-folder.js";

/**
 * Returns the path of a marker file next to a new database's folder. The file exists until the database is complete and
 * on the disk.
 */
export const unfinishedMark = (files: string): string => `${files}-unfinished`;

/**
 * Prepares the folder of an embedded database. PGlite treats every folder with a file `PG_VERSION` as a database, but
 * creates this file before some others. If a first start is killed at that time, or loses power before all files are on
 * the disk, it would leave a folder that can never be opened. Therefore, a marker file shows that the database is
 * incomplete. The next start removes an incomplete database, which never served a request.
 *
 * @param files the folder; it is created if it does not exist
 * @returns a function to call when the new database is complete and on the disk; undefined if there is a database already
 */
export async function beginDatabase(files: string): Promise<(() => Promise<void>) | undefined> {
  await mkdir(files, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const mark = unfinishedMark(files);
  if (await exists(mark)) {
    // The folder itself stays, because it may be a link or a mounted disk.
    for (const name of await readdir(files)) await rm(join(files, name), { recursive: true });
  } else if (await exists(join(files, "PG_VERSION"))) return undefined;
  await (await open(mark, "w", 0o600)).close();
  await syncPath(mark);
  await syncNames(dirname(files));
  return async () => {
    await rm(mark);
    await syncNames(dirname(files));
  };
}
