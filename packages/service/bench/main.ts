import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPostgres } from "../test/support/postgres-server.js";
import { databaseFlags, startProcess } from "../test/support/service-process.js";
import { benchCreates, type CreateFigures } from "./creates.js";
import { benchLists } from "./lists.js";

/** All figures of the service in one run: `npm run bench -w packages/service`. RECORDS is the length of the list. */
const RECORDS = Number(process.env["RECORDS"] ?? 2_000_000);

const misses: string[] = [];
const server = await startPostgres({ careful: true });
const folder = await mkdtemp(join(tmpdir(), "metadata-service-bench-"));
try {
  console.log(
    `Node ${process.version}, ${server.version.split(" on ")[0]}, 20 connections; medians of rounds in turns.\n`,
  );
  const databaseUrl = await server.createDatabase();
  for (const [name, database] of [
    ["PostgreSQL", { databaseUrl }],
    ["PGlite", { data: folder }],
  ] as const) {
    const { key, memory } = await firstStart(database);
    console.log(`${name}: idle memory ${memory.toFixed(0)} MB`);
    const figures = await benchCreates(database, key);
    showCreates(name, figures);
    if (name === "PostgreSQL") {
      judge("creates against raw inserts", figures.ratio, 0.75);
      await showLists(databaseUrl, key);
    }
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
console.log(misses.length > 0 ? `\nMissed: ${misses.join("; ")}` : "\nAll bars are met.");
process.exitCode = misses.length > 0 ? 1 : 0;

/** Starts on a new database, for its key and for what the process weighs when it has nothing to do. */
async function firstStart(database: { data?: string; databaseUrl?: string }): Promise<{ key: string; memory: number }> {
  const first = await startProcess(databaseFlags(database));
  await first.end();
  const again = await startProcess(databaseFlags(database));
  await wait(2_000);
  const status = await readFile(`/proc/${again.child.pid}/status`, "utf8").catch(() => "");
  await again.end();
  return { key: first.firstKey ?? "", memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024 };
}

function showCreates(name: string, { service, raw }: CreateFigures): void {
  for (const [who, { perSecond, p50, p99 }] of [
    ["creates", service],
    ["raw inserts", raw],
  ] as const)
    console.log(`${name}: ${who} ${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
}

async function showLists(databaseUrl: string, key: string): Promise<void> {
  const figures = await benchLists(databaseUrl, key, RECORDS);
  const { imported, firstPage, farPage, farPageByHand, pages } = figures;
  console.log(
    `import: ${RECORDS} orders, ${imported.service.toFixed(0)}/s, a bare COPY of the same rows ${imported.copy.toFixed(0)}/s`,
  );
  console.log(
    `page of 100 with total: ${firstPage.toFixed(2)} ms at offset 0, ${farPage.toFixed(2)} ms at offset ${RECORDS / 2} ` +
      `(a statement with offset and count(*): ${farPageByHand.toFixed(0)} ms)`,
  );
  console.log(
    `pages of 100: ${pages.service.toFixed(0)}/s, the same statement in a bare Fastify handler ${pages.bare.toFixed(0)}/s`,
  );
  judge("far page against first page", firstPage / farPage, 1 / 3);
  judge("pages against a bare handler", pages.ratio, 0.8);
  judge("import against a bare COPY", imported.ratio, 0.5);
}

function judge(what: string, part: number, least: number): void {
  const met = part >= least;
  if (!met) misses.push(what);
  console.log(`${met ? "met" : "MISSED"}: ${what}: ${part.toFixed(2)}, bar ${least.toFixed(2)}`);
}
