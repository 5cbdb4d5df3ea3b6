/** The longest delay that `setTimeout` knows; anything above fires at once. */
export const MAX_TIMER = 2 ** 31 - 1;

/**
 * A promise that rejects at once, with the signal's own reason, when the signal aborts.
 *
 * @param start begins what is waited for, and returns how it is called off
 */
export const abortable = <T>(signal: AbortSignal, start: (resolve: (value: T) => void) => () => void) =>
  new Promise<T>((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => {
      callOff();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort);
    const callOff = start((value) => {
      signal.removeEventListener("abort", abort);
      resolve(value);
    });
  });

/** Waits for a time in milliseconds. */
export const sleep = (ms: number, signal: AbortSignal) =>
  abortable<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, Math.min(ms, MAX_TIMER));
    return () => clearTimeout(timer);
  });

/** A controller that aborts with a signal, with the same reason, until it is let go. */
export function follow(signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const relay = () => controller.abort(signal?.reason);
  if (signal?.aborted) relay();
  signal?.addEventListener("abort", relay);
  return Object.assign(controller, { letGo: () => signal?.removeEventListener("abort", relay) });
}
