import { chmod, link, mkdtemp, open, readdir, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { basename, join, resolve } from "node:path";
import { makeFolder } from "./make-folder.js";
import { checkFolder, checkSocket } from "./private-folder.js";

/** Thrown if the folder belongs to a running process. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";

  constructor(readonly folder: string) {
    super(`The data folder ${folder} is in use by another running process; only one process can use a folder`);
  }
}

export interface FolderLock {
  /**
   * Sets the handler for connections from users with write access to the folder. Connections that arrived
   * before that have waited.
   */
  serve(speak: (socket: Socket) => void): void;
  /** Releases the lock, and closes open connections. */
  release(): Promise<void>;
}

const LOCK_NAME = /^lock\.(\d+)$/;
/** The name of the socket in a draft folder. */
const SOCKET_NAME = "s";
/** The maximum length of a Unix socket address (`sun_path`) on macOS, without the final NUL; Linux allows 4 more. */
const LONGEST_SOCKET_PATH = 103;

/**
 * Locks a data folder for this process.
 *
 * The lock is a listening socket, because the kernel releases it whenever and however its process ends. A file with a
 * process ID would outlive a crash, and could name a different process in a container. The lock files are numbered, and
 * only the one with the highest number counts: a process that finds it dead claims the next number, which only one
 * process can create, and gives up if there is a higher one by then. The highest one is never removed, so the numbers
 * only increase.
 *
 * @throws FolderInUseError if its owner is running
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  await makeFolder(folder, 0o700);
  const paths = await socketPaths(folder);
  // In a folder that only we may enter until the mode of the socket is set, because the umask determines the mode of a
  // new socket.
  const drafts = await mkdtemp(join(folder, "draft."));
  const draft = join(basename(drafts), SOCKET_NAME);
  const server = createServer();
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(paths.at(draft), listening);
  });
  await chmod(join(drafts, SOCKET_NAME), 0o600);
  const connected = new Set<Socket>();
  let speak: ((socket: Socket) => void) | undefined;
  server.on("connection", (socket) => {
    connected.add(socket.on("error", () => {}).once("close", () => connected.delete(socket)));
    speak?.(socket);
  });
  const release = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of connected) socket.destroy();
    await closed;
    await paths.close();
  };
  try {
    await claim(folder, draft, paths);
  } catch (error) {
    await release();
    throw error;
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
  // The lock must not keep the process alive.
  server.unref();
  return {
    serve(next) {
      const waiting = speak ? [] : [...connected];
      speak = next;
      for (const socket of waiting) next(socket);
    },
    release,
  };
}

/**
 * Runs a function with the address at which the owner of a folder listens; undefined if it has no owner.
 *
 * @param use the function; the address is valid while it runs
 * @throws UnsafeFolderError if another user may have created the socket, or may connect to it: imported data would go
 *   to that user
 */
export async function withFolderOwner<T>(
  folder: string,
  use: (socketPath: string) => Promise<T>,
): Promise<T | undefined> {
  const highest = Math.max(0, ...(await lockNumbers(folder)));
  if (highest === 0) return undefined;
  await checkFolder(folder);
  const paths = await socketPaths(folder);
  try {
    const path = paths.at(`lock.${highest}`);
    if (!(await isAlive(path))) return undefined;
    await checkSocket(join(resolve(folder), `lock.${highest}`));
    return await use(path);
  } finally {
    await paths.close();
  }
}

async function claim(folder: string, draft: string, paths: SocketPaths): Promise<void> {
  for (;;) {
    const highest = Math.max(0, ...(await lockNumbers(folder)));
    if (highest > 0 && (await isAlive(paths.at(`lock.${highest}`)))) throw new FolderInUseError(resolve(folder));
    const mine = highest + 1;
    try {
      await link(join(folder, draft), join(folder, `lock.${mine}`));
    } catch (error) {
      if (codeOf(error) === "EEXIST") continue;
      throw error;
    }
    const others = (await lockNumbers(folder)).filter((number) => number !== mine);
    if (others.some((number) => number > mine)) {
      await rm(join(folder, `lock.${mine}`), { force: true });
      continue;
    }
    await Promise.all(others.map((number) => rm(join(folder, `lock.${number}`), { force: true })));
    return;
  }
}

async function lockNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) return [];
    throw error;
  });
  return names.flatMap((name) => Number(LOCK_NAME.exec(name)?.[1] ?? 0) || []);
}

/** Only a refused connection proves that no process listens; a full queue, for example, does not. */
function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error) => resolve(!["ECONNREFUSED", "ENOENT"].includes(codeOf(error) ?? "")));
  });
}

interface SocketPaths {
  at(name: string): string;
  close(): Promise<void>;
}

/** Returns socket addresses in a folder with a path of any length: Linux has a short path to any open folder. */
async function socketPaths(folder: string): Promise<SocketPaths> {
  const longest = Buffer.byteLength(join(resolve(folder), "draft.012345/s"));
  if (longest <= LONGEST_SOCKET_PATH) return { at: (name) => join(resolve(folder), name), close: async () => {} };
  if (process.platform !== "linux")
    throw new Error(`The path of the data folder ${resolve(folder)} is too long; choose one of at most 80 bytes`);
  const handle = await open(folder, "r");
  return { at: (name) => `/proc/self/fd/${handle.fd}/${name}`, close: () => handle.close() };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}
