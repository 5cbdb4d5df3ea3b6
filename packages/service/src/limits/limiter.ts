/** The limits of a caller. */
export interface LimitRates {
  /** Sustained requests per second. */
  readonly rate: number;
  /** The largest burst of requests. */
  readonly burst: number;
  /** Concurrent requests. */
  readonly inFlight: number;
}

/** The decision about a request. */
export type Admission =
  | {
      readonly admitted: true;
      /**
       * Must be called once, when the request has ended.
       *
       * @param bytes the total size of its body and response; large ones count as additional requests (see {@link
       *   tokensFor})
       */
      leave(bytes: number): void;
    }
  | {
      readonly admitted: false;
      /** The time to wait, in whole seconds, at least 1. */
      readonly retryAfter: number;
    };

/** Enforces the limits of each key. */
export interface Limiter {
  enter(keyId: string): Admission | Promise<Admission>;
  /** Removes what other processes would see of this one after its end. */
  stop?(): Promise<void>;
}

/** The size that a request may have; every further block of this size counts as another request. */
const BYTES_PER_REQUEST = 64 * 1024;

/** Returns how many additional requests a number of bytes counts as. */
export function tokensFor(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_REQUEST);
}
