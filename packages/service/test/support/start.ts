import type { Target, TestDatabase } from "@metadata-service/test-kit/service/targets";
import type { RunningService, ServiceOptions } from "../../src/index.js";
import type { DatabaseWaits } from "../../src/open-stores.js";
import { startPatientService } from "./start-patient-service.js";

export const KEY = "test-key";

/** A service under test, with helpers for requests. */
export interface ServiceUnderTest {
  readonly service: RunningService;
  readonly database: TestDatabase;
  create(body: unknown, namespace?: string): Promise<Response>;
  /** @param path with its query */
  get(path: string): Promise<Response>;
  end(): Promise<void>;
}

/**
 * Starts a service with a new database, and limits that tests do not reach by accident.
 *
 * @param now the clock of rate limits and idle connections, in ms, for tests about them
 * @param waits time limits of requests for a server database, for tests about them
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

/** Returns the body of a response, and checks its status. */
export async function json<T>(response: Response | Promise<Response>, status = 200): Promise<T> {
  const answer = await response;
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${text}`);
  return JSON.parse(text) as T;
}
