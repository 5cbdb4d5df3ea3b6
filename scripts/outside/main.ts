/**
 * `npm run extra -- outside`: publishes the packages to a registry on this machine, and uses them as other projects do, in
 * folders outside the repository.
 */
import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { run } from "@metadata-service/spec-tools/run";
import { pass, root, turbo } from "../lib/repo.js";
import { step } from "../lib/step.js";
import { type PackageResult, resultFile } from "../test-runner/package-result.js";
import { total } from "../test-runner/progress.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const NPM_FLAGS = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error"];

await run(async () => {
  const [built, installed] = await Promise.all([
    step("build", turbo("run", "build", "--output-logs=errors-only")),
    step("registry, Jest, compilers", ["npm", "install", "--prefix", `${here}tools`, ...NPM_FLAGS]),
  ]);
  if (!built.ok || !installed.ok) throw new Error("The build or the installation failed; its output is above.");
  const results = `${here}${resultFile("test")}`;
  await rm(results, { force: true });
  const vitest = [process.execPath, `${root}node_modules/vitest/vitest.mjs`, "run", ...process.argv.slice(2)];
  process.exitCode = await pass(vitest, here);
  const { passed, failed, skipped } = JSON.parse(await readFile(results, "utf8")) as PackageResult;
  console.log(`\n${total(passed, failed, skipped)}`);
});
