import { defineConfig } from "vitest/config";
import { TEST_SETTINGS_WITH_COMMANDS } from "../../vitest.base.js";

export default defineConfig({
  test: { ...TEST_SETTINGS_WITH_COMMANDS, maxConcurrency: 2, include: ["*.test.ts"], globalSetup: ["published.ts"] },
});
