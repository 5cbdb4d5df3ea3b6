import { createSchemaChecker, type SchemaCheck, Violation } from "@metadata-service/server-rules";
import type { Scenario } from "./scenario.js";
import { SCENARIO_SCHEMA } from "./scenario-schema.js";

let check: SchemaCheck | undefined;

/**
 * Validates a user-defined scenario.
 *
 * @throws Violation that names the invalid field and the rule, for example `faults[0].every must be an integer`
 */
export function parseScenario(value: unknown): Scenario {
  check ??= createSchemaChecker({ paths: {}, components: { schemas: { Scenario: SCENARIO_SCHEMA } } }).at(
    "#/components/schemas/Scenario",
    "the scenario",
  );
  const wrong = check(value);
  if (wrong) throw new Violation(wrong);
  return value as Scenario;
}
