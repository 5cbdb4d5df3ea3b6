import { defineConfig } from "vitest/config";
import { PATIENT } from "../../vitest.base.js";

export default defineConfig({
  test: {
    ...PATIENT,
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/global-setup.ts",
    // Each file starts its own embedded databases, which need memory and both cores. Test files do not affect
    // each other, so two workers load the service once each, not once for each file.
    maxWorkers: 2,
    isolate: false,
  },
});
