/** `npm run lint`: the code by Biome, the spec by Redocly. Writes nothing. */
import { step } from "./lib/step.js";

const node = (...args: string[]) => [process.execPath, ...args];
const steps = [
  await step("code", node("node_modules/@biomejs/biome/bin/biome", "check", ".")),
  await step("spec", node("--import", "tsx", "packages/spec-tools/src/generate/openapi.ts", "--only-lint")),
];
process.exitCode = steps.every(({ ok }) => ok) ? 0 : 1;
