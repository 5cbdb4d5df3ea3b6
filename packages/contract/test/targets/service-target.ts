import { Readable } from "node:stream";
import { createClient } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";
import type { RunningService, ServiceOptions } from "@metadata-service/service";
import { PATIENCE } from "../../../../vitest.base.js";
// With a clock for its rates and with waits that the package does not let anybody set.
import { NEVER, startPatientService } from "../../../service/test/support/start-patient-service.js";
// Databases as the service's own tests make them; not a part of what the service publishes.
import { runOn, TARGETS, type TestDatabase } from "../../../service/test/support/targets.js";
import { httpTarget, type Target } from "../../src/index.js";

/** What the mock knows too, so that the same bytes can be sent to both. */
export const API_KEY = "demo-key";
/** Tells the target below, not the service, which of its services to ask. */
const PROVOKE = "x-provoke";
/** A clock that does not move, so limits that are used up stay used up. */
const STOPPED = () => 0;

export const KINDS = TARGETS.map(({ name }) => name);
export type DatabaseKind = (typeof KINDS)[number];

/** A new and empty database of a kind. */
export async function createDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const target = TARGETS.find(({ name }) => name === kind);
  if (!target) throw new Error(`There is no database ${kind}`);
  return target.create();
}

/** Starts a service that no test meets a limit of by accident, with the key of the mock. */
export const startWithKey = (options: ServiceOptions, now?: () => number): Promise<RunningService> =>
  startPatientService({ apiKey: API_KEY, stopTimeout: NEVER, ...options }, now);

/** The service on a database, with lists in it, and services that can only answer 429 and 500. */
export interface ServiceUnderContract {
  readonly target: Target;
  readonly url: string;
  readonly apiKey: string;
  close(): Promise<void>;
}

/**
 * Starts the service on a new database of a kind, and imports what the mock lists. 429 and 500 are real: from a service
 * whose limits are used up, and from one whose tables were taken away.
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
  const targets = services.map(({ url }) => httpTarget({ baseUrl: url, apiKey: API_KEY, timeout: PATIENCE }));
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

/** The data set of the mock, so that the lists of both can be held to the same laws. */
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
