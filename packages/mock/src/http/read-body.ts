import type { IncomingMessage } from "node:http";
import { collectChunks } from "@metadata-service/server-rules/node";

/** The maximum number of bytes to read and discard from an oversized body, so that the client can read the response. */
const MOST_DRAINED = 64 * 1024 * 1024;

/** The bytes of a body, or the reason why it was not read. */
export type ReadBody = Uint8Array | "too-large" | "no-room";

/**
 * Reads the body of a request.
 *
 * @param maxBytes beyond this size, the bytes are discarded and the body is `too-large`
 * @param take reserves room for a number of bytes; if it returns false, the body is `no-room`
 * @returns undefined if the client disconnected before the end
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  take: (bytes: number) => boolean = () => true,
): Promise<ReadBody | undefined> {
  // A longer body would not be read to its end anyway, so respond immediately.
  if (Number(request.headers["content-length"] ?? 0) > MOST_DRAINED) return Promise.resolve("too-large");
  return new Promise((resolve) => {
    const chunks = collectChunks();
    let size = 0;
    let refused: "too-large" | "no-room" | undefined;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) refused ??= "too-large";
      else if (!refused && !take(chunk.length)) refused = "no-room";
      if (!refused) chunks.add(chunk);
      else {
        chunks.clear();
        if (size > MOST_DRAINED) resolve(refused);
      }
    });
    request.on("end", () => resolve(refused ?? chunks.bytes()));
    request.on("error", () => resolve(undefined));
    request.on("close", () => resolve(undefined));
  });
}
