/** The longest delay that `setTimeout` knows; anything above fires at once. */
export const MAX_TIMER = 2 ** 31 - 1;

/** What is to happen when a signal aborts. */
const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal aborts; returns how that is called off.
 *
 * A signal gets one listener, however many wait for it: Node warns of a leak from the eleventh on.
 */
function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  let all = listeners.get(signal);
  if (!all) {
    const callbacks = new Set<() => void>();
    signal.addEventListener("abort", () => {
      for (const call of callbacks) call();
    });
    listeners.set(signal, callbacks);
    all = callbacks;
  }
  all.add(callback);
  return () => all.delete(callback);
}

/**
 * A promise that rejects at once, with the signal's own reason, when the signal aborts.
 *
 * @param start begins what is waited for, and returns how it is called off
 */
export const abortable = <T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T | PromiseLike<T>) => void) => () => void,
) =>
  new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    const letGo = onAbort(signal, () => {
      callOff();
      reject(signal?.reason);
    });
    const callOff = start((value) => {
      letGo();
      resolve(value);
    });
  });

/** Waits for a time in milliseconds. */
export const sleep = (ms: number, signal: AbortSignal | undefined) =>
  abortable<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, MAX_TIMER));
    return () => clearTimeout(timer);
  });

/** A signal that aborts with another, with the same reason, and by itself when it is no longer needed. */
export function follow(signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const letGo = onAbort(signal, abort);
  if (signal?.aborted) abort();
  return {
    signal: controller.signal,
    end() {
      letGo();
      controller.abort();
    },
  };
}
