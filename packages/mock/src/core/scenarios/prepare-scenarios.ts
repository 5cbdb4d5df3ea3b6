import type { Rules } from "@metadata-service/server-rules";
import type { Scenario } from "./scenario.js";
import { createScenarioList } from "./scenario-list.js";
import { createScenarioState } from "./scenario-state.js";

/**
 * Prepares the scenarios of a mock.
 *
 * @param rules those of the spec that is served
 * @throws Violation if the initial scenario is unknown, or a user-defined one is invalid
 */
export function prepareScenarios(
  { scenario, scenarios: own }: { readonly scenario: string | Scenario; readonly scenarios: readonly Scenario[] },
  seed: number,
  rules: () => Rules,
) {
  const scenarioList = createScenarioList(own, () => rules().operations.map(({ id }) => id));
  const initial = scenarioList.find(scenario);
  return { scenarioList, initial, scenarios: createScenarioState(initial, seed) };
}
