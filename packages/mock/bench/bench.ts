/**
 * Compares the mock with stock Prism on the same bundle, in one run: requests per second and p99 over 20 connections,
 * for GET and POST. Then measures the memory of the mock after 20,000 and after 200,000 requests. Both log every
 * request, as they do by default.
 */

import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import autocannon, { type Options } from "autocannon";
import { startStockPrism } from "./start-stock-prism.js";

const CONNECTIONS = 20;
const ROUNDS = 5;
/** The duration of each measurement and of the warm-up, in seconds. */
const SECONDS = 3;
const headers = { apiKey: "demo-key" };

/** The types of requests. Stock Prism ignores the limit, and returns the two records of the example for every list. */
const KINDS: Record<string, Pick<Options, "method" | "headers" | "body"> & { path: string }> = {
  "GET, 10 records (Prism: 2)": { path: "/api/v1/purchase-orders?limit=10", method: "GET", headers },
  "GET, 100 records (Prism: 2)": { path: "/api/v1/purchase-orders?limit=100", method: "GET", headers },
  "POST, thirteen kinds": {
    path: "/api/v2/metadata/inspection",
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(document.components.examples.CreateMetadataAllKinds.value),
  },
};

/** Starts the command as users do. `took` is the time until it printed its URL, in milliseconds. */
async function startCommand(): Promise<{ url: string; took: number; stop(): void }> {
  const start = performance.now();
  const cli = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
  const child = spawn(process.execPath, [cli, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  const url = await new Promise<string>((resolve, reject) => {
    // Keeps reading all output, as a terminal would.
    child.stdout.on("data", (chunk: Buffer) => {
      if (out.length < 10_000) out += chunk;
      const found = /API +(http:\S+)/.exec(out)?.[1];
      if (found) resolve(found.replace("localhost", "127.0.0.1"));
    });
    child.once("exit", () => reject(new Error(`The mock did not start: ${out}`)));
  });
  return { url, took: performance.now() - start, stop: () => child.kill("SIGTERM") };
}

/** Prints a missed limit in the format that `npm run bench` collects. */
function met(what: string, is: boolean): boolean {
  if (!is) console.log(`MISSED: ${what}`);
  return is;
}

/** Compares the start time of the command with that of stock Prism. */
async function start(): Promise<boolean> {
  const times: Record<string, number[]> = { mock: [], prism: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const mock = await startCommand();
    mock.stop();
    times["mock"]?.push(mock.took);
    const begin = performance.now();
    const prism = await startStockPrism();
    times["prism"]?.push(performance.now() - begin);
    await prism.stop();
  }
  const [ours = 0, theirs = 0] = [times["mock"], times["prism"]].map((list) => median(list ?? []));
  console.log(
    `\nStart: mock ${Math.round(ours)} ms, stock Prism ${Math.round(theirs)} ms; the mock may take as long as stock Prism.`,
  );
  return met("start beside stock Prism", ours <= theirs);
}

async function load(base: string, kind: string, amount: Partial<Options>) {
  const { path, ...request } = KINDS[kind] ?? { path: "/" };
  const result = await autocannon({ url: base + path, connections: CONNECTIONS, ...request, ...amount });
  if (result.non2xx + result.errors > 0) throw new Error(`${base}: ${result.non2xx} refused, ${result.errors} failed`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}

const median = (numbers: number[]) => numbers.slice().sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

async function throughput(): Promise<boolean> {
  const [mock, prism] = [await startCommand(), await startStockPrism()];
  // Stops all processes, whatever the result.
  process.once("exit", () => {
    mock.stop();
    prism.process.kill("SIGKILL");
  });
  const targets = { mock: mock.url, prism: `http://127.0.0.1:${prism.port}` };
  let slower = false;
  console.log(
    "\n| request | mock req/s | Prism req/s | ratio | mock p99 ms | Prism p99 ms |\n|---|---|---|---|---|---|",
  );
  for (const kind of Object.keys(KINDS)) {
    const rates: Record<string, number[]> = { mock: [], prism: [] };
    const p99s: Record<string, number[]> = { mock: [], prism: [] };
    for (const url of Object.values(targets)) await load(url, kind, { duration: SECONDS });
    // The two take turns, so that other load on the machine affects both equally.
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, url] of Object.entries(targets)) {
        const { rate, p99 } = await load(url, kind, { duration: SECONDS });
        rates[name]?.push(rate);
        p99s[name]?.push(p99);
      }
    const [ours = 0, theirs = 0] = [rates["mock"], rates["prism"]].map((list) => median(list ?? []));
    const [ourP99, theirP99] = [p99s["mock"], p99s["prism"]].map((list) => median(list ?? []));
    // The comparison of a page of 100 records with Prism's page of two is for information only.
    if (!kind.includes("100")) slower ||= ours < theirs;
    console.log(
      `| ${kind} | ${Math.round(ours)} | ${Math.round(theirs)} | ${(ours / theirs).toFixed(2)} | ${ourP99} | ${theirP99} |`,
    );
  }
  mock.stop();
  await prism.stop();
  return met("requests beside stock Prism", !slower);
}

async function memory(): Promise<boolean> {
  const child = fork(new URL("measured-mock.ts", import.meta.url), { execArgv: [...process.execArgv, "--expose-gc"] });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  const ask = async () => {
    child.send("memory");
    const [{ heapUsed, rss }] = (await once(child, "message")) as [{ heapUsed: number; rss: number }];
    return { heapUsed: heapUsed / 1_048_576, rss: rss / 1_048_576 };
  };
  // Half of the requests are lists, the other half create the same record, because each new record is kept in memory on
  // purpose.
  const send = async (amount: number) => {
    await load(url, "GET, 10 records (Prism: 2)", { amount: amount / 2 });
    await load(url, "POST, thirteen kinds", { amount: amount / 2 });
  };
  await send(20_000);
  const few = await ask();
  await send(180_000);
  const many = await ask();
  child.disconnect();
  const growth = (many.heapUsed / few.heapUsed - 1) * 100;
  console.log("\n| after | heap MiB | resident MiB |\n|---|---|---|");
  for (const [name, { heapUsed, rss }] of [
    ["20,000 requests", few],
    ["200,000 requests", many],
  ] as const)
    console.log(`| ${name} | ${heapUsed.toFixed(1)} | ${rss.toFixed(1)} |`);
  console.log(`\nThe heap ${growth < 0 ? "shrank" : "grew"} by ${Math.abs(growth).toFixed(1)}%; it may grow by 20%.`);
  return met("growth of the heap", growth <= 20);
}

console.log(
  `Node ${process.version}, ${cpus().length} cores, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s`,
);
const results = [await start(), await throughput(), await memory()];
if (results.includes(false)) {
  process.exitCode = 1;
}
