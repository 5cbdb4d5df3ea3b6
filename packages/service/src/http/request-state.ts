import type { OperationRules, Query } from "@metadata-service/server-rules";

export interface RequestState {
  /** The start time, by `performance.now()`. */
  readonly startedAt: number;
  operation?: OperationRules;
  /** The validated path parameters. */
  path?: Readonly<Record<string, unknown>>;
  /** The query as sent, without keys. */
  search?: string;
  query?: Query;
  keyId?: string;
  /** Whether to log nothing: browsers send a preflight before many requests, and anyone may request `/`. */
  readonly isUnlogged?: boolean;
  /** The ID of the cause of a 500 in the failure log. */
  failure?: string;
  /** Releases the request's share of the limits; may be called more than once. */
  leave(): void;
}

declare module "fastify" {
  interface FastifyRequest {
    state: RequestState;
  }
}
