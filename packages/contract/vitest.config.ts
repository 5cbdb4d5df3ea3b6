import { defineConfig } from "vitest/config";

// A case may read a list of a thousand records page by page, on a busy machine.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 30_000 } });
