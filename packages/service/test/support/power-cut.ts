import fs, { type PathLike } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join, relative } from "node:path";

/**
 * Tracks which writes of the embedded database to a folder are on the disk and which are only in the memory of the
 * system.
 */
export interface WatchedDisk {
  /**
   * Copies the folder as a power cut at this time could leave it: only a part of the unsynced data is included;
   * `survives` decides for each block, in no particular order.
   */
  cutPower(copy: string, survives: () => boolean): void;
  /** The number of syncs so far. */
  syncs(): number;
  /** Stops tracking. */
  end(): void;
}

/** The unit that a disk writes completely or not at all. */
const BLOCK = 4096;

/** The differences between a file at its last sync and now. */
interface Unsynced {
  readonly size: number;
  readonly blocks: Map<number, Buffer>;
}

/** A change of names in a folder that was not synced yet. */
interface NameChange {
  readonly folder: string;
  undo(copy: string): void;
}

/**
 * Tracks the writes to a folder, on Linux. The embedded database uses synchronous calls of `node:fs`, which can be
 * replaced.
 *
 * @param ignoreSyncs whether to ignore every sync, like a disk that falsely reports it
 */
export function watchDisk(root: string, { ignoreSyncs = false } = {}): WatchedDisk {
  const real = { ...fs };
  const stash = real.mkdtempSync(`${root}-stash-`);
  const unsynced = new Map<number, Unsynced>();
  let names: NameChange[] = [];
  let syncCount = 0;
  let stashed = 0;
  const isWatched = (path: PathLike) => !relative(root, String(path)).startsWith("..");
  const pathOf = (fd: number) => real.readlinkSync(`/proc/self/fd/${fd}`);

  /** Saves the disk content of a part of a file that is about to change. */
  const keepOld = (fd: number, from: number, to: number) => {
    const { ino, size } = real.fstatSync(fd);
    const old = unsynced.get(ino) ?? { size, blocks: new Map<number, Buffer>() };
    unsynced.set(ino, old);
    for (let block = Math.floor(from / BLOCK); block * BLOCK < Math.min(to, old.size); block++) {
      if (old.blocks.has(block)) continue;
      const bytes = Buffer.alloc(Math.min(BLOCK, old.size - block * BLOCK));
      withReader(fd, (reader) => real.readSync(reader, bytes, 0, bytes.length, block * BLOCK));
      old.blocks.set(block, bytes);
    }
  };
  /** Opens a file for reading, because the descriptor may be write-only. */
  const withReader = (fd: number, read: (reader: number) => void) => {
    const reader = real.openSync(`/proc/self/fd/${fd}`, "r");
    read(reader);
    real.closeSync(reader);
  };
  const truncated = (fd: number, size = 0) => keepOld(fd, size, Number.POSITIVE_INFINITY);
  const withFile = (path: PathLike, work: (fd: number) => void) => {
    const fd = real.openSync(path, "r");
    work(fd);
    real.closeSync(fd);
  };
  const named = (path: PathLike, undo: NameChange["undo"]) => names.push({ folder: dirname(String(path)), undo });
  /**
   * Creates a second link to a file that is about to be deleted or renamed; returns a function that restores it in a
   * copy.
   */
  const keepFile = (path: PathLike) => {
    if (!real.existsSync(path)) return () => {};
    const kept = join(stash, String(stashed++));
    real.linkSync(path, kept);
    return (copy: string) => real.copyFileSync(kept, inCopy(copy, path));
  };
  const inCopy = (copy: string, path: PathLike) => join(copy, relative(root, String(path)));

  const replaced = {
    writeSync(fd: number, data: NodeJS.ArrayBufferView, offset: number, length: number, position: number | null) {
      if (isWatched(pathOf(fd))) keepOld(fd, position ?? 0, (position ?? 0) + length);
      return real.writeSync(fd, data, offset, length, position);
    },
    ftruncateSync(fd: number, size?: number) {
      if (isWatched(pathOf(fd))) truncated(fd, size);
      real.ftruncateSync(fd, size);
    },
    truncateSync(path: PathLike, size?: number) {
      if (isWatched(path)) withFile(path, (fd) => truncated(fd, size));
      real.truncateSync(path, size);
    },
    writeFileSync(path: PathLike, data: string, options: fs.WriteFileOptions) {
      if (isWatched(path)) named(path, (copy) => real.rmSync(inCopy(copy, path), { force: true }));
      real.writeFileSync(path, data, options);
    },
    openSync(path: PathLike, flags: number | string, mode?: number) {
      const truncates = typeof flags === "number" && (flags & fs.constants.O_TRUNC) !== 0;
      if (truncates && isWatched(path) && real.existsSync(path)) withFile(path, (fd) => truncated(fd));
      return real.openSync(path, flags, mode);
    },
    renameSync(from: PathLike, to: PathLike) {
      if (isWatched(from)) {
        const giveBack = keepFile(to);
        named(to, (copy) => {
          if (real.existsSync(inCopy(copy, to))) real.renameSync(inCopy(copy, to), inCopy(copy, from));
          giveBack(copy);
        });
      }
      real.renameSync(from, to);
    },
    unlinkSync(path: PathLike) {
      if (isWatched(path)) named(path, keepFile(path));
      real.unlinkSync(path);
    },
    fsyncSync(fd: number) {
      const path = pathOf(fd);
      if (isWatched(path) && !ignoreSyncs) {
        syncCount++;
        unsynced.delete(real.fstatSync(fd).ino);
        names = names.filter(({ folder }) => folder !== path);
      }
      real.fsyncSync(fd);
    },
  };
  Object.assign(fs, replaced);
  syncBuiltinESMExports();

  return {
    cutPower(copy, survives) {
      real.cpSync(root, copy, { recursive: true, filter: (path) => !basename(path).startsWith("lock.") });
      for (const path of filesIn(real, root)) {
        const old = unsynced.get(real.statSync(path).ino);
        if (old) revert(real, inCopy(copy, path), old, survives);
      }
      // A journal keeps changes of names in order, so those up to some point are on the disk.
      let kept = 0;
      while (kept < names.length && survives()) kept++;
      for (const { undo } of names.slice(kept).reverse()) undo(copy);
    },
    syncs: () => syncCount,
    end() {
      for (const name of Object.keys(replaced) as (keyof typeof replaced)[]) Object.assign(fs, { [name]: real[name] });
      syncBuiltinESMExports();
      real.rmSync(stash, { recursive: true, force: true });
    },
  };
}

/** Restores the disk content of a file for the blocks that do not survive. */
function revert(real: typeof fs, path: string, { size, blocks }: Unsynced, survives: () => boolean): void {
  const fd = real.openSync(path, "r+");
  const now = real.fstatSync(fd).size;
  for (const [block, bytes] of blocks) if (!survives()) real.writeSync(fd, bytes, 0, bytes.length, block * BLOCK);
  // New blocks have no old content, so a file system returns zeros.
  for (let at = Math.ceil(size / BLOCK) * BLOCK; at < now; at += BLOCK)
    if (!survives()) real.writeSync(fd, Buffer.alloc(Math.min(BLOCK, now - at)), 0, Math.min(BLOCK, now - at), at);
  if (!survives()) real.ftruncateSync(fd, size);
  real.closeSync(fd);
}

function filesIn(real: typeof fs, folder: string): string[] {
  return real
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
