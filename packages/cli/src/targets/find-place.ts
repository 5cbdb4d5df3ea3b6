import type { Stats } from "node:fs";
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CommandError } from "../command-error.js";

/** Where a file is written. */
export interface Place {
  /** The path; for a file, without links. */
  readonly path: string;
  /** Whether it is a pipe, a device or an open file, which is written into and never replaced. */
  readonly isStream: boolean;
  /** The file that is there now. */
  readonly stats?: Stats;
}

/**
 * Finds the file that a path names, so that replacing the file does not replace a link to it.
 *
 * @throws CommandError if no file can be written there
 */
export async function findPlace(path: string): Promise<Place> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    if (error.code === "ELOOP") throw new CommandError(`${path} is a link that leads back to itself. Remove it.`);
    throw cannotWrite(path, error);
  });
  if (stats?.isDirectory()) throw new CommandError(`${path} is a folder. Name a file in it.`);
  if (stats?.isSocket()) throw new CommandError(`${path} is a socket. Name a file.`);
  if (stats && !stats.isFile()) return { path, isStream: true };
  const file = await followLinks(path);
  // `/dev/stdout` and `/dev/fd/3` name files that are open, whose content must not move to another file.
  if (/^\/(proc|dev\/fd)\//.test(file)) return { path, isStream: true };
  return { path: file, isStream: false, ...(stats && { stats }) };
}

/** Like `realpath`, but the last link may lead to a file that does not exist yet. */
async function followLinks(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw cannotWrite(path, error);
    throw new CommandError(`There is no folder ${dirname(path)}. Create it, or choose another file.`);
  });
  const file = join(folder, basename(path));
  if (file.startsWith("/proc/")) return file;
  const link = await readlink(file).catch(() => undefined);
  return link === undefined ? file : followLinks(resolve(folder, link));
}

/**
 * Like `findPlace`, for a file that must be replaced or read again.
 *
 * @throws CommandError also for a pipe or a device
 */
export async function findFile(path: string): Promise<string> {
  const place = await findPlace(path);
  if (place.isStream) throw new CommandError(`${path} is a pipe or a device, not a file. Name a file.`);
  return place.path;
}

/** Adds the path to an error of the file system, and what to do. */
export function cannotWrite(path: string, error: Error): CommandError {
  const cure = CURES.get(`${(error as NodeJS.ErrnoException).code}`);
  return new CommandError(`Cannot write ${path}: ${error.message}${cure ? `. ${cure}` : ""}`);
}

const FULL = "The disk is full: free some space, or choose another disk, and run the command again.";
const FORBIDDEN = "You may not write there: change the permissions, or choose another folder.";

/** What to do, by the code of an error. */
const CURES: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", FULL],
  ["EDQUOT", "Your quota is used up: free some space, or choose another disk, and run the command again."],
  ["EACCES", FORBIDDEN],
  ["EPERM", FORBIDDEN],
  ["EROFS", "The file system is read-only: choose another folder."],
]);

/** Writes a file; if that fails, for example because the disk is full, the error names the file. */
export async function namingFile<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const isOfFiles = error instanceof Error && "syscall" in error && "errno" in error;
    throw isOfFiles ? cannotWrite(path, error) : error;
  }
}
