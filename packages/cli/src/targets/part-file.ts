import { open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** A file under way: it gets its name when it is whole. */
export interface PartFile {
  /** Where it is written. */
  readonly path: string;
  /** Puts it into its place. */
  complete(): Promise<void>;
  discard(): Promise<void>;
}

/** Begins a file beside its place. Parts that killed processes left there are removed. */
export async function beginPart(path: string): Promise<PartFile> {
  await removeAbandoned(path);
  const part = partOf(path, process.pid);
  return {
    path: part,
    async complete() {
      // Without this, a power cut may leave a file with its name and without its content.
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

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
