import { configDefaults, defineConfig } from "vitest/config";
import { PATIENT_WITH_COMMANDS } from "../vitest.base.js";

// These tests copy the repo and run its commands: one file at a time. Those of `outside/` need a registry, which
// `npm run test:outside` starts.
export default defineConfig({
  test: { ...PATIENT_WITH_COMMANDS, fileParallelism: false, exclude: [...configDefaults.exclude, "outside/**"] },
});
