import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import type { RunningService, ServiceOptions } from "../../src/index.js";
import type { DatabaseWaits } from "../../src/open-stores.js";
import { startServiceOf } from "../../src/start-service.js";
import type { Target, TestDatabase } from "./targets.js";

export const KEY = "test-key";

/** In ms: longer than a test may take. What has such a limit waits for what the test does, however slow the machine is. */
export const NEVER = 300_000;

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

/** A service under test, and how to speak to it. */
export interface ServiceUnderTest {
  readonly service: RunningService;
  readonly database: TestDatabase;
  create(body: unknown, namespace?: string): Promise<Response>;
  /** @param path with its query */
  get(path: string): Promise<Response>;
  end(): Promise<void>;
}

/**
 * Starts a service on a database of its own, with limits that no test meets by accident.
 *
 * @param now the clock of its rates and of connections that rest, in ms, where a test is about them
 * @param waits how long requests wait for a server database, where a test is about that
 */
export async function startOn(
  target: Target,
  options: ServiceOptions = {},
  now?: () => number,
  waits: DatabaseWaits = {},
): Promise<ServiceUnderTest> {
  const database = await target.create();
  const settings = { apiKey: KEY, ...NO_LIMITS, ...database.options, ...options };
  const service = await startServiceOf(document, settings, now, {
    beginWait: NEVER,
    statementTimeout: NEVER,
    ...waits,
  });
  const { url } = service;
  return {
    service,
    database,
    create: (body, namespace = "inspection") =>
      fetch(`${url}/api/v2/metadata/${namespace}`, {
        method: "POST",
        headers: { apiKey: KEY, "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    get: (path) => fetch(url + path, { headers: { apiKey: KEY } }),
    async end() {
      await service.stop();
      await database.remove();
    },
  };
}

/** The body of an answer, whose status must be as expected. */
export async function json<T>(response: Response | Promise<Response>, status = 200): Promise<T> {
  const answer = await response;
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${text}`);
  return JSON.parse(text) as T;
}
