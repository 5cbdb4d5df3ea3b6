import { readFile, rm, writeFile } from "node:fs/promises";
import { CommandError } from "../command-error.js";
import { isAlive } from "./part-file.js";

/**
 * Acquires a lock file, which only one process on this machine can hold.
 *
 * @returns a function that releases it
 * @throws CommandError if another process holds it
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await writeFile(path, `${process.pid}`, { flag: "wx" });
      return () => rm(path, { force: true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // If the disk is full, the file is created, but it is empty.
      if (code === "ENOSPC" || code === "EDQUOT") await rm(path, { force: true });
      if (code !== "EEXIST") throw error;
    }
    const owner = Number(await readFile(path, "utf8").catch(() => ""));
    if (owner !== process.pid && owner > 0 && isAlive(owner))
      throw new CommandError(
        `Another metadata command (process ${owner}) is using ${path.replace(/\.lock$/, "")}. Wait until it ends, or choose another file.`,
      );
    // The process that created it was killed.
    await rm(path, { force: true });
  }
}
