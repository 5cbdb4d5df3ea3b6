/** How many ticks a limit lasts. */
const TICKS = 20;

/** Limits the time of what is under way. */
export interface Deadlines {
  /** Begins to count for something; `onOver` is called once if it takes too long. @returns how to say that it has ended */
  begin(onOver: () => void): () => void;
}

/**
 * Counts time in ticks, not by the clock: a tick comes late when this process was stopped or had no turn, and counts once
 * anyway. So whatever came in the meantime is read before anything counts as too late, and a machine that is
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
