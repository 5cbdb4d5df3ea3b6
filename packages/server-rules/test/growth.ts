/**
 * How much longer a text of eight times the length takes. The quickest of several runs of each is taken: what a busy
 * machine adds is never negative.
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
