/** Each pagination law turns red on a server that breaks it, and no law does on one that keeps them all. */
import { describe, expect, it } from "vitest";
import { cases, LIST_LAWS, operationsOf, runContract } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";
import { LAW_FAULTS } from "./law-faults.js";

const document = bundle();
// Made once: making them takes longer than running one law.
const made = cases(document);
const options = { document, cases: made, seed: 7, runs: 25, maxRecords: 1000, effort: "quick" } as const;
const lists = operationsOf(document).filter((operation) => operation.pagination);

it("the reference server keeps every law", async () => {
  const report = await runContract({ ...options, target: reference(document), only: / law / });
  expect(report.results.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
});

describe.each(LIST_LAWS)("$name: $says", ({ name, applies }) => {
  const faults = Object.entries(LAW_FAULTS[name] ?? {});
  const concerned = lists.filter(({ pagination }) => pagination && (applies?.({ pagination }) ?? true));

  it("has a server that breaks it", () => expect(faults).not.toEqual([]));

  it.each(faults)("is red where %s", async (_, fault) => {
    const only = new RegExp(` law ${name}$`);
    // Whole: a quick run tries a law at a share of the places where it could be broken.
    const report = await runContract({ ...options, effort: "standard", target: reference(document, fault), only });
    const red = report.results.filter(({ verdict }) => verdict === "failed");
    expect(red.map(({ operation }) => operation)).toEqual(concerned.map(({ id }) => id));
  });
});

it("one collection: red where one of two versions lists in another order", async () => {
  const target = reference(document, {
    order: (records, path) => (path.includes("v3") ? records.slice().reverse() : records),
  });
  const report = await runContract({ ...options, target, only: /one collection/ });
  expect(report.failed).toBe(1);
});
