interface Waiter {
  /** The longest pause that the request can sit out, in milliseconds. */
  budget: number;
  /** Ends the wait: true to go, false where the pause is longer than the budget. */
  go(start: boolean): void;
}

/** The longest delay that `setTimeout` knows; anything above fires at once. */
export const MAX_TIMER = 2 ** 31 - 1;

/**
 * One brake for all requests of a client: at most `max` in flight at once, fewer while the service asks for less, none
 * during a pause. First come, first served.
 *
 * The limit is halved under pressure and grows by one for each round of successes (additive increase, multiplicative
 * decrease, as TCP does), so that it settles where the service can follow.
 */
export function createBrake(max: number) {
  const waiting = new Set<Waiter>();
  let limit = max;
  let active = 0;
  let resumeAt = 0;
  let easedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drain = () => {
    clearTimeout(timer);
    const pause = resumeAt - Date.now();
    for (const waiter of waiting) {
      const start = pause <= 0;
      if (start && active + 1 > limit) break;
      if (!start && pause <= waiter.budget) continue;
      if (start) active++;
      waiting.delete(waiter);
      waiter.go(start);
    }
    if (pause > 0 && waiting.size) timer = setTimeout(drain, Math.min(pause, MAX_TIMER));
  };

  return {
    /** How long the pause still lasts, in milliseconds; 0 or less where there is none. */
    pause: () => resumeAt - Date.now(),
    limit: () => Math.floor(limit),

    /** Waits for a slot; false where a pause is longer than `budget` milliseconds. Rejects when the signal aborts. */
    acquire: (signal: AbortSignal, budget: number) =>
      new Promise<boolean>((resolve, reject) => {
        const cancel = () => {
          waiting.delete(waiter);
          drain();
          reject(signal.reason);
        };
        const waiter: Waiter = {
          budget,
          go(start) {
            signal.removeEventListener("abort", cancel);
            resolve(start);
          },
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener("abort", cancel);
        waiting.add(waiter);
        drain();
      }),

    /** Gives a slot back; every success lets the limit recover a little. */
    release(success: boolean) {
      active--;
      if (success) limit = Math.min(max, limit + 1 / limit);
      drain();
    },

    /**
     * Halves the limit, and lets nothing start for `delay` milliseconds. Requests that were in flight already at the last
     * cut say nothing new: `startedAt` tells when this one was sent.
     */
    ease(startedAt: number, delay: number) {
      const now = Date.now();
      if (startedAt >= easedAt) {
        limit = Math.max(1, limit / 2);
        easedAt = now;
      }
      resumeAt = Math.max(resumeAt, now + delay);
      drain();
    },
  };
}
