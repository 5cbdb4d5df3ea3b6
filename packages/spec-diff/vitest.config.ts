import { defineConfig } from "vitest/config";
import { TEST_SETTINGS_WITH_COMMANDS } from "../../vitest.base.js";

export default defineConfig({ test: TEST_SETTINGS_WITH_COMMANDS });
