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
      /** To be called once, when the request is done. */
      leave(): void;
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
