/**
 * Runs tests of the command on the other versions of Node that people have: they read streams, lines and dates in
 * different ways. `npm run runtimes -w packages/client` installs them.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
const cwd = fileURLToPath(new URL("..", import.meta.url));

/** The tests in which the runtime may make a difference; the whole suite would take three times as long. */
const FILES = ["commands", "create", "input", "targets"].map((name) => `test/${name}.test.ts`);

for (const version of [22, 24, 26]) {
  const node = fileURLToPath(new URL(`../../client/runtimes/node_modules/node${version}/bin/node`, import.meta.url));
  const missing = existsSync(node) ? "" : " (skipped: it is not installed: npm run runtimes -w packages/client)";
  test.skipIf(missing)(`the command works on Node ${version}${missing}`, async () => {
    // With another reporter, since the usual one would overwrite the results of this run.
    const args = [vitest, "run", "--reporter=dot", ...FILES];
    const { stdout } = await promisify(execFile)(node, args, { cwd, env: { ...process.env, NO_COLOR: "1" } }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toMatch(/\n *Test Files {2}4 passed \(4\)\n/);
  });
}
