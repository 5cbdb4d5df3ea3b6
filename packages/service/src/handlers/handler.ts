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

/**
 * The hand-written part of an operation: it converts a valid request to the body of a success. It throws a
 * `Violation` for an invalid request; any other error leads to a 500.
 */
export type Handler = (request: CheckedRequest) => Promise<unknown>;
