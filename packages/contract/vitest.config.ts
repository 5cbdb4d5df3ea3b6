import { defineConfig } from "vitest/config";
import { PATIENT_WITH_COMMANDS } from "../../vitest.base.js";

export default defineConfig({
  test: {
    ...PATIENT_WITH_COMMANDS,
    // The suite keeps a core busy by itself, and no file changes what another one reads: two workers load the mock, the
    // service and Prism once each, and not once for each file.
    maxWorkers: 2,
    isolate: false,
    // One PostgreSQL server for the whole run, and one empty folder to copy, as the service's own tests have them.
    globalSetup: "../service/test/support/global-setup.ts",
  },
});
