/** How much is tried: about 10, 60 and 300 seconds on the mock, on two cores. */
export const EFFORTS = ["quick", "standard", "thorough"] as const;
export type Effort = (typeof EFFORTS)[number];

/** Whether what is tried from one effort on is tried at another. */
export const covers = (effort: Effort, least: Effort = "quick"): boolean =>
  EFFORTS.indexOf(effort) >= EFFORTS.indexOf(least);

/** What of a list is tried at an effort: all of it, or each n-th in quick runs; the first one always. */
export function sampled<T>(all: readonly T[], effort: Effort, every = 6): T[] {
  return effort === "quick" ? all.filter((_, i) => i % every === 0) : [...all];
}

/** A number out of a text, the same each time (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
