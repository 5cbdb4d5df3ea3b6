import { fraction, hash } from "../data/hash.js";
import type { Fault, Scenario } from "./scenario.js";

/** The current scenario and its progress. */
export interface ScenarioState {
  readonly current: Scenario;
  use(scenario: Scenario): void;
  /** The fault for the next request of an operation, if it gets one. Counts the request. */
  next(operation: string): Fault | undefined;
}

/**
 * Starts with a scenario. The same requests in the same order get the same faults, because the seed determines all
 * random choices.
 */
export function createScenarioState(initial: Scenario, seed: number): ScenarioState {
  let current = initial;
  /** The number of matching requests for each fault. */
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
      // Every fault counts every matching request, so faults do not affect each other's counts.
      for (const [index, fault] of (current.faults ?? []).entries())
        if (strikes(fault, index, operation)) struck ??= fault;
      return struck;
    },
  };
}
