/** `npm run check`: everything that `npm test` checks before it runs tests. */
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "./lib/arguments.js";
import { CHECK_NAMES, runChecks } from "./lib/checks.js";
import { summary, totalsOf } from "./test-runner/summary.js";

const USAGE = `npm run check -- [NAME...]: runs all checks, or those that are named.

  generated   the generated files are those of the spec; afterwards they are
  released    openapi/CHANGELOG.md lists what changed in the spec
  lint        npm run lint
  build       npm run build
  types       the types of all packages and tests`;

await run(async () => {
  const { words } = readArguments({ usage: USAGE, words: CHECK_NAMES });
  const results = await runChecks(words.length > 0 ? words : CHECK_NAMES);
  console.log(summary([], results));
  process.exitCode = totalsOf([], results).failed === 0 ? 0 : 1;
});
