import { defineConfig } from "vitest/config";
import { TEST_SETTINGS_WITH_COMMANDS } from "../vitest.base.js";

// These tests copy the repository and run its commands, so one file runs at a time. The tests in `outside/` need a
// registry, which `npm run extra -- outside` starts.
export default defineConfig({
  test: {
    ...TEST_SETTINGS_WITH_COMMANDS,
    fileParallelism: false,
    exclude: [...TEST_SETTINGS_WITH_COMMANDS.exclude, "outside/**"],
  },
});
