// About this API: its key, and what its servers promise.
/**
 * Runs the suite on every target but the mock, as mock.test.ts does there. Prism in front of the mock serves as a second
 * validator.
 */
import { afterEach, expect, it } from "vitest";
import { type Effort, runContract, type Target, textReport } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { startTarget } from "./targets/targets.js";

const SEED = Number(process.env["CONTRACT_SEED"] ?? 20261121);
const EFFORT = (process.env["CONTRACT_EFFORT"] ?? "quick") as Effort;
const document = bundle();
let target: Target | undefined;
afterEach(() => target?.close?.());

it.each(["client", "prism"])("%s fulfils the contract", async (name) => {
  target = await startTarget(name, document);
  const options = { document, target, effort: EFFORT, seed: SEED, uidPrefix: `${name}-`, anyUid: true, patience: 0 };
  const report = await runContract(options);
  expect(report.failed, textReport(report)).toBe(0);
  expect([report.skipped, report.notRun]).toEqual([0, 0]);
  expect(report.passed).toBeGreaterThan(500);
});
