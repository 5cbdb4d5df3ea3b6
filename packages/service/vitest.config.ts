import { defineConfig } from "vitest/config";
import { PATIENT } from "../../vitest.base.js";

export default defineConfig({
  test: {
    ...PATIENT,
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/global-setup.ts",
    // Each file starts embedded databases of its own, which cost memory and both cores. No file changes what another one
    // reads, so two workers load the service once each, and not once for each file.
    maxWorkers: 2,
    isolate: false,
  },
});
