import { quote, Violation } from "@metadata-service/server-rules";
import { BUILT_IN_SCENARIOS } from "./built-in-scenarios.js";
import { parseScenario } from "./parse-scenario.js";
import type { Scenario } from "./scenario.js";

/** The scenarios that a mock knows, by name. */
export interface ScenarioList {
  readonly all: readonly Scenario[];
  /**
   * Returns the scenario with this name; an object is validated and returned.
   *
   * @throws Violation for an unknown name; its message lists the known ones
   */
  find(scenario: string | Scenario): Scenario;
}

/**
 * Creates the list of built-in scenarios and the user's; a user's scenario overrides a built-in one with the same name.
 *
 * @param operations the operationIds that faults may name; not checked before a spec is read
 */
export function createScenarioList(own: readonly Scenario[] = [], operations?: () => readonly string[]): ScenarioList {
  const byName = new Map(
    [...BUILT_IN_SCENARIOS, ...own.map((one) => parseScenario(one, operations?.()))].map((scenario) => [
      scenario.name,
      scenario,
    ]),
  );
  return {
    all: [...byName.values()],
    find(scenario) {
      if (typeof scenario !== "string") return parseScenario(scenario, operations?.());
      const found = byName.get(scenario);
      if (found) return found;
      throw new Violation(
        `There is no scenario ${quote(scenario)}; the available ones are ${[...byName.keys()].join(", ")}`,
      );
    },
  };
}
