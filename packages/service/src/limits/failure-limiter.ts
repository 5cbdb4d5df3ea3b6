import { createTokenBucket, type TokenBucket } from "./token-bucket.js";

/** Counts refused keys by the address that sent them. */
export interface FailureLimiter {
  /** Counts one. Returns 0 while an address is within its limit, and else how many seconds it should wait. */
  failed(address: string): number;
}

/** Above this many addresses, the one that failed first is forgotten. */
const MOST_ADDRESSES = 10_000;

/**
 * Limits how many keys an address may get wrong. It never keeps a valid key out, since others may share the address.
 *
 * @param perMinute as many at once, and as many in each minute after
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
