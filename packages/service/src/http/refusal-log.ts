import type { FastifyBaseLogger } from "fastify";

/** Counts refusals for the log, so that a flood of them does not become a flood of lines. */
export interface RefusalLog {
  /**
   * @param kind what to count it under: a status, or why a connection was closed
   * @param about what to say of one of them; never a key
   */
  count(kind: string, about: object): void;
  /** Writes down what was counted. */
  flush(): void;
}

/** How long refusals are counted before a line says how many there were, in ms. */
const INTERVAL = 10_000;

/** Writes the first refusal at once, and then one line for all of ten seconds: how many of each kind, and the last one. */
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
