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
       * @param bytes the size of its body and response together, which counts as further requests ({@link tokensFor})
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
}

/** The number of bytes that a request includes; the same number of additional bytes counts as another request. */
const BYTES_PER_REQUEST = 64 * 1024;

/** Returns the number of additional requests for which the bytes of a request count. */
export function tokensFor(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_REQUEST);
}
