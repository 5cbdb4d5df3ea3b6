/** How many requests are under way at once, over all cases: as many as are fine (decision 0012). */
export const AT_ONCE = 20;

/** A function of which no more than so many calls are under way at once; the others wait for their turn. */
export function slots<A extends unknown[], R>(
  count: number,
  call: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (...args) => {
    if (busy >= count) await new Promise<void>((go) => waiting.push(go));
    else busy++;
    try {
      return await call(...args);
    } finally {
      // Whoever waits takes the slot over, so that nobody comes between.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}
