import type { Scenario } from "./scenario.js";
import { createScenarioList } from "./scenario-list.js";
import { createScenarioState } from "./scenario-state.js";

/**
 * The scenarios that a mock starts with.
 *
 * @throws Violation when the first one is unknown, or one of the given ones is invalid
 */
export function prepareScenarios(
  { scenario, scenarios: own }: { readonly scenario: string | Scenario; readonly scenarios: readonly Scenario[] },
  seed: number,
) {
  const scenarioList = createScenarioList(own);
  const initial = scenarioList.find(scenario);
  return { scenarioList, initial, scenarios: createScenarioState(initial, seed) };
}
