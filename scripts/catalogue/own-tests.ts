import { join } from "node:path";
import type { Finished, RepoCopy } from "../test/copy-repo.js";

/** The tests that read the whole current spec. They must still pass after an edit that only adds something. */
const TESTS: readonly (readonly [folder: string, ...files: string[]])[] = [
  ["openapi", "bundle", "exports"],
  ["packages/spec-tools", "document", "connectors", "cli-commands", "response-validators", "source-places", "read-api"],
  ["packages/mock", "contract-checklist", "control.test", "errors", "lists", "create", "unknown-operations"],
];

/** Runs the copy's own tests; the output is that of the tests that failed. */
export async function runOwnTests(copy: RepoCopy): Promise<Finished> {
  const failed: string[] = [];
  for (const [folder, ...files] of TESTS) {
    const { ok, output } = await copy.start(
      folder,
      process.execPath,
      join(copy.folder, "node_modules/vitest/vitest.mjs"),
      "run",
      ...files,
    );
    if (!ok) failed.push(`${folder}: ${output.slice(Math.max(0, output.indexOf("Failed Tests")))}`);
  }
  return { ok: failed.length === 0, output: failed.join("\n") };
}
