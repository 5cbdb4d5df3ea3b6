import { defineConfig } from "vitest/config";
import { PATIENT_WITH_COMMANDS } from "../../vitest.base.js";

export default defineConfig({
  test: {
    ...PATIENT_WITH_COMMANDS,
    // The suite keeps a core busy by itself, and test files do not affect each other: two workers load the mock, the
    // service and Prism once each, not once for each file.
    maxWorkers: 2,
    isolate: false,
    // One PostgreSQL server and one empty data folder to copy for the whole run, as in the service's own tests.
    globalSetup: "../service/test/support/global-setup.ts",
  },
});
