import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A temporary file that gets its final name when it is complete. */
export interface PartFile {
  /** Where it is written. */
  readonly path: string;
  /** Renames it to its final name. */
  complete(): Promise<void>;
  discard(): Promise<void>;
}

/** Creates a temporary file in the target's folder and deletes those of killed processes. */
export async function beginPart(path: string): Promise<PartFile> {
  await removeAbandoned(path);
  const part = partOf(path, process.pid);
  return {
    path: part,
    async complete() {
      // Without this, the file may be empty after a power failure.
      const file = await open(part, "r+");
      await file.sync();
      await file.close();
      await rename(part, path);
    },
    discard: () => rm(part, { force: true }),
  };
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
