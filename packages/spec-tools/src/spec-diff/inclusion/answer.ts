/** Whether something was proved; if not, the place that could not be decided, and why. */
export type Answer = { isProved: true } | { isProved: false; at: string; why: string };

export const PROVED: Answer = { isProved: true };
export const unproved = (at: string, why: string): Answer => ({ isProved: false, at, why });

/** Returns the first answer that is not a proof, otherwise a proof. Stops at the first failure. */
export function every<T>(values: Iterable<T>, answer: (value: T) => Answer): Answer {
  for (const value of values) {
    const found = answer(value);
    if (!found.isProved) return found;
  }
  return PROVED;
}

/** Returns the first proof, otherwise the last answer. */
export function someOf<T>(values: Iterable<T>, otherwise: Answer, answer: (value: T) => Answer): Answer {
  let last = otherwise;
  for (const value of values) {
    last = answer(value);
    if (last.isProved) return last;
  }
  return last;
}
