/**
 * `npm test`: runs checks and then the tests of every package, reports failures and how to repeat them, and ends with
 * the totals.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "./lib/arguments.js";
import { runChecks } from "./lib/checks.js";
import { root, turbo } from "./lib/repo.js";
import { workspaces } from "./lib/workspaces.js";
import { TASKS } from "./test-runner/package-result.js";
import { Progress } from "./test-runner/progress.js";
import { type PackagesRun, runPackages } from "./test-runner/run-packages.js";
import { summary, totalsOf } from "./test-runner/summary.js";
import { createTemporaryFolder } from "./test-runner/temporary-folder.js";

const LOG_FILE = "test-results/npm-test.log";
/** The time without progress after which a run counts as hung, in milliseconds. It is longer than any test may take. */
const LONGEST_SILENCE = 30 * 60_000;

const CONTRACT = "@metadata-service/contract";
/** The other packages whose tests take as long as those of all that are left. */
const LONGEST = ["docs", "service"].map((name) => `@metadata-service/${name}`);

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

await run(async () => {
  readArguments({ command: "test" });
  const results = await runChecks();
  const { outcomes, ok } = await runTests();
  // For example if turbo itself failed, or a test process while it ended.
  if (!ok && totalsOf(outcomes, []).failed === 0)
    results.push({ name: "tests: no test failed, but the command that ran them did", ok: false, repeat: "npm test" });
  console.log(summary(outcomes, results, LOG_FILE));
  process.exitCode = totalsOf(outcomes, results).failed === 0 ? 0 : 1;
});

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
