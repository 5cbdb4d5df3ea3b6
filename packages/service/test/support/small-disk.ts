import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The reason why a small disk cannot be mounted here; empty if it can. */
export const NO_SMALL_DISK = ((): string => {
  try {
    unmount(smallDisk(1));
    return "";
  } catch {
    return " (skipped: only root on Linux can mount the small disk that this needs)";
  }
})();

/** Mounts an in-memory file system. */
export function smallDisk(mebibytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "metadata-service-disk-"));
  try {
    const options = `size=${mebibytes}m,mode=0755`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

/** Changes its size, and keeps its contents. */
export function enlarge(folder: string, mebibytes: number): void {
  execFileSync("mount", ["-o", `remount,size=${mebibytes}m`, folder]);
}

/** Unmounts it. Its contents are gone. */
export function unmount(folder: string): void {
  execFileSync("umount", ["--lazy", folder]);
  rmSync(folder, { recursive: true });
}

/** Fills the free space of a disk. */
export async function fill(folder: string): Promise<void> {
  const file = await open(ballast(folder), "w");
  for (const size of [1024 * 1024, 4096]) {
    const piece = Buffer.alloc(size);
    for (let isFull = false; !isFull; ) {
      isFull = await file.write(piece).then(
        ({ bytesWritten }) => bytesWritten < size,
        () => true,
      );
    }
  }
  await file.close();
}

/** Frees that space again. */
export function makeRoom(folder: string): Promise<void> {
  return rm(ballast(folder));
}

const ballast = (folder: string) => join(folder, "ballast");
