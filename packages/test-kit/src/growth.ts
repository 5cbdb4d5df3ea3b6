/**
 * Measures how much longer a run takes for text that is eight times as long. It uses the fastest of several runs for
 * each length, because other load on the machine can only slow a run down.
 */
export function growth(run: (length: number) => void): number {
  const quickest = (length: number) => {
    let best = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 9; n++) {
      const start = performance.now();
      run(length);
      best = Math.min(best, performance.now() - start);
    }
    return best;
  };
  const small = 1_000;
  quickest(small);
  return quickest(8 * small) / Math.max(quickest(small), 0.02);
}
