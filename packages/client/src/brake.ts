import { abortable } from "./abort.js";

/** The time in milliseconds, by a clock that nobody can put forward or back. */
export const now = () => performance.now();

/**
 * One brake for all requests of a client: at most `max` in flight at once, fewer while the service asks for less. First
 * come, first served.
 *
 * The limit is halved under pressure and grows by one for each round of successes (additive increase, multiplicative
 * decrease, as TCP does), so that it settles where the service can follow.
 */
export function createBrake(max: number) {
  const waiting = new Set<() => void>();
  let limit = max;
  let active = 0;
  let easedAt = -1;
  let resumeAt = 0;

  const drain = () => {
    for (const go of waiting) {
      if (active + 1 > limit) break;
      active++;
      waiting.delete(go);
      go();
    }
  };

  return {
    /** Waits for a slot; rejects when the signal aborts. */
    acquire(signal: AbortSignal | undefined): Promise<void> | undefined {
      if (active + 1 <= limit && !signal?.aborted) {
        active++;
        return undefined;
      }
      return abortable(signal, (go) => {
        waiting.add(go);
        drain();
        return () => waiting.delete(go);
      });
    },

    /** Gives a slot back; every success lets the limit recover a little. */
    release(success: boolean) {
      active--;
      if (success) limit = Math.min(max, limit + 1 / limit);
      drain();
    },

    /**
     * Halves the limit, and asks everybody to pause for `delay` milliseconds. A request that was in flight already at the
     * last cut says nothing new: `startedAt` tells when it was sent. Returns the new limit.
     */
    ease(startedAt: number, delay: number) {
      if (startedAt > easedAt) {
        limit = Math.max(1, limit / 2);
        easedAt = now();
      }
      resumeAt = Math.max(resumeAt, now() + delay);
      return Math.floor(limit);
    },

    /** How long everybody is still to pause, in milliseconds; 0 or less for no pause. */
    pause: () => resumeAt - now(),
  };
}
