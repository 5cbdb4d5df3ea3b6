import { expect, test } from "vitest";
import { execute } from "../lib/repo.js";
import { runBenches } from "../lib/run-benches.js";

const bench = (name: string, code: string) => ({ name, command: [process.execPath, "-e", code] });

test("all benchmarks run even if one misses a target or fails, and the summary reports every failure", async () => {
  const said: string[] = [];
  const { ok, summary } = await runBenches(
    [
      bench("packages/slow", "console.log('MISSED: pages: 0.50, at least 0.75'); process.exitCode = 1"),
      bench("packages/broken", "throw new Error('no database')"),
      bench("packages/good", "console.log('met: all')"),
    ],
    (command) => execute(command),
    (text) => said.push(text),
  );
  expect(ok).toBe(false);
  expect(said.join("")).toMatch(/slow[\s\S]*broken[\s\S]*good/);
  expect(summary).toBe(`
  ✗ packages/slow   repeat: npm run bench -w packages/slow
      missed: pages: 0.50, at least 0.75
  ✗ packages/broken   repeat: npm run bench -w packages/broken
      failed before its end; its output is above
  ✓ packages/good

1 passed, 2 failed`);
});
