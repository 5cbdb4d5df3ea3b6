/** How often both lengths are run. */
const ROUNDS = 40;

/**
 * Measures how much longer a run takes for text that is eight times as long. It uses the fastest of many runs for each
 * length, because other load on the machine can only slow a run down, and takes turns, because that load comes and goes.
 */
export function growth(run: (length: number) => void): number {
  const [small, large] = [1_000, 8_000];
  const fastest = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++)
    for (const length of [small, large]) {
      const start = performance.now();
      run(length);
      fastest.set(length, Math.min(fastest.get(length) ?? Number.POSITIVE_INFINITY, performance.now() - start));
    }
  return (fastest.get(large) ?? 0) / Math.max(fastest.get(small) ?? 0, 0.02);
}
