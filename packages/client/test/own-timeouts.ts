/** A limit for the attempts of one client, and what ends it. */
export interface OwnTimeout {
  /** The client's option, in ms: no other client has the same. */
  readonly timeout: number;
  /** Ends the time of every attempt that is under way. */
  end(): void;
}

/**
 * Lets a test end the time of a client's attempts: timers that were set with one of its limits run when the test says so,
 * however slow the machine is. All other timers are as they were.
 */
export function ownTimeouts() {
  const original = globalThis.setTimeout;
  const clear = globalThis.clearTimeout;
  const pending = new Map<number, Map<unknown, () => void>>();
  // Beyond the limits of tests, so that a timeout that is never cleared shows as a test that hangs.
  let last = 2_000_000_000;

  const own = (callback: () => void, ms = 0, ...args: unknown[]): unknown => {
    const timer: unknown = original(callback, ms, ...args);
    pending.get(ms)?.set(timer, callback);
    return timer;
  };
  globalThis.setTimeout = Object.assign(own, original) as typeof setTimeout;
  globalThis.clearTimeout = (timer) => {
    for (const timers of pending.values()) timers.delete(timer);
    clear(timer);
  };

  return {
    next(): OwnTimeout {
      const timeout = ++last;
      const timers = new Map<unknown, () => void>();
      pending.set(timeout, timers);
      return {
        timeout,
        end() {
          for (const [timer, callback] of [...timers]) {
            globalThis.clearTimeout(timer as NodeJS.Timeout);
            callback();
          }
        },
      };
    },
    restore() {
      globalThis.setTimeout = original;
      globalThis.clearTimeout = clear;
    },
  };
}
