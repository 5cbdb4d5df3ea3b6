import type { Stats } from "node:fs";
import { chmod, lstat, readdir, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { shell } from "@metadata-service/spec-tools/languages";
import { exists } from "../../exists.js";
import { makeFolder } from "./make-folder.js";

/**
 * Thrown if other users could read or replace the content of a data folder; the message explains who, and how to fix
 * it.
 */
export class UnsafeFolderError extends Error {
  override readonly name = "UnsafeFolderError";
}

const [OWNER_ONLY_FOLDER, OWNER_ONLY_FILE] = [0o700, 0o600];
const GROUP_MAY_WRITE = 0o020;
const OTHERS_MAY_WRITE = 0o002;
/** In a folder with the sticky bit, such as /tmp, users cannot rename or remove files of other users. */
const STICKY = 0o1000;
/** The number of files whose modes are checked concurrently. */
const BATCH = 64;

/** Whether file modes are supported: not on Windows, where Node has no user IDs either. */
const HAS_USERS = process.geteuid !== undefined;

/**
 * Creates a data folder, or checks an existing one. A user with write access could put another database, or another
 * socket for the commands, into it. A user with write access to a parent folder could replace it.
 *
 * @returns its path without symbolic links, so that later opens cannot be redirected
 * @throws UnsafeFolderError if another user could do so
 */
export async function requireSafeFolder(folder: string): Promise<string> {
  await makeFolder(folder, OWNER_ONLY_FOLDER);
  const path = await realpath(folder);
  await checkFolder(path);
  return path;
}

/**
 * Checks a data folder without changing anything.
 *
 * @throws UnsafeFolderError if another user may write to it or replace it
 */
export async function checkFolder(folder: string): Promise<void> {
  if (!HAS_USERS) return;
  const path = await realpath(folder);
  requireOurs(path, await lstat(path));
  if (await othersMayWrite(path, { sticky: false }))
    throw new UnsafeFolderError(
      `The data folder ${path} is not safe: other users may write to it. Make sure that nobody put anything into it, then remove their access: chmod go-w ${quoted(path)}`,
    );
  for (let above = dirname(path), below = path; above !== below; below = above, above = dirname(above))
    if (await othersMayWrite(above, { sticky: true }))
      throw new UnsafeFolderError(
        `The data folder ${path} is not safe: other users may write to ${above}, and thus replace it. Remove their access (chmod go-w ${quoted(above)}) or choose another one with --data`,
      );
}

/**
 * Checks that a socket in a data folder is ours, and that other users cannot connect to it.
 *
 * @throws UnsafeFolderError if it belongs to another user or others may connect
 */
export async function checkSocket(path: string): Promise<void> {
  if (!HAS_USERS) return;
  const found = await lstat(path);
  requireOurs(path, found, "socket");
  if (found.mode & (GROUP_MAY_WRITE | OTHERS_MAY_WRITE))
    throw new UnsafeFolderError(
      `The socket ${path} is not safe: other users may connect to it. Stop the service, remove the socket and start the service again`,
    );
}

/**
 * Removes the access of other users to a folder and its content.
 *
 * @returns the number of files and folders to which others had access
 * @throws UnsafeFolderError if something in it belongs to another user
 */
export async function closeToOthers(folder: string): Promise<number> {
  if (!HAS_USERS || !(await exists(folder))) return 0;
  // First the folder itself: from then on, other users cannot change its content.
  let closed = await closeOne(folder);
  const names = await readdir(folder, { recursive: true });
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH).map((name) => closeOne(join(folder, name)));
    for (const count of await Promise.all(batch)) closed += count;
  }
  return closed;
}

async function closeOne(path: string): Promise<number> {
  const found = await lstat(path);
  requireOurs(path, found);
  if (found.isSymbolicLink())
    throw new UnsafeFolderError(
      `${path} is a symbolic link, which the data folder must not contain; move the files into the folder, or set --data to their real folder`,
    );
  const wanted = found.isDirectory() ? OWNER_ONLY_FOLDER : OWNER_ONLY_FILE;
  if ((found.mode & 0o077) === 0) return 0;
  await chmod(path, wanted);
  return 1;
}

function requireOurs(path: string, { uid, mode }: Stats, what = "folder"): void {
  const us = process.geteuid?.();
  if (uid === us) return;
  // A folder that root created for us, with access through a group, as in Kubernetes.
  if (uid === 0 && what === "folder" && mode & GROUP_MAY_WRITE) return;
  throw new UnsafeFolderError(
    `${resolve(path)} belongs to the user with the ID ${uid}, but this process runs as ${us}; run it as the owner of the ${what}`,
  );
}

async function othersMayWrite(path: string, safeIf: { readonly sticky: boolean }): Promise<boolean> {
  const { mode, gid } = await stat(path);
  if (safeIf.sticky && mode & STICKY) return false;
  if (mode & OTHERS_MAY_WRITE) return true;
  // If the service is a member of the group, an administrator gave the folder to this group on purpose.
  return (mode & GROUP_MAY_WRITE) !== 0 && !ownGroups().has(gid);
}

function ownGroups(): Set<number> {
  return new Set([process.getegid?.() ?? -1, ...(process.getgroups?.() ?? [])]);
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : shell.word(path);
}
