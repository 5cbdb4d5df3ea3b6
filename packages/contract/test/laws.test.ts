// About this API: the laws of its lists.
/** Each pagination law fails on a server that violates it, and all laws pass on a correct server. */
import { describe, expect, it } from "vitest";
import type { Pagination } from "../src/document/document.js";
import { LIST_LAWS, operationsOf, runContract } from "../src/index.js";
import type { Behavior } from "./fixture/behavior.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";
import { LAW_FAULTS } from "./law-faults.js";

const document = bundle();
// Created once, because that takes longer than running one law.
const options = { document, seed: 7, runs: 25, maxRecords: 1000, effort: "quick", concurrency: 1 } as const;
const lists = operationsOf(document).filter((operation) => operation.pagination);

/** Whether a list has what a fault changes. */
function shows({ shape, total, updatedFrom }: Pagination, fault: Partial<Behavior>): boolean {
  if ("total" in fault) return total !== undefined;
  if ("applied" in fault) return shape === "standard";
  if ("inWindow" in fault) return updatedFrom !== undefined;
  return shape === "linked" || !["next", "previous", "link"].some((name) => name in fault);
}

it("the reference server follows every law", async () => {
  const report = await runContract({ ...options, target: reference(document), only: / law / });
  expect(report.results.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
});

describe.each(LIST_LAWS)("$name: $description", ({ name, applies }) => {
  const faults = Object.entries(LAW_FAULTS[name] ?? {});
  const concerned = (fault: Partial<Behavior>) =>
    lists
      .filter(({ pagination }) => pagination && (applies?.({ pagination }) ?? true) && shows(pagination, fault))
      .map(({ id }) => id);

  it("has a server that violates it", () => expect(faults).not.toEqual([]));

  it.each(faults)("fails if %s", async (_, fault) => {
    const only = new RegExp(` law ${name}$`);
    // All places, because a quick run tries only some of those where a law could be violated.
    const report = await runContract({ ...options, effort: "standard", target: reference(document, fault), only });
    const red = report.results.filter(({ verdict }) => verdict === "failed");
    expect(red.map(({ operation }) => operation)).toEqual(concerned(fault));
  });
});

it("one collection: fails if one of two versions has a different order", async () => {
  const target = reference(document, {
    order: (records, path) => (path.includes("v3") ? records.slice().reverse() : records),
  });
  const report = await runContract({ ...options, target, only: /one collection/ });
  expect(report.failed).toBe(1);
});
