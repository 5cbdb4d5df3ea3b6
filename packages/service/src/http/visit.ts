import type { OperationRules, Query } from "@metadata-service/server-rules";

/** What is known of a request while it is under way. */
export interface Visit {
  /** The clock of `performance.now()`. */
  readonly startedAt: number;
  operation?: OperationRules;
  /** Whether it is for the page at `/`. */
  readonly isStartPage?: boolean;
  /** The path parameters, checked. */
  path?: Readonly<Record<string, unknown>>;
  query?: Query;
  keyId?: string;
  /** A browser asked on behalf of a page what that may send. */
  readonly isPreflight?: boolean;
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
