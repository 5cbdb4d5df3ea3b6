/** The number of ticks in a time limit. */
const TICKS = 20;

/** Time limits for operations in progress. */
export interface Deadlines {
  /** Starts a time limit; calls `onOver` once if it expires. @returns a function that cancels it */
  begin(onOver: () => void): () => void;
}

/**
 * Counts time in ticks, not by the clock: if this process was stopped or got no CPU time, a tick comes late and still
 * counts only once. Responses that arrived in the meantime are read before a limit expires, so a machine that is
 * overloaded, or was asleep, is not mistaken for a server that does not respond.
 *
 * @param limit in milliseconds
 */
export function deadlines(limit: number): Deadlines {
  const left = new Map<() => void, number>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    for (const [end, ticks] of left) {
      if (ticks > 0) left.set(end, ticks - 1);
      else end();
    }
    if (left.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    begin(onOver) {
      const end = () => {
        if (left.delete(end)) onOver();
      };
      left.set(end, TICKS);
      timer ??= setInterval(tick, limit / TICKS).unref();
      return () => void left.delete(end);
    },
  };
}
