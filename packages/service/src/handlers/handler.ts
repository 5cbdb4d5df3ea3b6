import type { HeaderReader, OperationRules, Query } from "@metadata-service/server-rules";
import type { RunPart } from "../limits/turns.js";

/** A request that passed every rule of its operation. */
export interface CheckedRequest {
  readonly operation: OperationRules;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Query;
  /** The value of a header, by its name in lower case. */
  readonly header: HeaderReader;
  /** Held to the schema of the operation. */
  readonly body: unknown;
  /** Runs work on a number of bytes when it is the caller's turn, so that others do not have to wait. */
  inTurn<T>(bytes: number, work: () => T): T | Promise<T>;
  /** Waits for the database on so many bytes: one such statement of a caller at a time, so that others are not kept waiting. Work on many bytes gets a function to run it in parts. */
  oneByOne<T>(bytes: number, work: (runPart?: RunPart) => Promise<T>): Promise<T>;
  /** The absolute URL, as the caller knows it. */
  url(): string;
}

/**
 * The hand-written part of an operation: from a request that is right to the body of success. What it throws is a
 * `Violation` where the request is to blame, and else a 500.
 */
export type Handler = (request: CheckedRequest) => Promise<unknown>;
