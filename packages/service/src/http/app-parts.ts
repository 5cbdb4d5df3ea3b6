import type { Rules } from "@metadata-service/server-rules";
import type { FastifyBaseLogger } from "fastify";
import type { CallerAddresses } from "../connections/caller-address.js";
import type { ConnectionLimits } from "../connections/connection-limits.js";
import type { Handler } from "../handlers/handler.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { FailureLimiter } from "../limits/failure-limiter.js";
import type { Limiter } from "../limits/limiter.js";
import type { TurnOptions } from "../limits/turns.js";
import type { Tracing } from "../tracing/tracing.js";
import type { Activity } from "./activity.js";
import type { FailureLog } from "./failure-log.js";
import type { LinkSettings } from "./link-settings.js";
import type { Metrics } from "./metrics.js";
import type { OwnHosts } from "./own-hosts.js";

/** Time limits for callers, in ms. */
export interface TimeLimits {
  /** For the headers to arrive. */
  readonly headers: number;
  /** For the whole request to arrive. */
  readonly request: number;
  /** For an idle connection between two requests. */
  readonly keepAlive: number;
  /** For an idle connection that never sent a valid key. */
  readonly keyless: number;
  /** For a caller that reads nothing of its response. */
  readonly send: number;
}

/** All dependencies of the app. */
export interface AppParts {
  readonly rules: Rules;
  /** By operationId. */
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly keyRing: KeyRing;
  /** Returns those of some keys, by ID, that are still valid. */
  validKeys(ids: ReadonlySet<string>): Promise<ReadonlySet<string>>;
  readonly limiter: Limiter;
  /** Limits rejected keys by address. */
  readonly failures: FailureLimiter;
  readonly addresses: CallerAddresses;
  readonly connections: ConnectionLimits;
  readonly database: Pick<TurnOptions, "hasOneConnection" | "maxWait">;
  readonly metrics: Metrics;
  readonly activity: Activity;
  /** Undefined if traces are disabled. */
  readonly tracing: Tracing | undefined;
  readonly logger: FastifyBaseLogger;
  readonly requestLog: FastifyBaseLogger;
  readonly failureLog: FailureLog;
  readonly times: TimeLimits;
  /** The clock for idle connections, in ms. */
  now(): number;
  /** The maximum number of concurrent requests, over all keys; more get a 429. */
  readonly maxConcurrent: number;
  readonly links: LinkSettings;
  readonly hosts: OwnHosts;
  /** Whether the service is to stop, so that each connection is closed after its next response. */
  isStopping(): boolean;
  /** The origins whose pages may use the API; see `allowOrigins`. */
  readonly corsOrigins: readonly string[];
}
