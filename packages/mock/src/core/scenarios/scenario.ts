/** A transport fault, applied after the response was created. Times are in milliseconds. */
export interface Transport {
  /** How long to wait before the status line. */
  readonly delay?: number;
  /** The time over which the body is sent in chunks. */
  readonly bodyTime?: number;
  /** The part of the body after which the connection is cut: 0 is before the first byte, 0.5 in the middle. */
  readonly cut?: number;
  /** Resets the connection instead of answering. */
  readonly reset?: boolean;
}

/** A fault that affects some requests. */
export interface Fault extends Transport {
  /**
   * Every n-th request that the fault is for. All of them, unless this, `first`, `after` or `chance` says otherwise.
   */
  readonly every?: number;
  /** The first n requests. */
  readonly first?: number;
  /** All requests after the first n. */
  readonly after?: number;
  /** The fraction of requests, 0 to 1, chosen by the seed. */
  readonly chance?: number;
  /** The operationIds that the fault is for; all of them by default. */
  readonly operations?: readonly string[];
  /** The status to respond with, one that the spec documents for the operation; its example is the body. */
  readonly status?: number;
  /** The name of the example to respond with. */
  readonly example?: string;
  /** The `Retry-After` of the response, in seconds. */
  readonly retryAfter?: number;
}

/** Changes to a list while a client pages through it. */
export interface Drift {
  /** Before every n-th list request. */
  readonly every: number;
  /** How many rows are added, changed and removed each time. */
  readonly insert?: number;
  readonly edit?: number;
  readonly delete?: number;
}

/** Describes how the mock behaves. Scenarios are plain data and can be loaded from a file. */
export interface Scenario {
  readonly name: string;
  /** One sentence for the list of scenarios. */
  readonly summary: string;
  /** The first fault that is for a request decides its response. */
  readonly faults?: readonly Fault[];
  /** How many records each list has. */
  readonly size?: number;
  /** The highest limit that is applied; a higher one is lowered silently. */
  readonly clampLimit?: number;
  readonly drift?: Drift;
}
