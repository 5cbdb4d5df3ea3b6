/**
 * `npm run extra -- bench-cluster`: measures a list of ORDERS (10 million) purchase orders on a Citus cluster with three workers,
 * first on the coordinator, then with both tables distributed by collection. Prints a table like the one in
 * `packages/service/GROWING.md`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { run } from "@metadata-service/spec-tools/run";
import { ask } from "@metadata-service/test-kit/service/ask";
import { CLI, type ServiceProcess, startProcess } from "@metadata-service/test-kit/service/service-process";
import { FIRST_ORDER, orderLines } from "../../packages/service/bench/import.js";
import { type Cluster, withCluster } from "./cluster.js";

const ORDERS = Number(process.env["ORDERS"] ?? 10_000_000);
/** The number of orders that one import changes. */
const CHANGED = 50_000;
const REQUESTS = 60;
const IMPORTS = 2;

/** In seconds, like the distance between two orders. */
const DAY = 86_400;
/** Three quarters of the list. */
const LONG = (ORDERS * 3) / 4;

function windowFrom(second: number, seconds: number): string {
  const moment = (at: number) =>
    encodeURIComponent(new Date(FIRST_ORDER + at * 1_000).toISOString().replace("Z", "000+00:00"));
  return `updated_from=${moment(second)}&updated_to=${moment(second + seconds)}`;
}

/** The measured pages: a name, and the query. */
const PAGES = [
  ["first page of 100", "limit=100"],
  [`page of 100 at offset ${ORDERS * 0.9}`, `limit=100&offset=${ORDERS * 0.9}`],
  ["200 orders of a window of one day", `limit=200&${windowFrom(ORDERS / 2, DAY)}`],
  [`200 orders at offset 100000 of a window of ${LONG} orders`, `limit=200&offset=100000&${windowFrom(0, LONG)}`],
] as const;

async function importSeconds(databaseUrl: string, from: number, to: number, change = ""): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [CLI, "import", "purchase-orders", "-"], {
    stdio: ["pipe", "ignore", "inherit"],
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  const ended = once(child, "exit");
  const lines = (function* () {
    for (const text of orderLines(from, to)) yield text.replaceAll('"confirmed"', `"confirmed${change}"`);
  })();
  await pipeline(Readable.from(lines), child.stdin);
  const [code] = await ended;
  if (code !== 0) throw new Error(`The import ended with ${code}`);
  return (performance.now() - began) / 1_000;
}

/** Returns the shortest time of many requests, in ms, because other programs may use the machine. */
async function pageTime(url: string, apiKey: string, query: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n++) {
    const began = performance.now();
    const response = await fetch(`${url}/api/v3/purchase-orders?${query}`, { headers: { apiKey } });
    const text = await response.text();
    times.push(performance.now() - began);
    if (response.status !== 200) throw new Error(`${query}: ${response.status} ${text}`);
  }
  return Math.min(...times);
}

/** Returns the figures of a layout, by name. */
async function measure(
  layout: string,
  { databaseUrl, url, apiKey }: { databaseUrl: string; url: string; apiKey: string },
): Promise<Map<string, string>> {
  const figures = new Map<string, string>();
  for (const [name, query] of PAGES) figures.set(name, `${(await pageTime(url, apiKey, query)).toFixed(1)} ms`);
  const imports: number[] = [];
  for (let n = 0; n < IMPORTS; n++) {
    const from = ORDERS / 2;
    imports.push(await importSeconds(databaseUrl, from, from + CHANGED, `-${layout}-${n}`));
  }
  figures.set(`import of ${CHANGED} changed orders`, `${Math.min(...imports).toFixed(1)} s`);
  return figures;
}

async function bench(cluster: Cluster, service: ServiceProcess): Promise<void> {
  const apiKey = service.firstKey;
  if (apiKey === undefined) throw new Error("Set CITUS_URL to a database that the service has never used");
  const target = { databaseUrl: cluster.url, url: service.url, apiKey };
  const seconds = await importSeconds(cluster.url, 0, ORDERS);
  console.log(`import of ${ORDERS} orders on the coordinator: ${seconds.toFixed(0)} s`);
  const local = await measure("local", target);
  for (const statement of [
    "select create_distributed_table('list_zones', 'collection', shard_count => 64)",
    "select create_distributed_table('list_records', 'collection', colocate_with => 'list_zones')",
    ...["list_records", "list_zones"].flatMap((table) => [
      `select truncate_local_data_after_distributing_table('${table}')`,
      `vacuum (analyze) ${table}`,
    ]),
  ])
    await ask(cluster.url, statement);
  const distributed = await measure("distributed", target);
  console.log("| | on the coordinator | distributed by collection |\n| --- | --- | --- |");
  for (const [name, figure] of local) console.log(`| ${name} | ${figure} | ${distributed.get(name)} |`);
}

await run(() =>
  withCluster(async (cluster) => {
    const service = await startProcess(["--database-url", cluster.url, "--log-level", "warn"]);
    await bench(cluster, service).finally(() => service.end());
  }),
);
