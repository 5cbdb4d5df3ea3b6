import { createTokenBucket, type TokenBucket } from "./token-bucket.js";

/** Counts rejected keys by address. */
export interface FailureLimiter {
  /**
   * Counts a rejected key. Returns 0 while the address is within its limit, otherwise the seconds that it should wait.
   */
  failed(address: string): number;
}

/** The maximum number of addresses; the one that failed first is forgotten. */
const MOST_ADDRESSES = 10_000;

/**
 * Limits the number of wrong keys per address. It never rejects a valid key, because several callers may share an
 * address.
 *
 * @param perMinute the largest burst, and the number per minute after that
 */
export function createFailureLimiter(perMinute: number, now: () => number): FailureLimiter {
  const buckets = new Map<string, TokenBucket>();
  return {
    failed(address) {
      let bucket = buckets.get(address);
      if (!bucket) {
        bucket = createTokenBucket(perMinute / 60, perMinute, now);
        buckets.set(address, bucket);
        const [oldest = address] = buckets.keys();
        if (buckets.size > MOST_ADDRESSES) buckets.delete(oldest);
      }
      return bucket.take();
    },
  };
}
