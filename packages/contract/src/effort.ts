/** The amount of testing: about 10, 60 and 300 seconds on the mock, on two cores. */
export const EFFORTS = ["quick", "standard", "thorough"] as const;
export type Effort = (typeof EFFORTS)[number];

/**
 * How often each case runs. Every round generates other values, and begins what is tried in turn at another place, on a
 * server that holds the records of the rounds before.
 */
export const ROUNDS = { quick: 1, standard: 1, thorough: 6 } satisfies Record<Effort, number>;

/** Whether cases that need at least the effort `least` run at `effort`. */
export const covers = (effort: Effort, least: Effort = "quick"): boolean =>
  EFFORTS.indexOf(effort) >= EFFORTS.indexOf(least);

/** Returns the elements to try at an effort: all, or every n-th one in quick runs, beginning with the first. */
export function sampled<T>(all: readonly T[], effort: Effort, every = 6): T[] {
  return effort === "quick" ? all.filter((_, i) => i % every === 0) : [...all];
}

/** Hashes a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
