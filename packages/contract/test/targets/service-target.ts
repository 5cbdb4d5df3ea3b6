import { Readable } from "node:stream";
import { createClient } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import type { RunningService, ServiceOptions } from "@metadata-service/service";
// With a clock for its rates and with waits of one's own, which the package does not let anybody set.
import { startServiceOf } from "../../../service/test/support/start-service-of.js";
// Databases as the service's own tests make them; not a part of what the service publishes.
import { runOn, TARGETS, type TestDatabase } from "../../../service/test/support/targets.js";
import { httpTarget, type Target } from "../../src/index.js";

/** What the mock knows too, so that the same bytes can be sent to both. */
export const API_KEY = "demo-key";
/** Tells the target below, not the service, which of its services to ask. */
const PROVOKE = "x-provoke";
/** In ms; longer than any test takes. */
const NEVER = 3_600_000;
/**
 * Far above what the suite asks for: a 429 must come only where it is provoked, and no connection may be closed because this
 * machine is slow.
 */
const OPEN = {
  rate: 1e6,
  burst: 1e6,
  requestTimeout: NEVER,
  headersTimeout: NEVER,
  keepAliveTimeout: NEVER,
  keylessTimeout: NEVER,
  sendTimeout: NEVER,
  stopTimeout: NEVER,
} satisfies ServiceOptions;
/** A clock that stands still: limits that were used up stay so. */
const STOPPED = () => 0;

export const KINDS = TARGETS.map(({ name }) => name);
export type DatabaseKind = (typeof KINDS)[number];

/** A new and empty database of a kind. */
export async function createDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const target = TARGETS.find(({ name }) => name === kind);
  if (!target) throw new Error(`There is no database ${kind}`);
  return target.create();
}

/**
 * Starts a service with limits that no test meets by accident, on a slow database neither.
 *
 * @param now the clock of its rates, in ms
 */
export function startPatientService(options: ServiceOptions, now?: () => number): Promise<RunningService> {
  const settings = { apiKey: API_KEY, ...OPEN, ...options };
  return startServiceOf(document, settings, now, { beginWait: NEVER, statementTimeout: NEVER });
}

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
    startPatientService({ ...own }),
    startPatientService({ ...full, rate: 0.001, burst: 1 }, STOPPED),
    startPatientService({ ...torn }),
  ]);
  const [service, busy] = services;
  await Promise.all([
    importLists(service),
    fetch(`${busy.url}/api/v1/reports`, { headers: { apiKey: API_KEY } }),
    runOn(torn?.databaseUrl ?? "", "drop table metadata, list_records, list_zones"),
  ]);
  const targets = services.map(({ url }) => httpTarget({ baseUrl: url, apiKey: API_KEY }));
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
