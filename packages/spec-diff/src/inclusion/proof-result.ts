/** Whether something was proved; if not, the place that could not be decided, and why. */
export type ProofResult = { isProved: true } | { isProved: false; at: string; why: string };

export const PROVED: ProofResult = { isProved: true };
export const undecided = (at: string, why: string): ProofResult => ({ isProved: false, at, why });

/** Returns the first answer that is not a proof, otherwise a proof. Stops at the first failure. */
export function every<T>(values: Iterable<T>, answer: (value: T) => ProofResult): ProofResult {
  for (const value of values) {
    const found = answer(value);
    if (!found.isProved) return found;
  }
  return PROVED;
}

/** Returns the first proof, otherwise the last answer. */
export function someOf<T>(values: Iterable<T>, otherwise: ProofResult, answer: (value: T) => ProofResult): ProofResult {
  let last = otherwise;
  for (const value of values) {
    last = answer(value);
    if (last.isProved) return last;
  }
  return last;
}
