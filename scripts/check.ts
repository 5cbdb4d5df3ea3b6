/** `npm run check`: everything that `npm test` checks before it runs tests. */
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "./lib/arguments.js";
import { CHECK_NAMES, runChecks } from "./lib/checks.js";
import { summary, totalsOf } from "./test-runner/summary.js";

await run(async () => {
  const { words } = readArguments({ command: "check", words: CHECK_NAMES });
  const results = await runChecks(words.length > 0 ? words : CHECK_NAMES);
  console.log(summary([], results));
  process.exitCode = totalsOf([], results).failed === 0 ? 0 : 1;
});
