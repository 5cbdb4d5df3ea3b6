import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import type { RunningService, ServiceOptions } from "../../src/index.js";
import type { DatabaseWaits } from "../../src/open-stores.js";
import { startServiceOf } from "../../src/start-service.js";

/** In ms: longer than a test may take. What has such a limit waits for what the test does, however slow the machine is. */
export const NEVER = 3_600_000;

/** What a service allows where a test does not say otherwise: nothing that a test, or a machine that is slow, meets by accident. */
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
 * Starts a service with limits that no test meets by accident, on a slow database neither.
 *
 * @param now the clock of its rates and of connections that rest, in ms, where a test is about them
 * @param waits how long requests wait for a server database, where a test is about that
 */
export function startPatientService(
  options: ServiceOptions,
  now?: () => number,
  waits: DatabaseWaits = {},
): Promise<RunningService> {
  const settings = { ...NO_LIMITS, ...options };
  return startServiceOf(document, settings, now, { beginWait: NEVER, statementTimeout: NEVER, ...waits });
}
