/** What a caller may do. */
export interface LimitRates {
  /** Requests per second, sustained. */
  readonly rate: number;
  /** Requests at once after a rest. */
  readonly burst: number;
  /** Requests at a time. */
  readonly inFlight: number;
}

/** Whether a request may go on. */
export type Admission =
  | {
      readonly admitted: true;
      /**
       * To be called once, when the request is done.
       *
       * @param bytes of its body and of the response together, which count as further requests ({@link tokensFor})
       */
      leave(bytes: number): void;
    }
  | {
      readonly admitted: false;
      /** In whole seconds, at least 1. */
      readonly retryAfter: number;
    };

/** Holds each key to its limits. */
export interface Limiter {
  enter(keyId: string): Admission | Promise<Admission>;
}

/** So many bytes are in the price of a request; as many more cost as much as one more. */
const BYTES_PER_REQUEST = 64 * 1024;

/** How many further requests the bytes of a request count for. */
export function tokensFor(bytes: number): number {
  return Math.floor(bytes / BYTES_PER_REQUEST);
}
