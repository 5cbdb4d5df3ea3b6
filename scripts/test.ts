/**
 * `npm test`: checks, then the tests of every package, with the totals in the last line.
 * `npm run check` (`--only-checks`) stops before the tests.
 */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { execute, root, turbo } from "./lib/repo.js";
import { step } from "./lib/step.js";

const RESULTS = "test-results/results.json";
const node = (...args: string[]) => [process.execPath, ...args];
const quiet = "--output-logs=errors-only";

const folders = ["openapi", "scripts", ...(await readdir(join(root, "packages"))).map((name) => `packages/${name}`)];
const totals = { passed: 0, failed: 0, skipped: 0 };
const count = (ok: boolean) => (ok ? totals.passed++ : totals.failed++);

const checks: [name: string, command: string[]][] = [
  // First, because every later step makes the generated files anew.
  ["generated files", node("--import", "tsx", "scripts/check-generated.ts")],
  ["released spec", node("--import", "tsx", "packages/spec-tools/src/spec-diff/main.ts", "--check")],
  ["lint and format", node("node_modules/@biomejs/biome/bin/biome", "check", ".")],
  ["build", turbo("run", "build", quiet)],
  ["types", turbo("run", "types", quiet)],
];
for (const [name, command] of checks) count((await step(name, command)).ok);

if (!process.argv.includes("--only-checks")) {
  for (const folder of folders) await rm(join(root, folder, RESULTS), { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`];
  const { ok } = await execute(
    turbo("run", "test", "--continue", "--concurrency=2", "--output-logs=full", "--", ...reporters),
    true,
  );
  let ran = 0;
  for (const folder of folders) {
    const text = await readFile(join(root, folder, RESULTS), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const results = JSON.parse(text);
    ran++;
    totals.passed += results.numPassedTests;
    totals.failed += results.numFailedTests;
    totals.skipped += results.numPendingTests + results.numTodoTests;
    // A file that breaks before its first test, or a failure outside of one, has no failed test to count.
    if (!results.success && results.numFailedTests === 0) totals.failed++;
  }
  if (!ok && totals.failed === 0) totals.failed++;
  if (ran === 0) totals.failed++;
}

process.exitCode = totals.failed === 0 ? 0 : 1;
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped ? `, ${totals.skipped} skipped` : ""}`);
