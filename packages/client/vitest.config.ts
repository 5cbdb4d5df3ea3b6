import { defineConfig } from "vitest/config";

// Real sockets, compilers and runtimes, on machines that may be busy.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
