import type { ServerResponse } from "node:http";

/** Bounds what waits in memory for clients that do not read. */
export interface UnreadLimit {
  /** To be called after something was written to a response. */
  watch(response: ServerResponse): void;
}

/**
 * Closes the connection with the most unsent bytes while all responses together have more than `maxBytes` of them: event
 * streams and pages alike. A client that reads has next to none, so it is never the one.
 */
export function createUnreadLimit(maxBytes: number): UnreadLimit {
  const unread = new Set<ServerResponse>();
  return {
    watch(response) {
      // What the kernel took at once waits nowhere: nearly every response ends here.
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
        // A response that waits behind another one on its connection has no socket yet.
        next.req.socket.destroy();
      }
    },
  };
}
