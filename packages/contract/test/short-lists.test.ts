/** Most checks of a list need records; a run with a list without records warns about that. */
import { expect, it } from "vitest";
import { htmlReport, runContract, textReport } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const document = bundle();
const only = /^list\w+ law (order|window|page size)$/;

it("warns about lists with too few records, with the number of checks that were not run", async () => {
  const target = reference(document, { order: () => [] });
  const report = await runContract({ document, target, only, seed: 1, effort: "quick" });
  expect(report.failed).toBe(0);
  expect(report.skipped).toBeGreaterThan(2);
  expect(textReport(report)).toMatch(/\nWARNING: listReports has too few records, so \d checks? (was|were) not run\./);
  expect(htmlReport(report)).toContain("listReports has too few records");
});

it("does not warn if the lists are long enough", async () => {
  const report = await runContract({ document, target: reference(document), only, seed: 1, effort: "quick" });
  expect([report.failed, report.skipped]).toEqual([0, 0]);
  expect(textReport(report)).not.toContain("WARNING");
  expect(htmlReport(report)).not.toContain("too few records");
});
