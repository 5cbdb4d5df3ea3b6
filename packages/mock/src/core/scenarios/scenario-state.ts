import { fraction, hash } from "../data/hash.js";
import type { Fault, Scenario } from "./scenario.js";

/** The scenario that is in force and how far it is. */
export interface ScenarioState {
  readonly current: Scenario;
  use(scenario: Scenario): void;
  /** The fault for the next request of an operation, if it gets one. Counts the request. */
  next(operation: string): Fault | undefined;
}

/** Starts with a scenario. The same requests in the same order get the same faults, because the seed determines all random choices. */
export function createScenarioState(initial: Scenario, seed: number): ScenarioState {
  let current = initial;
  /** How many requests each fault has seen that it is for. */
  let seen: number[] = [];

  const strikes = (fault: Fault, index: number, operation: string): boolean => {
    if (fault.operations && !fault.operations.includes(operation)) return false;
    const count = (seen[index] ?? 0) + 1;
    seen[index] = count;
    const { every = 1, first = Number.POSITIVE_INFINITY, after = 0, chance = 1 } = fault;
    return count % every === 0 && count <= first && count > after && fraction(hash(seed, index, count)) < chance;
  };

  return {
    get current() {
      return current;
    },
    use(scenario) {
      current = scenario;
      seen = [];
    },
    next(operation) {
      let struck: Fault | undefined;
      // Every fault counts every request, so that one does not shift the turns of the next.
      for (const [index, fault] of (current.faults ?? []).entries())
        if (strikes(fault, index, operation)) struck ??= fault;
      return struck;
    },
  };
}
