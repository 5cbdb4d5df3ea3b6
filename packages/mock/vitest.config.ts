import { defineConfig } from "vitest/config";
import { PATIENT } from "../../vitest.base.js";

export default defineConfig({ test: PATIENT });
