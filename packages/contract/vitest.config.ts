import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // One PostgreSQL server for the whole run, and one empty folder to copy, as the service's own tests have them.
    globalSetup: "../service/test/support/global-setup.ts",
    // A case may read a list of a thousand records page by page, on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
