import { closeSync, fsyncSync, openSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type InitialOptions = Parameters<NodeFS["init"]>[1];

/** A file in Emscripten. */
interface FileNode {
  readonly parent: FileNode;
  readonly name: string;
}

/** An open file. */
interface Stream {
  readonly node: FileNode;
  /** The file descriptor; folders have none. */
  readonly nfd?: number;
  readonly shared: { readonly refcount: number };
}

interface Attributes {
  readonly mode?: number;
}

/** A failed system call. */
interface Failure {
  readonly cause: NodeJS.ErrnoException;
  /** Its number in Emscripten. */
  readonly errno: number;
}

/** The part of Emscripten's file systems that is corrected here. */
interface EmscriptenFiles {
  readonly FS: {
    lookupNode(parent: FileNode, name: string): FileNode;
    destroyNode(node: FileNode): void;
  };
  readonly NODEFS: {
    /** Converts a system error to the number that PostgreSQL gets. */
    convertNodeCode(error: NodeJS.ErrnoException): number;
    /** Runs a system call, and converts its error. */
    tryFSOperation<T>(work: () => T): T;
    /** The path of a file outside of WebAssembly. */
    realPath(node: FileNode): string;
    readonly node_ops: {
      mknod(parent: FileNode, name: string, mode: number, device: number): FileNode;
      setattr(node: FileNode, attributes: Attributes): void;
      unlink(parent: FileNode, name: string): void;
    };
    readonly stream_ops: {
      setattr(stream: unknown, attributes: Attributes): void;
      open(stream: Stream): void;
      close(stream: Stream): void;
      fsync?(stream: Stream): number;
    };
  };
}

/** The permissions of the group and of others. */
const NOT_THE_OWNER = 0o077;

/**
 * The file system of an embedded database: that of PGlite, with four corrections.
 *
 * An `fsync` of PostgreSQL reaches the disk. Emscripten does not implement it, and reports success to PostgreSQL
 * although nothing was done. Its `fdatasync` cannot be corrected here; `openEmbeddedPool` therefore makes PostgreSQL
 * use `fsync`.
 *
 * Only the owner can read the files. PGlite creates them with mode 0666 whatever the umask of the process is, and a
 * library must not change the umask of the whole program.
 *
 * A file that could not be created is not listed. Emscripten would keep its name if the process has no file descriptors
 * left. PostgreSQL then correctly closes another file and tries again, but gets "File exists" from then on, until a
 * restart.
 *
 * Errors say what the operating system reported. Emscripten's only have a number.
 */
export class DatabaseFiles extends NodeFS {
  readonly #open = new Set<number>();
  #lastFailure: Failure | undefined;

  override async init(pglite: PGlite, options: InitialOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const correctFirst = (module: unknown) => {
      syncToDisk(module as EmscriptenFiles);
      keepPrivate(module as EmscriptenFiles);
      forgetWhatFailed(module as EmscriptenFiles);
      remember(module as EmscriptenFiles, this.#open);
      onFailure(module as EmscriptenFiles, (failure) => {
        this.#lastFailure = failure;
      });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [correctFirst, ...(emscriptenOpts.preRun ?? [])] } };
  }

  /** Returns what the operating system reported, if an error of Emscripten is about that. */
  causeOf(error: Error & { readonly errno?: number }): Error {
    const failure = this.#lastFailure;
    return failure && error.name === "ErrnoError" && error.errno === failure.errno ? failure.cause : error;
  }

  /** Closes open files, for a database that cannot do so itself any more. */
  drop(): void {
    for (const descriptor of this.#open) closeSync(descriptor);
    this.#open.clear();
  }
}

function syncToDisk({ NODEFS }: EmscriptenFiles): void {
  NODEFS.stream_ops.fsync = ({ nfd, node }) =>
    NODEFS.tryFSOperation(() => {
      // A file is only created, renamed or deleted on the disk when its folder is synced.
      if (nfd === undefined) syncFolder(NODEFS.realPath(node));
      else fsyncSync(nfd);
      return 0;
    });
}

function syncFolder(path: string): void {
  // Windows does not support this.
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function remember({ NODEFS: { stream_ops } }: EmscriptenFiles, descriptors: Set<number>): void {
  const { open, close } = stream_ops;
  stream_ops.open = (stream) => {
    open(stream);
    if (stream.nfd !== undefined) descriptors.add(stream.nfd);
  };
  stream_ops.close = (stream) => {
    // Before closing, because the number may be reused for another file afterwards.
    if (stream.nfd !== undefined && stream.shared.refcount <= 1) descriptors.delete(stream.nfd);
    close(stream);
  };
}

function onFailure({ NODEFS }: EmscriptenFiles, tell: (failure: Failure) => void): void {
  const { convertNodeCode } = NODEFS;
  NODEFS.convertNodeCode = (cause) => {
    const errno = convertNodeCode(cause);
    tell({ cause, errno });
    return errno;
  };
}

function keepPrivate({ NODEFS: { node_ops, stream_ops } }: EmscriptenFiles): void {
  const { mknod, setattr } = node_ops;
  node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~NOT_THE_OWNER, device);
  node_ops.setattr = (node, attributes) => setattr(node, closed(attributes));
  const { setattr: setStreamAttributes } = stream_ops;
  stream_ops.setattr = (stream, attributes) => setStreamAttributes(stream, closed(attributes));
}

function closed(attributes: Attributes): Attributes {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~NOT_THE_OWNER };
}

function forgetWhatFailed({ FS, NODEFS: { node_ops, stream_ops } }: EmscriptenFiles): void {
  const { mknod } = node_ops;
  const { open } = stream_ops;
  /** The last created file. Creating and opening are two separate calls, with none in between. */
  let justMade: FileNode | undefined;
  node_ops.mknod = (parent, name, mode, device) => {
    try {
      justMade = mknod(parent, name, mode, device);
      return justMade;
    } catch (error) {
      FS.destroyNode(FS.lookupNode(parent, name));
      throw error;
    }
  };
  stream_ops.open = (stream) => {
    const isNew = stream.node === justMade;
    justMade = undefined;
    try {
      open(stream);
    } catch (error) {
      if (isNew) {
        node_ops.unlink(stream.node.parent, stream.node.name);
        FS.destroyNode(stream.node);
      }
      throw error;
    }
  };
}
