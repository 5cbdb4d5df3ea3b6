import { chmod, mkdtemp, readFile, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory, which most Linux systems have. */
const MEMORY = "/dev/shm";
/** The free space that it must have, in bytes. The tests use less than half of it at any time. */
const NEEDED = 4 * 1024 ** 3;

/** The conditions of this machine that decide where temporary files go. */
export interface Machine {
  /** The mounted file systems, as in `/proc/mounts`. */
  readonly mounts: string;
  /** The free bytes of the file system in memory. */
  readonly free: number;
  /** The bytes of memory that this process may still use. */
  readonly memory: number;
  /** `TMPDIR`, if it is set. */
  readonly chosen: string | undefined;
}

/**
 * Creates a folder for the temporary files of the tests: in `TMPDIR` if it is set, else in memory if there is plenty of
 * it, else in the system's folder. With their files on a disk, tests that create databases take a fifth more processor
 * time.
 */
export async function createTemporaryFolder(): Promise<string> {
  // The name is short, because the path of a Unix socket has at most 108 bytes.
  const folder = await mkdtemp(join(parentFolder(await readMachine()), "test-"));
  // As /tmp: tests start PostgreSQL, and attacks, as other users.
  await chmod(folder, 0o1777);
  return folder;
}

/** Returns the folder in which to create temporary files. */
export function parentFolder({ mounts, free, memory, chosen }: Machine): string {
  if (chosen) return chosen;
  const options = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([, path, type]) => path === MEMORY && type === "tmpfs")
    .at(-1)?.[3];
  // Tests install packages and run their commands.
  const usable = options !== undefined && !options.split(",").some((option) => option === "noexec" || option === "ro");
  return usable && free >= NEEDED && memory >= 2 * NEEDED ? MEMORY : tmpdir();
}

async function readMachine(): Promise<Machine> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return {
    mounts: await readFile("/proc/mounts", "utf8").catch(() => ""),
    free: bavail * bsize,
    memory: process.availableMemory(),
    chosen: process.env["TMPDIR"],
  };
}
