import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createClient } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";
import { type RunningService, type ServiceOptions, startService } from "@metadata-service/service";
// A real server out of npm, as the service's own tests start it; not a part of what the service publishes.
import { type PostgresServer, startPostgres } from "../../../service/test/support/postgres-server.js";
import { httpTarget, type Target } from "../../src/index.js";

const API_KEY = "contract-key";
/** Tells the target below, not the service, which of its services to ask. */
const PROVOKE = "x-provoke";
/** Far above what the suite asks for: a 429 must come only where it is provoked. */
const OPEN = { rate: 1e6, burst: 1e6 };

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
export async function startServiceUnderContract(kind: "PGlite" | "PostgreSQL"): Promise<ServiceUnderContract> {
  const server = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-contract-"));
  const start = (options: ServiceOptions) => startService({ apiKey: API_KEY, ...options });
  const database = kind === "PGlite" ? { data: folder } : { databaseUrl: await server.createDatabase() };
  const services = await Promise.all([
    start({ ...database, ...OPEN }),
    start({ databaseUrl: await server.createDatabase(), rate: 0.001, burst: 1 }),
    startBroken(start, server),
  ]);
  const [service, busy] = services;
  await importLists(service);
  await fetch(`${busy.url}/api/v1/reports`, { headers: { apiKey: API_KEY } });
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
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startBroken(
  start: (options: ServiceOptions) => Promise<RunningService>,
  server: PostgresServer,
): Promise<RunningService> {
  const databaseUrl = await server.createDatabase();
  const service = await start({ databaseUrl, ...OPEN });
  await server.execute(databaseUrl, "drop table metadata, list_records, list_zones");
  return service;
}

/** The data set of the mock, so that the lists of both can be held to the same laws. */
async function importLists({ administration }: RunningService): Promise<void> {
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
