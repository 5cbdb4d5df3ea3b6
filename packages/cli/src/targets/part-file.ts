import { chmod, chown, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { findPlace, namingFile, type Place } from "./find-place.js";

/** Where the content of a file is written: a temporary file, or a pipe or a device itself. */
export interface Part {
  readonly path: string;
  /** How it is opened: `a` for a pipe or a device. */
  readonly flag: "w" | "a";
}

/**
 * Replaces a file atomically: its content is written to a temporary file in the same folder, which is renamed when it
 * is complete. Links are followed, and the mode and the owner of the file are kept. Pipes and devices are written into.
 * Also deletes temporary files of killed processes.
 *
 * @param mode the mode of the file, instead of that of the file that is replaced
 * @throws CommandError if the file cannot be written; the message names it
 */
export const replaceFile = (path: string, write: (part: Part) => Promise<void>, mode?: number): Promise<void> =>
  namingFile(path, async () => {
    const place = await findPlace(path);
    if (place.isStream) return write({ path, flag: "a" });
    await removeAbandoned(place.path);
    const part = partOf(place.path, process.pid);
    try {
      await rm(part, { force: true });
      // Until it has the mode of the file that it replaces, only its owner can read it.
      const created = await open(part, "wx", place.stats ? 0o600 : mode);
      await created.close();
      await write({ path: part, flag: "w" });
      await sync(part);
      await copyOwner(place, part, mode);
      await rename(part, place.path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  });

/** Without this, a file may be empty after a power failure. */
async function sync(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function copyOwner({ stats }: Place, part: string, mode: number | undefined): Promise<void> {
  if (stats) {
    // Only the superuser can give a file to another user.
    if (stats.uid !== process.getuid?.() || stats.gid !== process.getgid?.())
      await chown(part, stats.uid, stats.gid).catch(() => {});
    await chmod(part, mode ?? stats.mode & 0o777);
  } else if (mode !== undefined) await chmod(part, mode);
}

const END = ".part";

const beginOf = (path: string) => `.${basename(path)}.`;

const partOf = (path: string, pid: number) => join(dirname(path), `${beginOf(path)}${pid}${END}`);

async function removeAbandoned(path: string): Promise<void> {
  const begin = beginOf(path);
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(begin) && name.endsWith(END) ? name.slice(begin.length, -END.length) : "";
    if (/^\d+$/.test(pid) && !isAlive(Number(pid))) await rm(join(dirname(path), name), { force: true });
  }
}

/** Whether a process on this machine is running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that it runs as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
