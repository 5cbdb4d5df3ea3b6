/** The chunks of a body. */
export interface Chunks {
  add(chunk: Uint8Array): void;
  /** Forgets all chunks. */
  clear(): void;
  /** Returns the bytes of all chunks. */
  bytes(): Buffer;
}

/** The number of chunks that are copied into one. */
const COPIED_TOGETHER = 256;

/**
 * Collects the chunks of a body. A sender determines their size, and each uses some 300 bytes of memory in addition to its
 * own, so small ones are copied together: a body of 1 MiB in chunks of one byte would use 300 MiB.
 */
export function collectChunks(): Chunks {
  let blocks: Buffer[] = [];
  let latest: Uint8Array[] = [];
  return {
    add(chunk) {
      latest.push(chunk);
      if (latest.length < COPIED_TOGETHER) return;
      blocks.push(Buffer.concat(latest));
      latest = [];
    },
    clear() {
      blocks = [];
      latest = [];
    },
    bytes: () => Buffer.concat([...blocks, ...latest]),
  };
}
