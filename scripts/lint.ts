/**
 * `npm run lint`: checks the code with Biome, the spec with Redocly, unused code with knip, and licences and install
 * scripts with npm. It also finds arguments of optional calls that have an effect. It writes nothing.
 */
import { createRequire } from "node:module";
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "./lib/arguments.js";
import { LINT_SPEC } from "./lib/lint-spec.js";
import { step } from "./lib/step.js";

const require = createRequire(import.meta.url);
const node = (...args: string[]) => [process.execPath, ...args];
const script = (...args: string[]) => node("--import", "tsx", ...args);

await run(async () => {
  readArguments({ command: "lint" });
  const steps = [
    await step("code", node(require.resolve("@biomejs/biome/bin/biome"), "check", ".")),
    await step("optional calls", script("scripts/check-optional-calls.ts")),
    await step("unused code", node("node_modules/knip/bin/knip.js", "--no-progress")),
    await step("dependencies", script("scripts/check-dependencies.ts")),
    await step("spec", LINT_SPEC),
  ];
  process.exitCode = steps.every(({ ok }) => ok) ? 0 : 1;
});
