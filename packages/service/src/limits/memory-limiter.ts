import type { Limiter, LimitRates } from "./limiter.js";

interface Bucket {
  tokens: number;
  refilledAt: number;
  inFlight: number;
}

/** Above this many keys, those at rest are forgotten: a full bucket is what a new one is. */
const MOST_BUCKETS = 10_000;

/** Limits for one process: a token bucket and a count of requests under way for each key. */
export function createMemoryLimiter({ rate, burst, inFlight }: LimitRates, now: () => number): Limiter {
  const buckets = new Map<string, Bucket>();

  return {
    enter(keyId) {
      const at = now();
      const bucket = buckets.get(keyId) ?? { tokens: burst, refilledAt: at, inFlight: 0 };
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.refilledAt) / 1000) * rate);
      bucket.refilledAt = at;
      if (!buckets.has(keyId)) {
        if (buckets.size >= MOST_BUCKETS) forgetIdle(buckets, at, burst / rate);
        buckets.set(keyId, bucket);
      }
      if (bucket.inFlight >= inFlight) return { admitted: false, retryAfter: 1 };
      if (bucket.tokens < 1) return { admitted: false, retryAfter: Math.max(1, Math.ceil((1 - bucket.tokens) / rate)) };
      bucket.tokens -= 1;
      bucket.inFlight += 1;
      return {
        admitted: true,
        leave: () => {
          bucket.inFlight -= 1;
        },
      };
    },
  };
}

function forgetIdle(buckets: Map<string, Bucket>, at: number, secondsToFull: number): void {
  for (const [keyId, bucket] of buckets)
    if (bucket.inFlight === 0 && at - bucket.refilledAt > secondsToFull * 1000) buckets.delete(keyId);
}
