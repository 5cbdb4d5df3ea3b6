import { setTimeout as sleep } from "node:timers/promises";

/** Limits the rate at which a caller gets 429s. */
export interface RefusalPace {
  /** Resolves when the next 429 may be sent to a caller. */
  next(caller: string): Promise<void>;
}

/** The number of 429s that are sent without delay. A caller who respects `Retry-After` never reaches it. */
const AT_ONCE = 20;
/** The interval between further ones, in ms. */
const INTERVAL = 20;
/** The maximum delay, in ms; after that time, the caller may retry anyway. */
const MOST_WAIT = 1_000;
/** Above this number of callers, idle ones are forgotten. */
const MOST_CALLERS = 10_000;

/**
 * Slows down callers who ignore 429s and send the next request as soon as they get a response. A rejected request takes
 * as much thread time as a small successful one, so after a number of 429s, each further one is delayed.
 *
 * @param now a monotonic clock, in ms
 * @param wait waits for a number of ms
 */
export function createRefusalPace(now: () => number, wait: (ms: number) => Promise<unknown> = sleep): RefusalPace {
  /** For each caller, the time at which all previous 429s would have been sent at this interval. */
  const reached = new Map<string, number>();
  const forgetIdle = () => {
    for (const [caller, at] of reached) if (at <= now()) reached.delete(caller);
  };
  return {
    async next(caller) {
      if (reached.size >= MOST_CALLERS) forgetIdle();
      const ahead = Math.max(0, (reached.get(caller) ?? 0) - now()) + INTERVAL;
      const late = Math.min(MOST_WAIT, ahead - AT_ONCE * INTERVAL);
      reached.set(caller, now() + Math.min(ahead, AT_ONCE * INTERVAL + MOST_WAIT));
      if (late > 0) await wait(late);
    },
  };
}
