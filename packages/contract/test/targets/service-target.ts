import { Readable } from "node:stream";
import { createClient } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";
import type { RunningService, ServiceOptions } from "@metadata-service/service";
// The test databases of the service's own tests, which are not published.
import { runOn, TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { WAIT_LIMIT } from "../../../../vitest.base.js";
// Internal, because the public options do not include the clock of the rate limits and some delays.
import { NEVER, startPatientService } from "../../../service/test/support/start-patient-service.js";
import { httpTarget, type Target } from "../../src/index.js";

/** The same as those of the mock, so that the same bytes can be sent to both. */
export const API_KEY = "demo-key";
/** Selects one of the services of the target below; the services ignore it. */
const PROVOKE = "x-provoke";
/** A stopped clock, so that exhausted limits stay exhausted. */
const STOPPED = () => 0;

export const KINDS = TARGETS.map(({ name }) => name);
export type DatabaseKind = (typeof KINDS)[number];

/** Creates a new, empty database. */
export async function createDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const target = TARGETS.find(({ name }) => name === kind);
  if (!target) throw new Error(`Unknown database ${kind}`);
  return target.create();
}

/** Starts a service with limits that tests do not reach by accident, and the key of the mock. */
export const startWithKey = (options: ServiceOptions, now?: () => number): Promise<RunningService> =>
  startPatientService({ apiKey: API_KEY, stopTimeout: NEVER, ...options }, now);

/** A service with a database and lists, and two services that only return 429 and 500. */
export interface ServiceUnderContract {
  readonly target: Target;
  readonly url: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

/**
 * Starts the service with a new database, and imports the lists of the mock. 429 and 500 are real: one comes from a
 * service with exhausted limits, the other from one whose tables were dropped.
 */
export async function startServiceUnderContract(kind: DatabaseKind): Promise<ServiceUnderContract> {
  const databases = await Promise.all([
    createDatabase(kind),
    createDatabase("PostgreSQL"),
    createDatabase("PostgreSQL"),
  ]);
  const [own, full, torn] = databases.map(({ options }) => options);
  const services = await Promise.all([
    startWithKey({ ...own }),
    startWithKey({ ...full, rate: 0.001, burst: 1 }, STOPPED),
    startWithKey({ ...torn }),
  ]);
  const [service, busy] = services;
  await Promise.all([
    importLists(service),
    fetch(`${busy.url}/api/v1/reports`, { headers: { apiKey: API_KEY } }),
    runOn(torn?.databaseUrl ?? "", "drop table metadata, list_records, list_zones"),
  ]);
  const targets = services.map(({ url }) => httpTarget({ baseUrl: url, apiKey: API_KEY, timeout: WAIT_LIMIT }));
  const [normal, refusing, failing] = targets as [Target, Target, Target];
  return {
    url: service.url,
    apiKey: API_KEY,
    target: {
      ...normal,
      name: `service on ${kind}`,
      provoke: (status) => ({ [PROVOKE]: String(status) }),
      send({ headers: { [PROVOKE]: provoked, ...headers }, ...request }) {
        const chosen = provoked === "429" ? refusing : provoked === "500" ? failing : normal;
        return chosen.send({ ...request, headers });
      },
    },
    async close() {
      await Promise.all(targets.map((target) => target.close?.()));
      await Promise.all(services.map((one) => one.stop()));
      await Promise.all(databases.map((one) => one.remove()));
    },
  };
}

/** Imports the data of the mock, so that both have the same lists. */
export async function importLists({ administration }: RunningService): Promise<void> {
  const mock = await startMock({ port: 0 });
  const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
  const lists = {
    "purchase-orders": await client.listPurchaseOrdersV3({ limit: 200 }).toArray(),
    reports: await client.listReports({ limit: 50 }).toArray(),
  };
  await mock.stop();
  for (const [name, records] of Object.entries(lists)) {
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    await administration.importRecords(name, Readable.from([Buffer.from(lines)]), {
      onReject({ line, reason }) {
        throw new Error(`Line ${line} of ${name} was rejected: ${reason}`);
      },
    });
  }
}
