import type { ServerResponse } from "node:http";

/** Limits the bytes that wait in memory because clients do not read their responses. */
export interface UnreadLimit {
  /** Must be called after writing to a response. */
  watch(response: ServerResponse): void;
}

/**
 * While all responses but the last one together have more than `maxBytes` unsent bytes, closes the connection with the most
 * of them. A client that reads its responses has almost none, so its connection is not closed; nobody has had the time to
 * read the last one, however large it is.
 */
export function createUnreadLimit(maxBytes: number): UnreadLimit {
  const unread = new Set<ServerResponse>();
  return {
    watch(response) {
      // Usually everything has been handed to the kernel, so there is nothing to track.
      if (response.writableLength === 0 || response.req.socket.destroyed) return;
      if (!unread.has(response)) {
        unread.add(response);
        response.once("close", () => unread.delete(response));
      }
      const before = [...unread].filter((one) => one !== response);
      let total = before.reduce((sum, one) => sum + one.writableLength, 0);
      if (total <= maxBytes) return;
      const slowest = before.sort((a, b) => a.writableLength - b.writableLength);
      while (total > maxBytes) {
        const next = slowest.pop();
        if (!next) return;
        total -= next.writableLength;
        unread.delete(next);
        // A response that is queued behind another one on its connection has no socket yet.
        next.req.socket.destroy();
      }
    },
  };
}
