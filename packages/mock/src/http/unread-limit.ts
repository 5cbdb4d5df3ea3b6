import type { ServerResponse } from "node:http";

/** Limits the bytes that wait in memory because clients do not read their responses. */
export interface UnreadLimit {
  /** Must be called after writing to a response. */
  watch(response: ServerResponse): void;
}

/**
 * While all responses together have more than `maxBytes` unsent bytes, closes the connection with the most of them. A
 * client that reads its responses has almost none, so its connection is not closed.
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
      let total = 0;
      for (const one of unread) total += one.writableLength;
      if (total <= maxBytes) return;
      const slowest = [...unread].sort((a, b) => a.writableLength - b.writableLength);
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
