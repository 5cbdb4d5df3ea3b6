import type { Rules } from "@metadata-service/server-rules";
import type { FastifyBaseLogger } from "fastify";
import type { CallerAddresses } from "../connections/caller-address.js";
import type { ConnectionLimits } from "../connections/connection-limits.js";
import type { Handler } from "../handlers/handler.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { FailureLimiter } from "../limits/failure-limiter.js";
import type { Limiter } from "../limits/limiter.js";
import type { Tracing } from "../tracing/tracing.js";
import type { Activity } from "./activity.js";
import type { FailureLog } from "./failure-log.js";
import type { LinkSettings } from "./link-settings.js";
import type { Metrics } from "./metrics.js";

/** How long a caller may take, in ms. */
export interface TimeLimits {
  /** Until the headers are there. */
  readonly headers: number;
  /** Until the whole request is there. */
  readonly request: number;
  /** Between two requests on a connection. */
  readonly keepAlive: number;
  /** The same, on a connection over which no valid key came. */
  readonly keyless: number;
  /** Without reading anything of its response. */
  readonly send: number;
}

/** What the app is built from. Nothing in it reaches past these parts. */
export interface AppParts {
  readonly rules: Rules;
  /** By operationId. */
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly keyRing: KeyRing;
  readonly limiter: Limiter;
  /** Of keys that are refused, by address. */
  readonly failures: FailureLimiter;
  readonly addresses: CallerAddresses;
  readonly connections: ConnectionLimits;
  readonly metrics: Metrics;
  readonly activity: Activity;
  /** Undefined where no traces are recorded. */
  readonly tracing: Tracing | undefined;
  readonly logger: FastifyBaseLogger;
  /** For the line of each request. */
  readonly requestLog: FastifyBaseLogger;
  readonly failureLog: FailureLog;
  readonly times: TimeLimits;
  /** The clock by which connections rest, in ms. */
  now(): number;
  /** How many requests may be under way at once, over all keys; more are answered with 429. */
  readonly maxConcurrent: number;
  readonly links: LinkSettings;
  /** The origins whose pages may use the API; see `allowOrigins`. */
  readonly corsOrigins: readonly string[];
}
