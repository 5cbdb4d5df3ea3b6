import { defineConfig } from "vitest/config";
import { TEST_SETTINGS_WITH_COMMANDS } from "../../vitest.base.js";

/** The long versions of some tests: the same files with more repetitions. */
export default defineConfig({
  test: {
    ...TEST_SETTINGS_WITH_COMMANDS,
    include: [
      "test/durability.test.ts",
      "test/power-cut.test.ts",
      "test/hostile.test.ts",
      "test/database-faults.test.ts",
      "bench/*.soak.ts",
    ],
    globalSetup: "test/support/global-setup.ts",
    env: { DURABILITY_KILLS: "25", POWER_CUTS: "25", HOSTILE_REQUESTS: "50000", FAULT_ROUNDS: "20" },
    fileParallelism: false,
  },
});
