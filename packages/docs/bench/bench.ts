/** Measures what the docs promise: time to build, weight, and time until something is seen. Prints one line each. */
import { execFile } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { promisify } from "node:util";
import { launchChromium, noChromium } from "@metadata-service/spec-tools/chromium";
import type { Browser } from "playwright-core";
import { serveDocs } from "../src/serve/serve-docs.js";
import { siteFiles } from "../src/serve/site-files.js";
import { inDocs } from "../src/site/paths.js";

const exec = promisify(execFile);
const RUNS = 5;
const PAGES = ["index.html", "guides/paging.html", "reference.html", "try.html"];
const LIMITS = { build: 5000, weight: 1_000_000, paint: 1000 };

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const report = (what: string, value: number, unit: string, limit: number) =>
  console.log(
    `${what.padEnd(40)} ${value.toLocaleString("en").padStart(9)} ${unit}   (at most ${limit.toLocaleString("en")})`,
  );

/** How long a build takes, and how long it keeps a core busy: the second is the same on a busy machine. */
async function buildTime(): Promise<{ wall: number; cpu: number }> {
  const started = performance.now();
  const { stderr } = await exec("bash", ["-c", "TIMEFORMAT='%U %S'; time npm run build > /dev/null 2>&1"], {
    cwd: inDocs(""),
  });
  const wall = Math.round(performance.now() - started);
  const [user = 0, system = 0] = stderr.trim().split(" ").map(Number);
  return { wall, cpu: Math.round((user + system) * 1000) };
}

/** First contentful paint with nothing in the cache: each time a browser context of its own. */
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
const builds: { wall: number; cpu: number }[] = [];
for (let run = 0; run < RUNS; run++) builds.push(await buildTime());
report("build (npm run build)", median(builds.map(({ wall }) => wall)), "ms", LIMITS.build);
report("  of it, CPU time over both cores", median(builds.map(({ cpu }) => cpu)), "ms", 2 * LIMITS.build);

const files = await siteFiles(inDocs("dist/site"));
const weigh = (names: string[]) =>
  names.reduce((sum, name) => sum + (files.get(name)?.gzip ?? files.get(name)?.body ?? "").length, 0);
report("weight of everything, gzipped", weigh([...files.keys()]), "bytes", LIMITS.weight);
for (const name of ["reference.html", "assets/search-index.js", "assets/site.js", "assets/site.css", "index.html"])
  report(`  ${name}`, weigh([name]), "bytes", LIMITS.weight);

if (noChromium) console.log(`First paint was not measured, because ${noChromium}.`);
else {
  const docs = await serveDocs({ port: 0 });
  const browser = await launchChromium();
  await firstPaint(browser, docs.url);
  for (const name of PAGES) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await firstPaint(browser, docs.url + name));
    report(`first contentful paint, ${name}`, median(times), "ms", LIMITS.paint);
  }
  await browser.close();
  await docs.stop();
}
