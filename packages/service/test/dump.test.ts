/**
 * The steps of the guide for backups on PostgreSQL: `pg_dump` while the service runs, `pg_restore`, and a service on
 * the copy.
 */
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type PostgresServer, startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { linesOf, moment } from "@metadata-service/test-kit/service/records";
import { expect, it, onTestFinished } from "vitest";
import type { RunningService } from "../src/index.js";
import { startPatientService } from "./support/start-patient-service.js";

const INSTALLED = "/usr/lib/postgresql";
const NEEDED = ["initdb", "postgres", "pg_dump", "pg_restore"];

/** The programs of the newest PostgreSQL from Debian's packages; a server must be dumped by its own version. */
function installedPrograms(): string | undefined {
  const versions = existsSync(INSTALLED)
    ? readdirSync(INSTALLED)
        .map(Number)
        .sort((left, right) => right - left)
    : [];
  return versions
    .map((version) => `${INSTALLED}/${version}/bin`)
    .find((folder) => NEEDED.every((name) => existsSync(`${folder}/${name}`)));
}

const programs = installedPrograms();
const skipped = programs ? "" : ` (skipped: no PostgreSQL in ${INSTALLED}; install Debian's package postgresql)`;

const ORDERS = Array.from({ length: 300 }, (_, n) => ({
  uid: `po-${n}`,
  po_number: `${n}`,
  created_at: moment(n),
  updated_at: moment(n + 1),
}));

/** Performs the steps of the guide, and returns the URL of the copy. */
async function copyOf(server: PostgresServer, url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-dump-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const copy = await server.createDatabase();
  const file = join(folder, "metadata.dump");
  const run = (program: string, args: string[]) => promisify(execFile)(`${programs}/${program}`, args);
  await run("pg_dump", ["--format=custom", `--file=${file}`, url]);
  await run("pg_restore", ["--exit-on-error", `--dbname=${copy}`, file]);
  return copy;
}

/** Returns all data of the service that callers and operators can see. */
async function contentOf({ url, administration }: RunningService, key: string): Promise<unknown> {
  const get = async (path: string) => (await fetch(url + path, { headers: { apiKey: key } })).json();
  const records = [];
  for await (const line of administration.exportMetadata("inspection")) records.push(line);
  const keys = await administration.listKeys();
  return {
    records,
    keys: keys.map(({ id, label, namespace, revokedDate }) => ({ id, label, namespace, revokedDate })),
    orders: await get("/api/v1/purchase-orders?limit=100"),
    far: await get("/api/v3/purchase-orders?limit=20&offset=280"),
  };
}

it.skipIf(skipped !== "")(`a restored dump contains everything, including keys${skipped}`, async () => {
  const server = await startPostgres({ programs });
  onTestFinished(() => server.stop());
  const url = await server.createDatabase();
  const start = async (databaseUrl: string) => {
    const service = await startPatientService({ databaseUrl });
    onTestFinished(() => service.stop());
    return service;
  };
  const service = await start(url);
  const key = service.firstKey?.key ?? "";
  const create = ({ url }: RunningService, value: string, apiKey = key) =>
    fetch(`${url}/api/v2/metadata/inspection`, {
      method: "POST",
      headers: { apiKey, "content-type": "application/json" },
      body: JSON.stringify({ uid: "kept", items: [{ key: "\u0000\ud800", type: "string", value }] }),
    });
  const first = await (await create(service, "as it was")).text();
  const limits = { namespace: "analytics", mayRead: false, mayWrite: true };
  const narrow = await service.administration.createKey("narrow", null, limits);
  await service.administration.importRecords("purchase-orders", linesOf(ORDERS), { onReject: () => {} });

  const restored = await start(await copyOf(server, url));
  expect(await contentOf(restored, key)).toEqual(await contentOf(service, key));
  // The copy continues with this data: the same create request returns the stored record, a different one is rejected.
  expect(await (await create(restored, "as it was")).text()).toBe(first);
  expect((await create(restored, "something else")).status).toBe(400);
  expect((await create(restored, "as it was", narrow.key)).status).toBe(401);
  expect(restored.firstKey).toBeUndefined();
});
