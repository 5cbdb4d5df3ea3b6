/**
 * `npm test`: checks, then the tests of every package, what failed and how to repeat it, and the totals in the last line.
 * `npm run check` (`--only-checks`) stops before the tests.
 */
import { join } from "node:path";
import { root, turbo } from "./lib/repo.js";
import { step } from "./lib/step.js";
import { workspaces } from "./lib/workspaces.js";
import { TASKS } from "./test-runner/package-result.js";
import { Progress } from "./test-runner/progress.js";
import { type Outcome, runPackages } from "./test-runner/run-packages.js";
import { type Check, summary, totalsOf } from "./test-runner/summary.js";

const LOG_FILE = "test-results/npm-test.log";
/** A run in which nothing begins or ends for so long hangs, in ms: longer than any test may take. */
const LONGEST_SILENCE = 30 * 60_000;

const node = (...args: string[]) => [process.execPath, ...args];
const quiet = "--output-logs=errors-only";

const checks: [name: string, command: string[], repeat: string][] = [
  // First, because every later step makes the generated files anew.
  ["generated files", node("--import", "tsx", "scripts/check-generated.ts"), "npm run check:generated"],
  [
    "released spec",
    node("--import", "tsx", "packages/spec-tools/src/spec-diff/main.ts", "--check"),
    "npm run spec:diff -- --check",
  ],
  ["lint", node("--import", "tsx", "scripts/lint.ts"), "npm run lint"],
  ["build", turbo("run", "build", quiet), "npm run build"],
  ["types", turbo("run", "types", quiet), "npx turbo run types"],
];
const results: Check[] = [];
for (const [name, command, repeat] of checks) results.push({ name, repeat, ok: (await step(name, command)).ok });

const outcomes = process.argv.includes("--only-checks") ? [] : await runTests();
console.log(summary(outcomes, results, LOG_FILE));
process.exitCode = totalsOf(outcomes, results).failed === 0 ? 0 : 1;

async function runTests(): Promise<Outcome[]> {
  const ending = new AbortController();
  let silence: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => ending.abort(), LONGEST_SILENCE);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort());
  const progress = new Progress(process.stdout);
  heard();
  const found = await runPackages({
    root,
    packages: (await workspaces(root)).flatMap(({ name, folder, scripts }) =>
      TASKS.filter((task) => scripts[task] !== undefined).map((task) => ({ name, folder, task })),
    ),
    command: turbo("run", ...TASKS, "--continue", "--concurrency=3", "--output-logs=full", "--log-order=stream"),
    logFile: join(root, LOG_FILE),
    onEvent(tested, event) {
      heard();
      progress.tell(tested, event);
    },
    signal: ending.signal,
  });
  clearTimeout(silence);
  progress.end();
  return found;
}
