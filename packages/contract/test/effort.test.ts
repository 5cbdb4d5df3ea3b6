/** A thorough run repeats its cases with other values, and leaves the memory of the server alone. */
import { expect, it } from "vitest";
import { cases, type Effort, runContract, type Target } from "../src/index.js";
import { bundle } from "./fixture/bundle.js";
import { reference } from "./fixture/reference.js";

const document = bundle();
const made = cases(document);

/** Runs cases, and returns the bodies that each run of a case sent. */
async function bodiesOf(only: RegExp, effort: Effort): Promise<string[]> {
  const bodies: string[] = [];
  const inner = reference(document);
  const target: Target = {
    ...inner,
    send: (request) => {
      bodies.push(String(request.body ?? ""));
      return inner.send(request);
    },
  };
  const options = { document, cases: made, target, effort, only, runs: 3, seed: 9, concurrency: 1 };
  expect(await runContract(options)).toMatchObject({ failed: 0, passed: 1 });
  return bodies;
}

const valuesIn = (bodies: string[]) => new Set(bodies.map((body) => body.replace(/"uid":"[^"]*"/, '"uid":""')));

it("tries other generated values in each round of a thorough run", async () => {
  const only = /property any JSON in any place/;
  const [standard, thorough] = [await bodiesOf(only, "standard"), await bodiesOf(only, "thorough")];
  expect(thorough).toHaveLength(6 * standard.length);
  expect(valuesIn(thorough).size).toBeGreaterThan(3 * valuesIn(standard).size);
});

it("puts what is tried at one place at a time at other places in each round", async () => {
  const only = /createMetadata fields: an item has an unknown field of any name/;
  const [standard, thorough] = [await bodiesOf(only, "standard"), await bodiesOf(only, "thorough")];
  expect(thorough).toHaveLength(6 * standard.length);
  expect(valuesIn(thorough).size).toBeGreaterThan(3 * valuesIn(standard).size);
});

it("does not repeat a case that stores much", async () => {
  const only = /createMetadata size: a body of 1048576 bytes, an ASCII string$/;
  expect(await bodiesOf(only, "thorough")).toEqual(await bodiesOf(only, "standard"));
});
