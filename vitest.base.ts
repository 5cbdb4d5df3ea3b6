import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { configDefaults } from "vitest/config";
import { otherApi } from "./scripts/lib/this-api.js";
import { ResultReporter } from "./scripts/test-runner/reporter.js";

/**
 * How long the tests wait for what should have happened, in ms. No test depends on it: what it waits for comes as soon as
 * the machine gets to it, and these limits end only what hangs. They hold on a single core that is shared with six other
 * programs; a test that needs more than that has a fault.
 */
export const WAIT_LIMIT = 600_000;

/** For tests that run compilers, npm and whole commands, which take a minute on a quiet machine. */
const COMMANDS_WAIT_LIMIT = 2 * WAIT_LIMIT;

const root = fileURLToPath(new URL(".", import.meta.url));
const other = otherApi(root);
/** The title of the API that `openapi/` describes, if it is not the one that this repository was written for. */
export const OTHER_API = other?.title;
/** The tests of this package that are about an API that `openapi/` does not describe. */
const aside = [...(other?.aside ?? [])]
  .map((path) => relative(process.cwd(), join(root, path)))
  .filter((path) => !path.startsWith("..") && /\.test\.m?ts$/.test(path));

const settings = (waitLimit: number) => ({
  // The second one keeps the results for the summary of `npm test`.
  reporters: ["default", new ResultReporter(aside, OTHER_API)],
  exclude: [...configDefaults.exclude, ...aside],
  passWithNoTests: aside.length > 0,
  includeTaskLocation: true,
  // By default a machine with two cores runs one at a time, and waits where a test does.
  maxWorkers: 2,
  // Test files do not affect each other, so each worker loads what they import once, not once for each file. That saves a
  // fifth of the processor time.
  isolate: false,
  // The young generation of the garbage collector, in MiB: with the default of 16, tests spend more time collecting.
  execArgv: ["--max-semi-space-size=64"],
  testTimeout: waitLimit,
  hookTimeout: waitLimit,
  teardownTimeout: waitLimit,
  // Less than a test has, so that a failure shows what was seen last.
  // The summary shows only messages: by default, chai writes `[ Array(1) ]` for what is longer than 40 characters.
  chaiConfig: { truncateThreshold: 400 },
  expect: { poll: { timeout: waitLimit / 2, interval: 20 } },
});

/** The settings of every package's tests: `test: { ...TEST_SETTINGS }` in its vitest.config.ts. */
export const TEST_SETTINGS = settings(WAIT_LIMIT);

/** The same where tests run compilers, npm and whole commands. */
export const TEST_SETTINGS_WITH_COMMANDS = settings(COMMANDS_WAIT_LIMIT);
