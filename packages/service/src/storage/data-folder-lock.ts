import { chmod, link, mkdir, mkdtemp, open, readdir, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { basename, join, resolve } from "node:path";
import { checkFolder, checkSocket } from "./private-folder.js";

/** The folder belongs to a process that is alive. */
export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";

  constructor(readonly folder: string) {
    super(`The data folder ${folder} belongs to another process that is running; a folder has room for one`);
  }
}

/** A data folder that is ours. */
export interface FolderLock {
  /**
   * Says who speaks with those who connect, users who may write to the folder, from now on. Those who came before
   * anybody was there to speak with them have waited.
   */
  serve(speak: (socket: Socket) => void): void;
  /** Whoever is still connected is cut off. */
  release(): Promise<void>;
}

const LOCK_NAME = /^lock\.(\d+)$/;
/** In a draft folder. */
const SOCKET_NAME = "s";
/** What the address of a Unix socket has room for (`sun_path`), the final NUL aside, on macOS: Linux has 4 more. */
const LONGEST_SOCKET_PATH = 103;

/**
 * Takes a data folder for this process, or refuses.
 *
 * The lock is a listening socket, for the kernel lets go of it whenever and however its process ends, where a file with a
 * process id would outlive a crash, and in containers name a stranger. The lock files are numbered, and only the one
 * with the highest number counts: whoever finds it dead claims the next number, which only one can create, and backs off
 * if there is a higher one by then. The highest one is never removed, so that the numbers only grow.
 *
 * @throws FolderInUseError when its owner is alive
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const paths = await socketPaths(folder);
  // In a folder that only we may enter until it is closed: the umask decides who may connect to a socket that is new.
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
  // What the lock is for goes on as long as the process does; it must not be what keeps the process alive.
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
 * The address at which the owner of a folder listens; undefined if it has no owner.
 *
 * @param use what to do with the address, which is good for as long as it runs
 * @throws UnsafeFolderError when another user may have put the socket there, or may connect to it: what is imported would go to
 * that user
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

/** Addresses of sockets in a folder, however long its path is: on Linux there is a short one to any open folder. */
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
