import type { IncomingMessage } from "node:http";

/** How much of a body that is too large is read on and thrown away, so that the client gets to read the answer. */
const MOST_DRAINED = 64 * 1024 * 1024;

/**
 * Reads the body of a request.
 *
 * @param maxBytes from here on the bytes are read and thrown away, and the body is `too-large`
 * @returns undefined when the client went away before the end
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | "too-large" | undefined> {
  // Nobody waits for what is announced and would not be read to its end.
  if (Number(request.headers["content-length"] ?? 0) > MOST_DRAINED) return Promise.resolve("too-large");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        if (size > MOST_DRAINED) resolve("too-large");
      }
    });
    request.on("end", () => resolve(size > maxBytes ? "too-large" : Buffer.concat(chunks)));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}
