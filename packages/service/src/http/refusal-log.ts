import type { FastifyBaseLogger } from "fastify";

/** Counts rejected requests, so that they do not flood the log. */
export interface RefusalLog {
  /**
   * @param kind the category: a status, or the reason why a connection was closed
   * @param about fields for the log; never a key
   */
  count(kind: string, about: object): void;
  /** Logs the counts. */
  flush(): void;
}

/** The interval between two lines with counts, in ms. */
const INTERVAL = 10_000;

/**
 * Logs the first rejected request at once, and then one line every ten seconds with the counts by category and the last
 * one.
 */
export function createRefusalLog(logger: FastifyBaseLogger): RefusalLog {
  let counts: Record<string, number> = {};
  let last: object | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (!last) return;
    logger.info({ refused: counts, last }, "refused");
    counts = {};
    last = undefined;
    timer = setTimeout(flush, INTERVAL).unref();
  };
  return {
    count(kind, about) {
      counts[kind] = (counts[kind] ?? 0) + 1;
      last = about;
      if (!timer) flush();
    },
    flush,
  };
}
