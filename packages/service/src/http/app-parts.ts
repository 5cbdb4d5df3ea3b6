import type { Rules } from "@metadata-service/server-rules";
import type { FastifyBaseLogger } from "fastify";
import type { Handler } from "../handlers/handler.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { Limiter } from "../limits/limiter.js";
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
}

/** What the app is built from. Nothing in it reaches past these parts. */
export interface AppParts {
  readonly rules: Rules;
  /** By operationId. */
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly keyRing: KeyRing;
  readonly limiter: Limiter;
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
  readonly times: TimeLimits;
  /** How many requests may be under way at once, over all keys; more are answered with 429. */
  readonly maxConcurrent: number;
  readonly links: LinkSettings;
}
