// About this API: its key, and what its servers promise.
/**
 * Runs the suite on every target but the mock, as mock.test.ts does there. Prism in front of the mock serves as a second
 * validator. It takes twenty times as long, so it only gets the cases that are generated from the document, not each value
 * of each grammar.
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

it.each([
  ["client", EFFORT, /./],
  ["prism", "quick", /^\w+ (responds with|accepts|rejects|law) /],
] as const)("%s fulfils the contract (%s)", async (name, effort, only) => {
  target = await startTarget(name, document);
  const options = { document, target, effort, only, seed: SEED, uidPrefix: `${name}-`, anyUid: true, patience: 0 };
  const report = await runContract(options);
  expect(report.failed, textReport(report)).toBe(0);
  expect([report.skipped, report.notRun]).toEqual([0, 0]);
  expect(report.passed).toBeGreaterThan(500);
});
