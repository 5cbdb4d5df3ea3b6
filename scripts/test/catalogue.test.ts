/** A sample of the catalogue of edits, in one copy of the repository; `npm run catalogue` runs them all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { edits } from "../catalogue/edits.js";
import { isExpected, type Outcome, runEdits } from "../catalogue/run-edits.js";
import { copyRepo, type RepoCopy } from "./copy-repo.js";

const SAMPLE = ["an added list", "a filter", "field: allOf", "security: mutual TLS"];

let copy: RepoCopy;
beforeAll(async () => {
  copy = await copyRepo({ built: true });
});
afterAll(() => copy.remove());

test("edits of the spec alone reach every surface, or are refused with their message", async () => {
  const sample = edits.filter(({ name }) => SAMPLE.includes(name));
  expect(sample).toHaveLength(SAMPLE.length);
  const outcomes: Outcome[] = [];
  await runEdits(copy, sample, { outcome: (outcome) => outcomes.push(outcome) });
  const wrong = outcomes.filter((outcome) => !isExpected(outcome));
  expect(wrong.map(({ edit, result, details }) => [edit.name, result, ...details])).toEqual([]);
  expect(outcomes.map(({ result }) => result).sort()).toEqual(["refused", "works", "works", "works"]);
});
