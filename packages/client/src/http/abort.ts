/** Calls back after a time in milliseconds, at the latest after 24 days: a longer `setTimeout` would fire at once. */
export const timer = (callback: () => void, ms: number) => setTimeout(callback, Math.min(ms, 2 ** 31 - 1));

const callbacksOf = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when a signal aborts; returns a function that removes the callback.
 *
 * A signal gets one listener, however many callbacks there are: Node warns of a leak from the eleventh listener on.
 */
function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  let callbacks = callbacksOf.get(signal);
  if (!callbacks) {
    const all = new Set<() => void>();
    signal.addEventListener("abort", () => {
      for (const call of all) call();
    });
    callbacksOf.set(signal, all);
    callbacks = all;
  }
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

/**
 * Makes a promise that rejects at once, with the reason of the signal, when the signal aborts.
 *
 * @param start starts the asynchronous work; returns a function that cancels it
 */
export const abortable = <T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T | PromiseLike<T>) => void) => () => void,
) =>
  new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    const removeCallback = onAbort(signal, () => {
      cancel();
      reject(signal?.reason);
    });
    const cancel = start((value) => {
      removeCallback();
      resolve(value);
    });
  });

/** Waits for a time in milliseconds. */
export const sleep = (ms: number, signal: AbortSignal | undefined) =>
  abortable<void>(signal, (resolve) => {
    const started = timer(resolve, ms);
    return () => clearTimeout(started);
  });

/** A signal that aborts together with another one, and by itself when it is no longer needed. */
export function follow(signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const removeCallback = onAbort(signal, abort);
  if (signal?.aborted) abort();
  return {
    signal: controller.signal,
    end() {
      removeCallback();
      controller.abort();
    },
  };
}
