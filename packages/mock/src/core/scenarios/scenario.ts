/** A transport fault, applied after the response was created. Times are in milliseconds. */
export interface Transport {
  /** How long to wait before the status line. */
  readonly delay?: number;
  /** The time over which the body is sent in chunks. */
  readonly bodyTime?: number;
  /** The fraction of the body after which the connection is closed: 0 is before the first byte, 0.5 is halfway. */
  readonly cut?: number;
  /** Resets the connection instead of sending a response. */
  readonly reset?: boolean;
}

const TRANSPORT_FIELDS: Readonly<Record<keyof Transport, true>> = {
  delay: true,
  bodyTime: true,
  cut: true,
  reset: true,
};
/** The names of the fields of {@link Transport}. */
export const TRANSPORT = Object.keys(TRANSPORT_FIELDS) as (keyof Transport)[];

/** A fault that affects some requests. */
export interface Fault extends Transport {
  /**
   * Affects only every n-th matching request. Without `every`, `first`, `after` and `chance`, all of them are affected.
   */
  readonly every?: number;
  /** Affects only the first n matching requests. */
  readonly first?: number;
  /** Affects only requests after the first n matching ones. */
  readonly after?: number;
  /** The probability that a matching request is affected, 0 to 1; the seed determines which ones are. */
  readonly chance?: number;
  /** The operationIds of the matching requests; all operations by default. */
  readonly operations?: readonly string[];
  /** The status of the response, which the spec must document for the operation; its example is the body. */
  readonly status?: number;
  /** The name of the example to respond with. */
  readonly example?: string;
  /** The `Retry-After` of the response, in seconds. */
  readonly retryAfter?: number;
}

/** Changes to a list while a client pages through it. */
export interface Drift {
  /** How often rows change: before every n-th list request. */
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
  readonly summary?: string;
  /** The faults; the first one that affects a request determines its response. */
  readonly faults?: readonly Fault[];
  /** How many records each list has. */
  readonly size?: number;
  /** The highest limit that is applied; a higher limit is silently reduced to it. */
  readonly clampLimit?: number;
  readonly drift?: Drift;
}
