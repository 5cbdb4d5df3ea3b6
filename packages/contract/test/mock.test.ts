/**
 * Runs the suite on the mock of the API in `openapi/`, whichever it is, at the quick effort; CONTRACT_EFFORT=standard runs
 * everything that users run by default.
 */
import { afterAll, expect, it } from "vitest";
import { OTHER_API } from "../../../vitest.base.js";
import { operationsOf } from "../src/document/document.js";
import { type Effort, runContract, textReport } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { startTarget } from "./targets/targets.js";

const document = bundle();
const target = await startTarget("mock", document);
afterAll(() => target.close?.());

it("the mock fulfils the contract", async () => {
  const report = await runContract({
    document,
    target,
    effort: (process.env["CONTRACT_EFFORT"] ?? "quick") as Effort,
    seed: Number(process.env["CONTRACT_SEED"] ?? 20261121),
    uidPrefix: "mock-",
    anyUid: true,
    patience: 0,
  });
  expect(report.failed, textReport(report)).toBe(0);
  expect(report.notRun).toBe(0);
  if (!OTHER_API) expect(report.skipped).toBe(0);
  expect(report.passed).toBeGreaterThan(operationsOf(document).length);
});
