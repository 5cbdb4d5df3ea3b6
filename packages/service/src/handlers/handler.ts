import type { HeaderReader, OperationRules, Query } from "@metadata-service/server-rules";
import type { RunPart } from "../limits/turns.js";

/** A request that is valid by all rules of its operation. */
export interface CheckedRequest {
  readonly operation: OperationRules;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Query;
  /** Returns the value of a header by its lower-case name. */
  readonly header: HeaderReader;
  /** The body, validated against the schema of the operation. */
  readonly body: unknown;
  /**
   * Runs work on the given number of bytes when it is the caller's turn, so that large requests do not block other
   * callers.
   */
  inTurn<T>(bytes: number, work: () => T): T | Promise<T>;
  /**
   * Runs database work on the given number of bytes, one large piece at a time per caller, so that other callers are
   * not blocked. The work receives a function that runs each of its statements when it is the caller's turn, and whether
   * the work is large.
   */
  oneByOne<T>(bytes: number, work: (runPart?: RunPart, isLarge?: boolean) => Promise<T>): Promise<T>;
  /** The absolute URL as the caller knows it. */
  url(): string;
}

/** A success. It is validated against the spec before it is sent. */
export interface HandlerResponse {
  /** @default the lowest documented status from 200 to 299 */
  readonly status?: number;
  /** In addition to those of every response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON value; leave it out if the response has no body. */
  readonly body?: unknown;
}

/**
 * Handles the valid requests of an operation. It throws a `Refusal` for an error response, such as a 404, and a
 * `Violation` for an invalid request, which gets a 400; any other error leads to a 500.
 *
 * @example
 * const getStatus: Handler = async ({ path }) => ({ body: { id: path.id, status: "open" }, headers: { ETag: '"1"' } });
 * getStatus.sends = ["ETag"];
 */
export interface Handler {
  (request: CheckedRequest): Promise<HandlerResponse>;
  /**
   * The names of the headers that every success has. An operation whose spec requires others gets a 501, because its
   * responses would violate the spec.
   */
  sends?: readonly string[];
}
