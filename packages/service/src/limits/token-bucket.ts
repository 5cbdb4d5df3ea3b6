/** Tokens that are refilled at a steady rate, up to a maximum. */
export interface TokenBucket {
  /** Takes a token if there is one. Returns 0, or the seconds until there is one. */
  take(): number;
  /** Takes tokens, even if there are not enough. */
  charge(tokens: number): void;
  /** Whether the bucket is full, and thus the same as a new one. */
  isFull(): boolean;
}

/**
 * @param rate tokens per second
 * @param burst the maximum number of tokens
 * @param now a monotonic clock, in ms
 */
export function createTokenBucket(rate: number, burst: number, now: () => number): TokenBucket {
  let tokens = burst;
  let refilledAt = now();
  const refill = () => {
    const at = now();
    tokens = Math.min(burst, tokens + (Math.max(0, at - refilledAt) / 1000) * rate);
    refilledAt = at;
  };
  return {
    take() {
      refill();
      if (tokens < 1) return (1 - tokens) / rate;
      tokens -= 1;
      return 0;
    },
    charge(owed) {
      refill();
      tokens -= owed;
    },
    isFull() {
      refill();
      return tokens >= burst;
    },
  };
}
