/** A sample of the catalogue of edits, in one copy of the repository; `npm run catalogue` runs them all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { edits } from "../catalogue/edits.js";
import { isExpected, type Outcome, runEdits } from "../catalogue/run-edits.js";
import { copyRepo, type RepoCopy } from "./copy-repo.js";

const SAMPLE = ["an added list", "a filter", "field: minLength and maxLength", "security: mutual TLS"];

let copy: RepoCopy;
beforeAll(async () => {
  copy = await copyRepo({ built: true });
});
afterAll(() => copy.remove());

test("edits of the spec alone reach every surface, or are refused with their message", async () => {
  const sample = edits.filter(({ name }) => SAMPLE.includes(name));
  expect(sample).toHaveLength(SAMPLE.length);
  const outcomes: Outcome[] = [];
  await runEdits(copy, sample, (outcome) => outcomes.push(outcome));
  expect(outcomes.filter((outcome) => !isExpected(outcome))).toEqual([]);
  expect(outcomes.map(({ result }) => result).sort()).toEqual(["refused", "works", "works", "works"]);
});
