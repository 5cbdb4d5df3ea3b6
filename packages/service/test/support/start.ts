import type { RunningService, ServiceOptions } from "../../src/index.js";
import type { DatabaseWaits } from "../../src/open-stores.js";
import { startPatientService } from "./start-patient-service.js";
import type { Target, TestDatabase } from "./targets.js";

export const KEY = "test-key";

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
 * Starts a service on a new database, with limits that no test meets by accident.
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
  const service = await startPatientService({ apiKey: KEY, ...database.options, ...options }, now, waits);
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
