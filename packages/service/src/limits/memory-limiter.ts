import { type Limiter, type LimitRates, tokensFor } from "./limiter.js";
import { createTokenBucket, type TokenBucket } from "./token-bucket.js";

interface Caller {
  readonly bucket: TokenBucket;
  inFlight: number;
}

/** Above this number of keys, idle ones are forgotten, because a full bucket is the same as a new one. */
const MOST_CALLERS = 10_000;

/** Creates limits for one process: a token bucket and a count of requests in progress for each key. */
export function createMemoryLimiter({ rate, burst, inFlight }: LimitRates, now: () => number): Limiter {
  const callers = new Map<string, Caller>();

  return {
    enter(keyId) {
      let caller = callers.get(keyId);
      if (!caller) {
        if (callers.size >= MOST_CALLERS) forgetIdle(callers);
        caller = { bucket: createTokenBucket(rate, burst, now), inFlight: 0 };
        callers.set(keyId, caller);
      }
      const admitted = caller;
      if (admitted.inFlight >= inFlight) return { admitted: false, retryAfter: 1 };
      const wait = admitted.bucket.take();
      if (wait > 0) return { admitted: false, retryAfter: Math.max(1, Math.ceil(wait)) };
      admitted.inFlight += 1;
      return {
        admitted: true,
        leave: (bytes) => {
          admitted.inFlight -= 1;
          admitted.bucket.charge(tokensFor(bytes));
        },
      };
    },
  };
}

function forgetIdle(callers: Map<string, Caller>): void {
  for (const [keyId, { bucket, inFlight }] of callers) if (inFlight === 0 && bucket.isFull()) callers.delete(keyId);
}
