import { defineConfig } from "vitest/config";

// These tests copy the repo and run its commands: one file at a time, with time for a build on a busy machine.
export default defineConfig({ test: { fileParallelism: false, testTimeout: 300_000, hookTimeout: 300_000 } });
