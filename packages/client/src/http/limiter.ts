import { abortable } from "./abort.js";

/** The time in milliseconds, by a clock that nobody can set forward or back. */
export const now = () => performance.now();

/**
 * Limits all requests of a client: at most `max` in flight at once, fewer while the service asks for less. First come,
 * first served.
 *
 * The limit is halved under pressure and grows by one for each round of successes (additive increase, multiplicative
 * decrease, as in TCP), so it settles where the service can follow.
 */
export function createLimiter(max: number) {
  const waiting = new Set<() => void>();
  let limit = max;
  let active = 0;
  let slowedAt = -1;
  let resumeAt = 0;

  const startWaiting = () => {
    for (const start of waiting) {
      if (active + 1 > limit) break;
      active++;
      waiting.delete(start);
      start();
    }
  };

  return {
    /** Waits for a slot; rejects when the signal aborts. */
    acquire(signal: AbortSignal | undefined): Promise<void> | undefined {
      if (active + 1 <= limit && !signal?.aborted) {
        active++;
        return undefined;
      }
      return abortable(signal, (resolve) => {
        waiting.add(resolve);
        startWaiting();
        return () => waiting.delete(resolve);
      });
    },

    /** Returns a slot; every success lets the limit recover a little. */
    release(success: boolean) {
      active--;
      if (success) limit = Math.min(max, limit + 1 / limit);
      startWaiting();
    },

    /**
     * Halves the limit and pauses all requests for `delay` milliseconds. A request that was already in flight at the last
     * cut says nothing new; `sentAt` is when it was sent. Returns the new limit.
     */
    slowDown(sentAt: number, delay: number) {
      if (sentAt > slowedAt) {
        limit = Math.max(1, limit / 2);
        slowedAt = now();
      }
      resumeAt = Math.max(resumeAt, now() + delay);
      return Math.floor(limit);
    },

    /** How long all requests still have to pause, in milliseconds; 0 or less for no pause. */
    pause: () => resumeAt - now(),
  };
}
