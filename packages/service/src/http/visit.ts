import type { OperationRules, Query } from "@metadata-service/server-rules";

/** What is known of a request while it is under way. */
export interface Visit {
  /** The clock of `performance.now()`. */
  readonly startedAt: number;
  operation?: OperationRules;
  /** The path parameters, checked. */
  path?: Readonly<Record<string, unknown>>;
  /** As it was sent, without the keys in it. */
  search?: string;
  query?: Query;
  keyId?: string;
  /** Whether it leaves no line in the log: browsers send a preflight for many requests, and anybody may ask for `/`. */
  readonly isUnlogged?: boolean;
  /** Of a 500: the ID under which the failure log has its cause. */
  failure?: string;
  /** Gives back what the request took of the limits; may be called more than once. */
  leave(): void;
}

declare module "fastify" {
  interface FastifyRequest {
    visit: Visit;
  }
}
