import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";

/** Lets callers take turns with work that blocks the thread. */
export interface Turns {
  /** Records that a caller sent a request. */
  seen(caller: string): void;
  /**
   * Runs a piece of work: immediately if it is small, otherwise when it is the caller's turn.
   *
   * @param bytes the amount of data that it processes
   */
  run<T>(caller: string, bytes: number, work: () => T): T | Promise<T>;
  /**
   * Runs database work: immediately if it is small, otherwise after the caller's other large statements, so that
   * requests of other callers wait for at most one of its statements.
   *
   * @param bytes the amount of data that the database reads or returns
   * @param work the work; if it is large, it receives a function that runs each of its statements after the pause that
   *   follows the previous one
   */
  runSerially<T>(caller: string, bytes: number, work: (runPart?: RunPart) => Promise<T>): Promise<T>;
}

/** Runs a part of some work when the caller's pause after the previous part is over. */
export type RunPart = <T>(part: () => Promise<T>) => Promise<T>;

/** Database work on fewer bytes runs immediately. */
export const LARGE_STATEMENT_BYTES = 256 * 1024;

/** Other work on fewer bytes runs immediately, because it takes less than a millisecond. */
const SMALL = 16 * 1024;
/** The pause after a piece of work, as a multiple of the time that the piece took. */
const PAUSE = 4;
/** The maximum pause, in ms, because on a busy machine even a short piece of work may seem to take long. */
const MOST_PAUSE = 200;
/** The time for which a caller counts as active after its last request, in ms. */
const PRESENT = 1_000;

/**
 * Gives each caller its share of the thread. Callers take turns with pieces of large work, and connections are served
 * between two pieces. A caller who is not alone waits after each piece for four times as long as it took. Other callers
 * thus wait for at most one piece, whatever a caller sends.
 *
 * @param now a monotonic clock, in ms
 */
export function createTurns(now: () => number): Turns {
  /** The pieces of each caller, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  const pausedUntil = new Map<string, number>();
  /** The end of the last large statement of each caller. */
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
    let pause = Number.POSITIVE_INFINITY;
    for (const caller of waiting.keys()) pause = Math.min(pause, pauseOf(caller));
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
    // An embedded database does not release the thread between two statements.
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
    runSerially(caller, bytes, work) {
      if (bytes < LARGE_STATEMENT_BYTES) return work();
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

/** Tracks the last two callers, which is enough to know whether a caller is alone. */
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
