import { abortable, timer } from "./abort.js";

/** Returns the time of a monotonic clock, in milliseconds. */
export const now = () => performance.now();

/** A request that waits for its turn. */
export interface Turn {
  /**
   * The number of its call, which determines its place in the queue: the lowest goes first. A retried request keeps its
   * place.
   */
  number: number;
  signal: AbortSignal | undefined;
  /** The maximum time that it can wait for the end of a pause, in milliseconds. */
  patience: () => number;
}

type Waiting = Turn & { settle: (granted: boolean) => void };

/** Inserts a request into the queue, and returns it. */
function enter(waiting: Waiting[], entry: Waiting): Waiting {
  let place = waiting.length;
  while (place > 0 && (waiting[place - 1]?.number ?? 0) > entry.number) place--;
  waiting.splice(place, 0, entry);
  return entry;
}

/** Removes a request from the queue, if it still waits. */
function leave(waiting: Waiting[], entry: Waiting): void {
  const place = waiting.indexOf(entry);
  if (place >= 0) waiting.splice(place, 1);
}

/** Removes the requests that cannot wait for the end of a pause. */
function dismiss(waiting: Waiting[], isTooLong: (turn: Turn) => boolean): void {
  for (const entry of waiting.filter(isTooLong)) {
    leave(waiting, entry);
    entry.settle(false);
  }
}

/**
 * Limits all requests of a client: at most `max` in flight at once, fewer while the service is under pressure, and none
 * during a pause that it asks for. Requests, including retries, are sent in the order of their calls. A rejected
 * request is therefore retried before requests of later calls; in a busy client, it might otherwise be rejected again
 * and again.
 *
 * The limit is halved under pressure and grows by one for each round of successes (additive increase, multiplicative
 * decrease), so it settles at what the service can handle. After a pause one request is sent first, and each success
 * allows one more at once, up to the limit (slow start). TCP does both (RFC 5681).
 */
export function createLimiter(max: number) {
  const waiting: Waiting[] = [];
  let limit = max;
  /** The maximum number of requests in flight during slow start; `limit` applies if it is lower. */
  let allowed = max;
  let active = 0;
  let slowedAt = -1;
  /** The end of the pause that the service asked for. */
  let endsAt = 0;
  let wake: ReturnType<typeof timer> | undefined;
  const pause = () => endsAt - now();
  const isTooLong = ({ patience }: Turn) => pause() > Math.max(0, patience());

  /** Starts the requests whose turn it is; during a pause, at its end. */
  const startWaiting = () => {
    clearTimeout(wake);
    if (waiting.length > 0 && pause() > 0) wake = timer(startWaiting, pause());
    while (waiting.length > 0 && pause() <= 0 && active + 1 <= Math.min(limit, allowed)) {
      active++;
      waiting.shift()?.settle(true);
    }
  };

  return {
    /** Waits for a slot and the end of a pause; false if the pause is too long. Rejects when the signal aborts. */
    acquire(turn: Turn): boolean | Promise<boolean> {
      if (isTooLong(turn)) return false;
      return abortable<boolean>(turn.signal, (settle) => {
        const entry = enter(waiting, { ...turn, settle });
        startWaiting();
        return () => {
          leave(waiting, entry);
          startWaiting();
        };
      });
    },

    /** Releases a slot; every success raises the limit a little. */
    release(success: boolean) {
      active--;
      if (success && allowed < limit) allowed++;
      else if (success) limit = Math.min(max, limit + 1 / limit);
      startWaiting();
    },

    /**
     * Halves the limit and pauses all requests for `delay` milliseconds. A request that was sent (`sentAt`) before the
     * last reduction does not halve the limit again. Returns the new limit.
     */
    slowDown(sentAt: number, delay: number) {
      if (sentAt > slowedAt) {
        // Half of no limit would be no limit.
        limit = Math.max(1, (limit < Infinity ? limit : active) / 2);
        slowedAt = now();
      }
      endsAt = Math.max(endsAt, now() + delay);
      if (delay > 0) allowed = 1;
      dismiss(waiting, isTooLong);
      startWaiting();
      return Math.floor(limit);
    },

    /** Returns the remaining time of the current pause in milliseconds; 0 or less if there is no pause. */
    pause,
  };
}
