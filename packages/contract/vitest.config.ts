import { defineConfig } from "vitest/config";
import { PATIENT_WITH_COMMANDS } from "../../vitest.base.js";

export default defineConfig({
  test: {
    ...PATIENT_WITH_COMMANDS,
    // One PostgreSQL server for the whole run, and one empty folder to copy, as the service's own tests have them.
    globalSetup: "../service/test/support/global-setup.ts",
  },
});
