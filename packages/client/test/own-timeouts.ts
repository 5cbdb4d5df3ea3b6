/** A timeout for the attempts of one client, which the test can trigger. */
export interface OwnTimeout {
  /** The value for the client's `timeout` option, in ms. It is unique to this client. */
  readonly timeout: number;
  /** Lets every attempt in flight time out. */
  end(): void;
}

/**
 * Lets a test decide when a client's attempts time out, however slow the machine is: timers set with one of these
 * timeouts only fire when the test calls `end()`. Other timers are not affected.
 */
export function ownTimeouts() {
  const original = globalThis.setTimeout;
  const clear = globalThis.clearTimeout;
  const pending = new Map<number, Map<unknown, () => void>>();
  // Longer than any test may take, so that a timer that is never cleared makes the test hang visibly.
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
