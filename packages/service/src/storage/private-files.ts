import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type InitialOptions = Parameters<NodeFS["init"]>[1];

/** The part of Emscripten's NODEFS through which files get their modes. */
interface NodeFiles {
  readonly node_ops: {
    mknod(parent: unknown, name: string, mode: number, device: number): unknown;
    setattr(node: unknown, attributes: { mode?: number }): void;
  };
  readonly stream_ops: { setattr(stream: unknown, attributes: { mode?: number }): void };
}

/** All that others and the group of a file may do with it. */
const NOT_THE_OWNER = 0o077;

/**
 * The files of an embedded database, which nobody but its owner can read. PGlite makes them with mode 0666 whatever the
 * umask of the process is, and a library must not change that umask for the program around it.
 */
export class PrivateFiles extends NodeFS {
  override async init(pglite: PGlite, options: InitialOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [
      (module: unknown) => keepPrivate((module as { NODEFS: NodeFiles }).NODEFS),
      ...(emscriptenOpts.preRun ?? []),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function keepPrivate({ node_ops, stream_ops }: NodeFiles): void {
  const { mknod, setattr } = node_ops;
  node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~NOT_THE_OWNER, device);
  node_ops.setattr = (node, attributes) => setattr(node, closed(attributes));
  const { setattr: setStreamAttributes } = stream_ops;
  stream_ops.setattr = (stream, attributes) => setStreamAttributes(stream, closed(attributes));
}

function closed<T extends { mode?: number }>(attributes: T): T {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~NOT_THE_OWNER };
}
