import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import type { RunningService, ServiceOptions } from "../../src/index.js";
import type { DatabaseWaits } from "../../src/open-stores.js";
import { startServiceOf } from "../../src/start-service.js";

/** A time limit in ms that is longer than a test may take, so that it never expires, even on a slow machine. */
export const NEVER = 3_600_000;

/** The default limits of services in tests, which are not reached by accident, even on a slow machine. */
const NO_LIMITS = {
  rate: 1e6,
  burst: 1e6,
  inFlight: 1000,
  headersTimeout: NEVER,
  requestTimeout: NEVER,
  keylessTimeout: NEVER,
  keepAliveTimeout: NEVER,
  sendTimeout: NEVER,
} as const satisfies ServiceOptions;

/**
 * Starts a service with limits that tests do not reach by accident, even with a slow database.
 *
 * @param now the clock of rate limits and idle connections, in ms, for tests about them
 * @param waits time limits of requests for a server database, for tests about them
 */
export const startPatientService = (
  options: ServiceOptions,
  now?: () => number,
  waits?: DatabaseWaits,
): Promise<RunningService> => startPatientServiceOf(document, options, now, waits);

/** The same for another bundle. */
export function startPatientServiceOf(
  bundle: object,
  options: ServiceOptions,
  now?: () => number,
  waits: DatabaseWaits = {},
): Promise<RunningService> {
  const settings = { ...NO_LIMITS, ...options };
  return startServiceOf(bundle, settings, now, { beginWait: NEVER, statementTimeout: NEVER, ...waits });
}
