import { createSchemaChecker, quote, type SchemaCheck, Violation } from "@metadata-service/server-rules";
import { closest } from "@metadata-service/spec-tools";
import type { Scenario } from "./scenario.js";
import { SCENARIO_SCHEMA } from "./scenario-schema.js";

let check: SchemaCheck | undefined;

/**
 * Validates a user-defined scenario.
 *
 * @param operations the operations that its faults may name; unknown before a spec is read
 * @throws Violation that names the scenario, the invalid field and the rule, for example
 *   `the scenario "busy": faults[0].every must be an integer`
 */
export function parseScenario(value: unknown, operations?: readonly string[]): Scenario {
  check ??= createSchemaChecker({ paths: {}, components: { schemas: { Scenario: SCENARIO_SCHEMA } } }).at(
    "#/components/schemas/Scenario",
    "the scenario",
  );
  const wrong = check(value) ?? (operations && unknownOperation(value as Scenario, operations));
  if (wrong === undefined) return value as Scenario;
  const { name } = Object(value) as { name?: unknown };
  throw new Violation(typeof name === "string" ? `the scenario ${quote(name)}: ${wrong}` : wrong);
}

/** A fault of an operation that does not exist would never affect a request, and a test with it would pass. */
function unknownOperation({ faults = [] }: Scenario, known: readonly string[]): string | undefined {
  for (const [i, { operations = [] }] of faults.entries())
    for (const [j, name] of operations.entries()) {
      if (known.includes(name)) continue;
      const near = closest(name, known);
      return `faults[${i}].operations[${j}]: there is no operation ${quote(name)}${near === undefined ? "" : `; did you mean ${near}?`}`;
    }
  return undefined;
}
