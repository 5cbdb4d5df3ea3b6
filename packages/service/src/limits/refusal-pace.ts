import { setTimeout as sleep } from "node:timers/promises";

/** Sends the refusals of a caller no faster than at some pace. */
export interface RefusalPace {
  /** Resolves when the next refusal of a caller may be sent. */
  next(caller: string): Promise<void>;
}

/** So many refusals of a caller are sent at once: more than a caller who waits as it is told ever gets. */
const AT_ONCE = 20;
/** Between two after these, in ms. */
const INTERVAL = 20;
/** The longest that a refusal waits, in ms: after so long, the caller may try again anyway. */
const MOST_WAIT = 1_000;
/** Above this many callers, those at rest are forgotten. */
const MOST_CALLERS = 10_000;

/**
 * A caller who ignores that it was refused sends its next request as soon as it has the response to the last one. Each costs the
 * thread as much as a small request; so from some number on, such a caller waits for its refusals.
 *
 * @param now a monotonic clock, in ms
 * @param wait how to wait for some ms
 */
export function createRefusalPace(now: () => number, wait: (ms: number) => Promise<unknown> = sleep): RefusalPace {
  /** When all refusals of a caller so far would have been sent at their interval. */
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
