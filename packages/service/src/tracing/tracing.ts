import type { IncomingMessage } from "node:http";

/** Records what happens to requests, as spans that are sent to a collector. */
export interface Tracing {
  /** Begins the span of a request, in the trace that its `traceparent` names or in a new one. */
  begin(request: IncomingMessage): RequestSpan;
  /**
   * Does a piece of work on the database, as a span below that of the request it is done for; without one, as it is.
   *
   * @param operation of SQL, for example `INSERT`
   * @param table the table that it is about
   */
  database<T>(operation: string, table: string, work: () => Promise<T>): Promise<T>;
  /** Sends what was not sent yet. */
  stop(): Promise<void>;
}

/** The span of a request that is under way. */
export interface RequestSpan {
  /** In hexadecimal digits. */
  readonly traceId: string;
  /** Does a piece of work for the request: what it asks of the database belongs to it. */
  run<T>(work: () => T): T;
  end(outcome: RequestOutcome): void;
}

/** What became of a request. */
export interface RequestOutcome {
  /** As the spec writes it, for example `/api/v2/metadata/{namespace}`; undefined for a path without an operation. */
  readonly route: string | undefined;
  readonly operation: string | undefined;
  /** Undefined if the caller disconnected before there was one. */
  readonly status: number | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined where no traces are recorded. */
    span: RequestSpan | undefined;
  }
}
