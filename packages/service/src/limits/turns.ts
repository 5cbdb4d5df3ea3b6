import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";

/** Lets callers take turns with work that holds the thread. */
export interface Turns {
  /** Says that a caller has asked for something. */
  seen(caller: string): void;
  /**
   * Does a piece of work: at once if it is small, else when it is the caller's turn.
   *
   * @param bytes what it works through
   */
  run<T>(caller: string, bytes: number, work: () => T): T | Promise<T>;
  /**
   * Does work that waits for the database: at once if it is small, else after what the caller has under way of this kind, so
   * that the requests of others wait behind one of its statements at most.
   *
   * @param bytes what the database takes or gives
   * @param work gets a function to run its statements with if it is large: each of them then waits for the pause after the
   *   one before
   */
  hold<T>(caller: string, bytes: number, work: (runPart?: RunPart) => Promise<T>): Promise<T>;
}

/** Runs a part of some work when the caller's pause after the last one is over. */
export type RunPart = <T>(part: () => Promise<T>) => Promise<T>;

/** Statements on fewer bytes are not held back. */
export const HELD = 256 * 1024;

/** Work on fewer bytes waits for no turn: it takes less than a millisecond. */
const SMALL = 16 * 1024;
/** For each millisecond that a caller used the thread, it leaves this many to others, if there are any. */
const PAUSE = 4;
/** At most, in ms: where the process itself gets little of its machine, a short piece seems to take long. */
const MOST_PAUSE = 200;
/** How long a caller counts as one of the others after its last request, in ms. */
const PRESENT = 1_000;

/**
 * Gives each caller its share of the thread. Large work goes one piece at a time, in turns between callers, with a look at
 * all connections between two pieces; and a caller who is not alone waits after each piece for four times as long as it
 * took. So others wait for one piece at most, whatever a caller sends at once.
 *
 * @param now a monotonic clock, in ms
 */
export function createTurns(now: () => number): Turns {
  /** The pieces of each caller; the one whose turn it is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  const pausedUntil = new Map<string, number>();
  /** The end of the last statement of each caller that was held back. */
  const held = new Map<string, Promise<void>>();
  const recent = lastTwo(now);
  let isScheduled = false;

  const pauseOf = (caller: string): number =>
    recent.isAlone(caller) ? 0 : Math.max(0, (pausedUntil.get(caller) ?? 0) - now());
  const pause = (caller: string, began: number) => {
    pausedUntil.set(caller, now() + Math.min(MOST_PAUSE, PAUSE * (now() - began)));
  };
  const schedule = () => {
    if (isScheduled || waiting.size === 0) return;
    isScheduled = true;
    const pause = Math.min(...[...waiting.keys()].map(pauseOf));
    if (pause > 0) setTimeout(runNext, pause);
    else setImmediate(runNext);
  };
  const runNext = () => {
    isScheduled = false;
    for (const [caller, until] of pausedUntil) if (until <= now()) pausedUntil.delete(caller);
    for (const [caller, [piece, ...more]] of waiting) {
      if (pauseOf(caller) > 0) continue;
      waiting.delete(caller);
      if (more.length > 0) waiting.set(caller, more);
      const began = now();
      piece?.();
      pause(caller, began);
      break;
    }
    schedule();
  };

  const afterPause = async <T>(caller: string, part: () => Promise<T>): Promise<T> => {
    const rest = pauseOf(caller);
    // An embedded database gives the thread back to nobody between two statements.
    await (rest > 0 ? sleep(rest) : immediate());
    const began = now();
    try {
      return await part();
    } finally {
      pause(caller, began);
    }
  };

  return {
    seen: recent.seen,
    run(caller, bytes, work) {
      if (bytes < SMALL) return work();
      return new Promise((resolve, reject) => {
        const piece = () => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        };
        waiting.set(caller, [...(waiting.get(caller) ?? []), piece]);
        schedule();
      });
    },
    hold(caller, bytes, work) {
      if (bytes < HELD) return work();
      const done = (held.get(caller) ?? Promise.resolve()).then(() => work((part) => afterPause(caller, part)));
      const end: Promise<void> = done
        .catch(() => {})
        .then(() => {
          if (held.get(caller) === end) held.delete(caller);
        });
      held.set(caller, end);
      return done;
    },
  };
}

/** The two callers that were seen last: whether a caller is alone needs no more. */
function lastTwo(now: () => number) {
  let last = { caller: "", at: Number.NEGATIVE_INFINITY };
  let other = last;
  return {
    seen(caller: string) {
      if (caller !== last.caller) other = last;
      last = { caller, at: now() };
    },
    isAlone(caller: string) {
      const { at } = last.caller === caller ? other : last;
      return at < now() - PRESENT;
    },
  };
}
