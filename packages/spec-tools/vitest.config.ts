import { defineConfig } from "vitest/config";

// Validators are compiled and bundled in these tests; a machine that is busy with other tests may need long for it.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
