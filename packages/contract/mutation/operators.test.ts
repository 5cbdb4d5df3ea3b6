import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EQUIVALENT } from "./equivalents.js";
import { HOLDOUT } from "./holdout/mutants.js";
import type { Fault, Mutant } from "./kit/fault.js";
import { faultyTarget } from "./kit/faulty-target.js";
import { observe, observeFaulty } from "./kit/show.js";
import { MUTANTS } from "./mutants.js";
import { type RightServer, startRightServer } from "./right-server.js";

const ALL = [...MUTANTS, ...HOLDOUT];

/**
 * Groups mutants by operator; those of the holdout only have numbers, so that authors of cases learn nothing about
 * them.
 */
const OPERATORS = [
  ...[...grouped(MUTANTS)].map(([name, mutants]) => ({ name, mutants, tell: (mutant: Mutant) => mutant.id })),
  ...[...grouped(HOLDOUT).values()].map((mutants, n) => ({
    name: `held out, operator ${n + 1}`,
    mutants,
    tell: (mutant: Mutant) => `held out, operator ${n + 1}, mutant ${mutants.indexOf(mutant) + 1}`,
  })),
];

function grouped(mutants: readonly Mutant[]): Map<string, Mutant[]> {
  const groups = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const name = `${mutant.family}: ${mutant.operator}`;
    groups.set(name, [...(groups.get(name) ?? []), mutant]);
  }
  return groups;
}

/** A fault that does nothing. */
const RIGHT: Fault = () => undefined;

/** Many mutants have the same witness, so the response of the correct server is cached. */
const known = new Map<string, string>();
async function observeRight(server: RightServer, mutant: Mutant): Promise<string> {
  const { steps, view } = mutant.witness();
  const name = view || steps.some((step) => typeof step === "function") ? mutant.id : JSON.stringify(steps);
  const before = known.get(name);
  if (before !== undefined) return before;
  server.reset();
  const observed = await observe(server.target, mutant);
  known.set(name, observed);
  return observed;
}

describe("the mutants", () => {
  let server: RightServer;
  beforeAll(async () => {
    server = await startRightServer();
  });
  afterAll(() => server.close());

  it("have unique names", () => {
    expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length);
  });

  it("number at least 600", () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(600);
  });

  it("have no explanation for a mutant that does not exist", () => {
    const ids = new Set(ALL.map(({ id }) => id));
    expect(Object.keys(EQUIVALENT).filter((id) => !ids.has(id))).toEqual([]);
  });

  const named = OPERATORS.map(({ name, ...operator }) => [name, operator] as const);
  it.each(named)("differ from the correct server for their witness: %s", async (_, { mutants, tell }) => {
    const same: string[] = [];
    for (const mutant of mutants) {
      const right = await observeRight(server, mutant);
      server.reset();
      if ((await observeFaulty(server.target, mutant)) === right) same.push(tell(mutant));
    }
    expect(same).toEqual([]);
  });

  it("are the only difference: without a fault, the wrapped server responds like the correct one", async () => {
    const changed: string[] = [];
    for (const { mutants, tell } of OPERATORS) {
      const [mutant] = mutants;
      if (!mutant) continue;
      server.reset();
      const right = await observe(server.target, mutant);
      server.reset();
      if ((await observe(faultyTarget(server.target, RIGHT), mutant)) !== right) changed.push(tell(mutant));
    }
    expect(changed).toEqual([]);
  });
});
