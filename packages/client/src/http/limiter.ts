import { abortable, MAX_TIMER } from "./abort.js";

/** The time in milliseconds, by a clock that nobody can set forward or back. */
export const now = () => performance.now();

/** A request that waits for its turn. */
export interface Turn {
  /** Its place: the number of its call, the lowest first. A request that is repeated keeps its place. */
  number: number;
  signal: AbortSignal | undefined;
  /** How long it can wait for the end of a pause, in milliseconds. */
  patience: () => number;
}

/**
 * Limits all requests of a client: at most `max` in flight at once, fewer while the service asks for less, and none while
 * it asks for a pause. Calls have their turn in the order in which they were made, repeated ones too: a request that was
 * refused goes before those that were never sent, or a busy client would refuse it time and again.
 *
 * The limit is halved under pressure and grows by one for each round of successes (additive increase, multiplicative
 * decrease), so it settles where the service can follow. After a pause one request goes first, and each success lets one
 * more go besides, up to the limit (slow start); both as in TCP (RFC 5681).
 */
export function createLimiter(max: number) {
  const waiting: (Turn & { settle: (granted: boolean) => void })[] = [];
  let limit = max;
  /** How many may be in flight since the last pause ended, if the limit is not lower. */
  let allowed = max;
  let active = 0;
  let slowedAt = -1;
  let resumeAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pause = () => resumeAt - now();

  /** Starts those whose turn it is; during a pause, sets the timer for its end. */
  const startWaiting = () => {
    clearTimeout(timer);
    const rest = pause();
    if (rest > 0) {
      if (waiting.length > 0) timer = setTimeout(startWaiting, Math.min(rest, MAX_TIMER));
      return;
    }
    while (waiting.length > 0 && active + 1 <= Math.min(limit, allowed)) {
      active++;
      waiting.shift()?.settle(true);
    }
  };

  return {
    /**
     * Waits for a slot and for the end of a pause; rejects when the signal aborts.
     *
     * @returns false for a pause that is longer than the patience
     */
    acquire(turn: Turn): boolean | Promise<boolean> {
      if (pause() > Math.max(0, turn.patience())) return false;
      return abortable<boolean>(turn.signal, (settle) => {
        const entry = { ...turn, settle };
        let place = waiting.length;
        while (place > 0 && (waiting[place - 1]?.number ?? 0) > turn.number) place--;
        waiting.splice(place, 0, entry);
        startWaiting();
        return () => {
          const at = waiting.indexOf(entry);
          if (at >= 0) waiting.splice(at, 1);
          startWaiting();
        };
      });
    },

    /** Returns a slot; every success lets the limit recover a little. */
    release(success: boolean) {
      active--;
      if (success && allowed < limit) allowed++;
      else if (success) limit = Math.min(max, limit + 1 / limit);
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
      if (delay > 0) allowed = 1;
      for (const turn of waiting.filter(({ patience }) => pause() > Math.max(0, patience()))) {
        waiting.splice(waiting.indexOf(turn), 1);
        turn.settle(false);
      }
      startWaiting();
      return Math.floor(limit);
    },

    /** How long all requests still have to pause, in milliseconds; 0 or less for no pause. */
    pause,
  };
}
