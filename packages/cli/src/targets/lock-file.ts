import { readFile, rm, writeFile } from "node:fs/promises";
import { CommandError } from "../failures.js";
import { isAlive } from "./part-file.js";

/**
 * Takes a lock that two processes of this machine cannot have at once.
 *
 * @returns what gives it back
 * @throws CommandError if another process has it
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await writeFile(path, `${process.pid}`, { flag: "wx" });
      return () => rm(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = Number(await readFile(path, "utf8").catch(() => ""));
    if (owner !== process.pid && owner > 0 && isAlive(owner))
      throw new CommandError(`Another metadata command (process ${owner}) is using ${path.replace(/\.lock$/, "")}.`);
    // Its owner was killed.
    await rm(path, { force: true });
  }
}
