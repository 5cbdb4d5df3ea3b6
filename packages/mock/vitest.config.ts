import { defineConfig } from "vitest/config";
import { PATIENT } from "../../vitest.base.js";

export default defineConfig({
  test: {
    ...PATIENT,
    // Prism takes a second to load: one worker loads it once.
    fileParallelism: false,
  },
});
