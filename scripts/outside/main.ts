/**
 * `npm run extra -- outside`: publishes the packages to a registry on this machine, and uses them as other projects do, in
 * folders outside the repository.
 */
import { spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { run } from "@metadata-service/spec-tools/run";
import { root, turbo } from "../lib/repo.js";
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
  const vitest = spawn(process.execPath, [`${root}node_modules/vitest/vitest.mjs`, "run", ...process.argv.slice(2)], {
    cwd: here,
    stdio: "inherit",
  });
  const code = await new Promise<number | null>((resolve) => vitest.on("exit", resolve));
  const { passed, failed, skipped } = JSON.parse(await readFile(results, "utf8")) as PackageResult;
  process.exitCode = code === 0 ? 0 : 1;
  console.log(`\n${total(passed, failed, skipped)}`);
});
