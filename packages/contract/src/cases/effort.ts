/** The names of efforts: the number of requests, and about 10, 60 and 300 seconds on the mock, on two cores. */
export const REQUESTS = { quick: 7_000, standard: 110_000, thorough: 700_000 };
export const EFFORTS = ["quick", "standard", "thorough"] as const;
export type Effort = (typeof EFFORTS)[number];

/** Returns the number of requests of an effort, which is one of the names or that number. */
export const requestsOf = (effort: Effort | number): number => (typeof effort === "number" ? effort : REQUESTS[effort]);

/** Returns how much a case tries of what it could, in a run of so many requests. */
export const depthOf = (requests: number): Effort =>
  requests < 20_000 ? "quick" : requests < 300_000 ? "standard" : "thorough";

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

/** Spreads the hashes of texts that differ only at their end, which are near to each other (the last step of MurmurHash3). */
function spread(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}

/** Returns the values in an order that depends only on the seed. */
export const shuffled = <T>(values: readonly T[], seed: number, keyOf: (value: T) => string): T[] =>
  values
    .map((value) => ({ value, at: spread(hashOf(`${seed} ${keyOf(value)}`)) }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
