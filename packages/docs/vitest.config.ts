import { defineConfig } from "vitest/config";

export default defineConfig({
  // The browser waits for what it is told to wait for; a machine that is busy with other tests may need long for it.
  test: { testTimeout: 30_000, hookTimeout: 30_000 },
});
