/**
 * Compares the docs with the page that Redocly's own `build-docs` makes from the same bundle, in one run: build time,
 * weight, and time to first paint. Limits are ratios, so they hold on any machine.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import type { Browser } from "playwright-core";
import { serveDocs } from "../src/serve/serve-docs.js";
import { siteFiles } from "../src/serve/site-files.js";
import { inDocs } from "../src/site/paths.js";

const exec = promisify(execFile);
const require = createRequire(import.meta.url);
const RUNS = 5;
const PAGES = ["index.html", "guides/paging.html", "reference.html", "try.html"];
/** How many times Redocly's figure ours may be. Our build also makes guides, samples and a search index. */
const BARS = { build: 6, weight: 1.6, paint: 2 };

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

function judge(what: string, ours: number, peer: number, unit: string, bar: number): void {
  const ratio = ours / peer;
  console.log(
    `${what.padEnd(40)} ${ours.toLocaleString("en").padStart(9)} ${unit}, ${ratio.toFixed(2)} of Redocly's ${peer.toLocaleString("en")} (at most ${bar})`,
  );
  if (ratio > bar) {
    console.log(`MISSED: ${what}: ${ratio.toFixed(2)} of Redocly's, at most ${bar}`);
    process.exitCode = 1;
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return Math.round(performance.now() - started);
}

/** Builds Redocly's own page: a single file with everything in it. */
async function buildPeer(file: string): Promise<void> {
  const cli = join(dirname(require.resolve("@redocly/cli/package.json")), "bin/cli.js");
  const bundle = require.resolve("@metadata-service/openapi/openapi.json");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  await exec(process.execPath, [cli, "build-docs", bundle, "--inlineBundle", "-o", file], { env, cwd: dirname(file) });
}

/** Measures the first contentful paint without a cache: each time in a new browser context. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  const time = await page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") resolve(startTime);
    }).observe({ type: "paint", buffered: true }))`);
  await context.close();
  return Math.round(time);
}

console.log(
  `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, median of ${RUNS}`,
);
const folder = await mkdtemp(join(tmpdir(), "metadata-docs-bench-"));
try {
  const peerPage = join(folder, "page.html");
  const builds = { ours: [] as number[], peer: [] as number[] };
  // The two take turns, so that other load on the machine affects both equally.
  for (let run = 0; run < RUNS; run++) {
    builds.peer.push(await timed(() => buildPeer(peerPage)));
    builds.ours.push(await timed(() => exec("npm", ["run", "build"], { cwd: inDocs("") })));
  }
  judge("build (npm run build)", median(builds.ours), median(builds.peer), "ms", BARS.build);

  const files = await siteFiles(inDocs("dist/site"));
  const weigh = (names: string[]) =>
    names.reduce((sum, name) => sum + (files.get(name)?.gzip ?? files.get(name)?.body ?? "").length, 0);
  const peerWeight = gzipSync(await readFile(peerPage)).length;
  judge("weight of everything, gzipped", weigh([...files.keys()]), peerWeight, "bytes", BARS.weight);
  for (const name of [
    "reference.html",
    "assets/redoc.js",
    "assets/search-index.js",
    "assets/site.js",
    "assets/site.css",
    "index.html",
  ])
    judge(`  ${name}`, weigh([name]), peerWeight, "bytes", BARS.weight);

  if (noChromium) console.log(`First paint was not measured, because ${noChromium}.`);
  else await comparePaints(pathToFileURL(peerPage).href);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @param peer the URL of Redocly's page: a file, which needs no server and so has an advantage */
async function comparePaints(peer: string): Promise<void> {
  const docs = await serveDocs({ port: 0 });
  const browser = await launchChromium();
  await firstPaint(browser, docs.url);
  const times = new Map([peer, ...PAGES].map((name) => [name, [] as number[]]));
  for (let run = 0; run < RUNS; run++)
    for (const [name, list] of times) list.push(await firstPaint(browser, name === peer ? peer : docs.url + name));
  const middle = (name: string) => median(times.get(name) ?? []);
  for (const name of PAGES) judge(`first contentful paint, ${name}`, middle(name), middle(peer), "ms", BARS.paint);
  await browser.close();
  await docs.stop();
}
