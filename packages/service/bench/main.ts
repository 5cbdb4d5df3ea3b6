import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { databaseFlags, startProcess } from "@metadata-service/test-kit/service/service-process";
import { benchCreates, type CreateFigures } from "./creates.js";
import { benchImport } from "./import.js";
import { benchLists } from "./lists.js";
import { benchSecondList } from "./second-list.js";

/** Measures all figures of the service: `npm run bench -w packages/service`. RECORDS is the length of the list. */
const RECORDS = Number(process.env["RECORDS"] ?? 2_000_000);

const misses: string[] = [];
const server = await startPostgres({ careful: true });
const folder = await mkdtemp(join(tmpdir(), "metadata-service-bench-"));
try {
  console.log(
    `Node ${process.version}, ${server.version.split(" on ")[0]}, ${availableParallelism()} cores with a load of ` +
      `${loadavg()[0]?.toFixed(1)}, 20 connections; medians of rounds in turns.\n`,
  );
  const databaseUrl = await server.createDatabase();
  await attempt("PostgreSQL", async () => {
    const key = await firstStart("PostgreSQL", { databaseUrl });
    await attempt("create requests on PostgreSQL", async () => {
      const figures = await benchCreates({ databaseUrl }, key);
      showCreates("PostgreSQL", figures);
      judge("create requests compared with raw inserts", figures.ratio, 0.75);
    });
    await attempt("import", () => showImport(databaseUrl));
    await attempt("import of a second list", async () => {
      judge("first import of a second list", await benchSecondList(server, Math.min(RECORDS, 60_000)), 0.75);
    });
    await attempt("pages", () => showLists(databaseUrl, key));
  });
  await attempt("create requests on PGlite", async () => {
    const database = { data: folder };
    showCreates("PGlite", await benchCreates(database, await firstStart("PGlite", database)));
  });
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
console.log(misses.length > 0 ? `\nMissed: ${misses.join("; ")}` : "\nAll targets are met.");
process.exitCode = misses.length > 0 ? 1 : 0;

/** Runs a benchmark. If it fails, it counts as missed, and the others still run. */
async function attempt(what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    misses.push(what);
    console.log(`MISSED: ${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
  }
}

/** Starts a service with a new database, prints its idle memory, and returns its key. */
async function firstStart(name: string, database: { data?: string; databaseUrl?: string }): Promise<string> {
  const first = await startProcess(databaseFlags(database));
  await first.end();
  const again = await startProcess(databaseFlags(database));
  await wait(2_000);
  const status = await readFile(`/proc/${again.child.pid}/status`, "utf8").catch(() => "");
  await again.end();
  const memory = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  console.log(`${name}: idle memory ${memory.toFixed(0)} MB`);
  return first.firstKey ?? "";
}

function showCreates(name: string, { service, raw }: CreateFigures): void {
  for (const [who, { perSecond, p50, p99 }] of [
    ["creates", service],
    ["raw inserts", raw],
  ] as const)
    console.log(`${name}: ${who} ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
}

async function showImport(databaseUrl: string): Promise<void> {
  const { service, copy, start, ratio } = await benchImport(databaseUrl, RECORDS);
  console.log(
    `import: ${RECORDS} orders, ${service.toFixed(0)}/s without the start of the command (${start.toFixed(0)} ms), ` +
      `a bare COPY of the same rows ${copy.toFixed(0)}/s`,
  );
  judge("import compared with a bare COPY", ratio, 0.5);
}

async function showLists(databaseUrl: string, key: string): Promise<void> {
  const { firstPage, farPage, farPageByHand, pages } = await benchLists(databaseUrl, key, RECORDS);
  console.log(
    `page of 100 with total: ${firstPage.toFixed(2)} ms at offset 0, ${farPage.toFixed(2)} ms at offset ${RECORDS / 2} ` +
      `(a statement with offset and count(*): ${farPageByHand.toFixed(0)} ms)`,
  );
  console.log(
    `pages of 100: ${pages.service.toFixed(0)}/s, the same statement in a bare Fastify handler ${pages.bare.toFixed(0)}/s; ` +
      `prepared, as in the service, ${pages.prepared.toFixed(0)}/s (${pages.preparedRatio.toFixed(2)})`,
  );
  judge("far page compared with the first page", firstPage / farPage, 1 / 3);
  judge("pages compared with a bare handler", pages.ratio, 0.8);
}

function judge(what: string, part: number, least: number): void {
  const met = part >= least;
  if (!met) misses.push(what);
  console.log(`${met ? "met" : "MISSED"}: ${what}: ${part.toFixed(2)}, target ${least.toFixed(2)}`);
}
