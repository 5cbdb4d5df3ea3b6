/** The number of concurrent requests, over all cases: the maximum that is allowed (decision 0012). */
export const MAX_CONCURRENT_REQUESTS = 20;

/** Limits the number of concurrent calls of a function to that; further calls wait for their turn. */
export function limitConcurrency<A extends unknown[], R>(call: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (...args) => {
    if (busy >= MAX_CONCURRENT_REQUESTS) await new Promise<void>((go) => waiting.push(go));
    else busy++;
    try {
      return await call(...args);
    } finally {
      // A waiting call takes over the slot, so that no other call gets it first.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
