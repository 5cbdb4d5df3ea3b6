import { defineConfig } from "vitest/config";
import { TEST_SETTINGS } from "../vitest.base.js";

export default defineConfig({ test: TEST_SETTINGS });
