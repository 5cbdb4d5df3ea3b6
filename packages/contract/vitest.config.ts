import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { TEST_SETTINGS_WITH_COMMANDS } from "../../vitest.base.js";

/** The files to start with, so that only short ones are left for the end and neither worker waits for the other. */
const LONGEST = ["suite", "service", "mock", "mutation", "moving-service", "moving-lists", "laws"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (name: string) => (file: TestSpecification) => file.moduleId.endsWith(`/${name}.test.ts`);
    return [...new Set([...LONGEST.flatMap((name) => sorted.filter(isLong(name))), ...sorted])];
  }
}

export default defineConfig({
  test: {
    ...TEST_SETTINGS_WITH_COMMANDS,
    sequence: { sequencer: LongestFirst },
    // One PostgreSQL server and one empty data folder to copy for the whole run, as in the service's own tests.
    globalSetup: "../service/test/support/global-setup.ts",
  },
});
