import { defineConfig } from "vitest/config";
import { PATIENT_WITH_COMMANDS } from "../../vitest.base.js";

// Real sockets, compilers and runtimes.
export default defineConfig({ test: PATIENT_WITH_COMMANDS });
