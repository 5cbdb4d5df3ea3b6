import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import { OverloadError } from "../storage/records/create-batcher.js";

/** Lets callers take turns with work that blocks the thread. */
export interface Turns {
  /** Records that a caller sent a request. */
  seen(caller: string): void;
  /**
   * Runs a piece of work: immediately if it is small, otherwise when it is the caller's turn. If a small piece recently took
   * long and other callers are active, the caller's other small pieces wait for their turn, too.
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
  /**
   * Runs a database statement of any size. If the database has one connection, or if a statement of this caller recently
   * took long and other callers are active, it waits for the caller's other statements and the pause after a long one.
   *
   * @throws OverloadError if that takes too long
   */
  runStatement<T>(caller: string, part: Part<T>): Promise<T>;
}

/**
 * A part of some work.
 *
 * @param took to be called with the time for which it used the database, in ms, if it may also have waited for it
 */
export type Part<T> = (took: (ms: number) => void) => Promise<T>;

/** Runs a part of some work when the caller's pause after the previous part is over. */
export type RunPart = <T>(part: Part<T>) => Promise<T>;

/** Database work on fewer bytes runs immediately. */
export const LARGE_STATEMENT_BYTES = 256 * 1024;

/** Other work on fewer bytes runs immediately, because it usually takes less than a millisecond. */
const SMALL = 16 * 1024;
/** The pause after a piece of work, as a multiple of the time that the piece took. */
const PAUSE = 4;
/** The maximum pause, in ms, because on a busy machine even a short piece of work may seem to take long. */
const MOST_PAUSE = 200;
/** The maximum pause after a large piece, in ms. Its time is CPU time, which does not depend on other programs. */
const MOST_PAUSE_AFTER_LARGE = 500;
/** The time for which a caller counts as active after its last request, in ms. */
const PRESENT = 1_000;
/**
 * A statement, or a small piece of work, that takes longer makes its caller pause and take turns, in ms; most pages take a
 * quarter of it.
 */
const LONG = 4;
/** The time for which a caller takes turns after its last long statement or piece, in ms. */
const TAKES_TURNS = 1_000;

/** What the turns depend on. */
export interface TurnOptions {
  /** Whether the database runs one statement at a time, so that callers take turns with all of them. @default false */
  readonly hasOneConnection?: boolean | undefined;
  /** The maximum time that a statement waits for its turn, in ms. @default unlimited */
  readonly maxWait?: number | undefined;
  /** The CPU time of the process, in ms. @default the clock */
  used?(): number;
}

/**
 * Gives each caller its share of the thread. Callers take turns with pieces of large work, and connections are served
 * between two pieces. A caller who is not alone waits after each piece for four times as long as it took, and so does a
 * caller whose database statements take long, by the time that they took. Other callers thus wait for at most one piece or
 * statement, whatever a caller sends. After a large piece of 10 ms, the pause is ten times as long, after one of 20 ms
 * twenty times, so that the longer a piece is, the fewer requests of others it delays.
 *
 * @param now a monotonic clock, in ms
 */
export function createTurns(now: () => number, options: TurnOptions = {}): Turns {
  const { used = now } = options;
  const recent = lastTwo(now);
  const pauses = createPauses(now, recent.isAlone);
  const { afterPause, runStatement } = statementTurns(now, pauses, recent.isAlone, options);
  /** The end of the last large request of each caller. */
  const held = new Map<string, Promise<void>>();
  return {
    seen: recent.seen,
    run: pieceTurns({ now, used }, pauses, recent.isAlone),
    runSerially(caller, bytes, work) {
      if (bytes < LARGE_STATEMENT_BYTES) return work();
      return inLine(held, caller, () => work((part) => afterPause(caller, part)));
    },
    runStatement,
  };
}

/** The pauses of callers after their work. */
type Pauses = ReturnType<typeof createPauses>;

function createPauses(now: () => number, isAlone: (caller: string) => boolean) {
  const pausedUntil = new Map<string, number>();
  // Other work of the caller may have ended in the meantime.
  const pause = (caller: string, ms: number) =>
    pausedUntil.set(caller, Math.max(pausedUntil.get(caller) ?? 0, now() + ms));
  return {
    /** Returns the rest of a pause, in ms. */
    of: (caller: string): number => (isAlone(caller) ? 0 : Math.max(0, (pausedUntil.get(caller) ?? 0) - now())),
    begin: (caller: string, took: number) => pause(caller, Math.min(MOST_PAUSE, PAUSE * took)),
    beginAfterLarge: (caller: string, took: number) =>
      pause(caller, Math.min(MOST_PAUSE_AFTER_LARGE, Math.max(PAUSE, took) * took)),
    forgetOld() {
      for (const [caller, until] of pausedUntil) if (until <= now()) pausedUntil.delete(caller);
    },
  };
}

/** Returns the function that runs pieces of work that block the thread, by turns of their callers. */
function pieceTurns(
  { now, used }: Readonly<Record<"now" | "used", () => number>>,
  pauses: Pauses,
  isAlone: (caller: string) => boolean,
): Turns["run"] {
  /** The pieces of each caller, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  /** Until when each caller takes turns with small pieces. */
  const slowUntil = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  /** Whether a piece runs in the next turn of the event loop. */
  let isNext = false;

  const takesTurns = (caller: string): boolean => {
    const until = slowUntil.get(caller);
    if (until === undefined || isAlone(caller)) return false;
    if (until > now() || waiting.has(caller)) return true;
    slowUntil.delete(caller);
    return false;
  };
  /** Runs a small piece. Its bytes do not tell how long it takes: a slow pattern needs only a few. */
  const measured = <T>(caller: string, work: () => T): T => {
    const began = now();
    try {
      return work();
    } finally {
      const took = now() - began;
      if (took > LONG) {
        slowUntil.set(caller, now() + TAKES_TURNS);
        pauses.begin(caller, took);
      }
    }
  };

  const schedule = () => {
    if (isNext || waiting.size === 0) return;
    let pause = Number.POSITIVE_INFINITY;
    for (const caller of waiting.keys()) pause = Math.min(pause, pauses.of(caller));
    // Again for each piece, because a new one must not wait for the pause of another caller.
    clearTimeout(timer);
    if (pause > 0) timer = setTimeout(runNext, pause);
    else {
      isNext = true;
      setImmediate(runNext);
    }
  };
  const runNext = () => {
    isNext = false;
    pauses.forgetOld();
    for (const [caller, [piece, ...more]] of waiting) {
      if (pauses.of(caller) > 0) continue;
      waiting.delete(caller);
      if (more.length > 0) waiting.set(caller, more);
      piece?.();
      break;
    }
    schedule();
  };
  return (caller, bytes, work) => {
    const isSmall = bytes < SMALL;
    if (isSmall && !takesTurns(caller)) return measured(caller, work);
    const [clock, pause] = isSmall ? [now, pauses.begin] : [used, pauses.beginAfterLarge];
    return new Promise((resolve, reject) => {
      const piece = () => {
        const began = clock();
        try {
          resolve(isSmall ? measured(caller, work) : work());
        } catch (error) {
          reject(error);
        }
        pause(caller, clock() - began);
      };
      waiting.set(caller, [...(waiting.get(caller) ?? []), piece]);
      schedule();
    });
  };
}

/** Returns the functions that run database statements by turns of their callers. */
function statementTurns(
  now: () => number,
  pauses: Pauses,
  isAlone: (caller: string) => boolean,
  { hasOneConnection = false, maxWait = Number.POSITIVE_INFINITY }: TurnOptions,
) {
  /** The end of the last statement in turn of each caller. */
  const line = new Map<string, Promise<void>>();
  /** Until when each caller takes turns. */
  const slowUntil = new Map<string, number>();

  /** Runs a part; a long one makes the caller pause, and take turns with its next statements. */
  const measured = async <T>(caller: string, part: Part<T>, isLarge: boolean): Promise<T> => {
    const began = now();
    let used: number | undefined;
    try {
      return await part((ms) => {
        used = (used ?? 0) + ms;
      });
    } finally {
      const took = used ?? now() - began;
      if (took > LONG) slowUntil.set(caller, now() + TAKES_TURNS);
      if (isLarge || took > LONG) pauses.begin(caller, took);
    }
  };
  const afterPause = async <T>(caller: string, part: Part<T>, isLarge = true): Promise<T> => {
    const rest = pauses.of(caller);
    // An embedded database does not release the thread between two statements.
    await (rest > 0 ? sleep(rest) : immediate());
    return measured(caller, part, isLarge);
  };
  const takesTurns = (caller: string): boolean => {
    if (hasOneConnection) return true;
    const until = slowUntil.get(caller);
    if (until === undefined || isAlone(caller)) return false;
    // Statements that wait keep their order.
    if (until > now() || line.has(caller)) return true;
    slowUntil.delete(caller);
    return false;
  };
  const runStatement = <T>(caller: string, part: Part<T>): Promise<T> => {
    if (!takesTurns(caller)) return measured(caller, part, false);
    const since = now();
    return inLine(line, caller, () => {
      if (now() - since > maxWait) throw new OverloadError(`not started within ${maxWait} ms`);
      return afterPause(caller, part, false);
    });
  };
  return { afterPause, runStatement };
}

/** Runs work of a caller after its previous work in the same line. */
function inLine<T>(line: Map<string, Promise<void>>, caller: string, work: () => Promise<T>): Promise<T> {
  const done = (line.get(caller) ?? Promise.resolve()).then(work);
  const end: Promise<void> = done
    .then(() => {})
    .catch(() => {})
    .then(() => {
      if (line.get(caller) === end) line.delete(caller);
    });
  line.set(caller, end);
  return done;
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
