import type { IncomingMessage } from "node:http";

/** Records requests as spans, which are sent to a collector. */
export interface Tracing {
  /** Starts the span of a request, in the trace of its `traceparent` or in a new one. */
  begin(request: IncomingMessage): RequestSpan;
  /**
   * Runs database work in a child span of the request; without a request, no span is recorded.
   *
   * @param operation the SQL operation, for example `INSERT`
   * @param table the table
   */
  database<T>(operation: string, table: string, work: () => Promise<T>): Promise<T>;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

export interface RequestSpan {
  /** The trace ID, in hexadecimal. */
  readonly traceId: string;
  /** Runs work for the request, so that its database calls become child spans. */
  run<T>(work: () => T): T;
  end(outcome: RequestOutcome): void;
}

/** The result of a request. */
export interface RequestOutcome {
  /**
   * The path as written in the spec, for example `/api/v2/metadata/{namespace}`; undefined for a path without an
   * operation.
   */
  readonly route: string | undefined;
  readonly operation: string | undefined;
  /** The status; undefined if the caller disconnected before there was one. */
  readonly status: number | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Undefined if tracing is disabled. */
    span: RequestSpan | undefined;
  }
}
