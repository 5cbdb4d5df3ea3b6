/**
 * `npm test`: runs checks and then the tests of every package, reports failures and how to repeat them, and ends with
 * the totals. `npm run check` (`--only-checks`) stops before the tests.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { root, turbo } from "./lib/repo.js";
import { step } from "./lib/step.js";
import { workspaces } from "./lib/workspaces.js";
import { TASKS } from "./test-runner/package-result.js";
import { Progress } from "./test-runner/progress.js";
import { type PackagesRun, runPackages } from "./test-runner/run-packages.js";
import { type Check, summary, totalsOf } from "./test-runner/summary.js";
import { createTemporaryFolder } from "./test-runner/temporary-folder.js";

const LOG_FILE = "test-results/npm-test.log";
/** The time without progress after which a run counts as hung, in milliseconds. It is longer than any test may take. */
const LONGEST_SILENCE = 30 * 60_000;

const CONTRACT = "@metadata-service/contract";
/** The other packages whose tests take as long as those of all that are left. */
const LONGEST = ["docs", "service"].map((name) => `@metadata-service/${name}`);

const node = (...args: string[]) => [process.execPath, ...args];
const quiet = "--output-logs=errors-only";
// More compilers than cores would only compete for memory.
const onEveryCore = "--concurrency=100%";

const tests = (task: (typeof TASKS)[number], concurrency: number, ...filters: string[]) =>
  turbo(
    "run",
    task,
    ...filters,
    "--continue",
    `--concurrency=${concurrency}`,
    "--output-logs=full",
    "--log-order=stream",
  );

const CHECKS = {
  generated: {
    name: "generated files",
    command: node("--import", "tsx", "scripts/check-generated.ts"),
    repeat: "npm run check:generated",
  },
  released: {
    name: "released spec",
    command: node("packages/spec-tools/.compiled/spec-diff/main.js", "--check"),
    repeat: "npm run spec:diff -- --check",
  },
  lint: { name: "lint", command: node("--import", "tsx", "scripts/lint.ts"), repeat: "npm run lint" },
  build: { name: "build", command: turbo("run", "build", quiet, onEveryCore), repeat: "npm run build" },
  types: { name: "types", command: turbo("run", "types", quiet, onEveryCore), repeat: "npx turbo run types" },
};
const onlyChecks = process.argv.includes("--only-checks");
const results: Check[] = [];
const check = async ({ name, command, repeat }: (typeof CHECKS)[keyof typeof CHECKS]) => {
  results.push({ name, repeat, ok: (await step(name, command)).ok });
};

// First and alone, because it writes the generated files, which all other steps read.
await check(CHECKS.generated);
// At the same time, because neither uses both cores. The tests come afterwards: turbo may replace built files, and a
// test running at that time would miss them.
await Promise.all([
  check(CHECKS.build).then(() => check(CHECKS.types)),
  check(CHECKS.released).then(() => check(CHECKS.lint)),
]);
const { outcomes, ok } = onlyChecks ? { outcomes: [], ok: true } : await runTests();
// For example if turbo itself failed, or a test process while it ended.
if (!ok && totalsOf(outcomes, []).failed === 0)
  results.push({ name: "tests: no test failed, but the command that ran them did", ok: false, repeat: "npm test" });
console.log(summary(outcomes, results, LOG_FILE));
process.exitCode = totalsOf(outcomes, results).failed === 0 ? 0 : 1;

async function runTests(): Promise<PackagesRun> {
  const ending = new AbortController();
  let silence: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => ending.abort(), LONGEST_SILENCE);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort());
  const progress = new Progress(process.stdout);
  const temporaryFolder = await createTemporaryFolder();
  heard();
  const found = await runPackages({
    root,
    packages: (await workspaces(root)).flatMap(({ name, folder, scripts }) =>
      TASKS.filter((task) => scripts[task] !== undefined).map((task) => ({ name, folder, task })),
    ),
    commands: [
      // Alone, because they keep both cores busy.
      [tests("test", 1, `--filter=${CONTRACT}`)],
      // The longest tests start immediately; turbo alone would start them last, because they depend on
      // all other packages.
      [
        tests("test", 2, ...LONGEST.map((name) => `--filter=${name}`)),
        tests("test", 1, ...[CONTRACT, ...LONGEST].map((name) => `--filter=!${name}`)),
        tests("test:commands", 1),
      ],
    ],
    logFile: join(root, LOG_FILE),
    temporaryFolder,
    onEvent(tested, event) {
      heard();
      progress.tell(tested, event);
    },
    signal: ending.signal,
  });
  clearTimeout(silence);
  progress.end();
  await rm(temporaryFolder, { recursive: true, force: true });
  return found;
}
