import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Prism takes a second to load: one worker loads it once. Tests share no state but the modules.
    isolate: false,
    fileParallelism: false,
    // A command takes seconds to start on a busy machine; nothing here waits for a time to pass.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
