import type { Config } from "@redocly/openapi-core";

/**
 * Lint rules that the generators rely on: without them, they would write code that does not work. `redocly.yaml` cannot
 * turn them off.
 */
const FORCED = [
  "struct",
  "no-unresolved-refs",
  "operation-operationId-unique",
  "conventions/pagination",
  "conventions/method-names",
  "conventions/plain-references",
];

/** Switches on the rules that are limits of the tools (decision 0072). */
export function forceRules(config: Config): void {
  if (!config.plugins.some(({ id }) => id === "conventions"))
    throw new Error("openapi/redocly.yaml: add ./lint/plugin.js to plugins; its rules can be turned off one by one.");
  for (const rule of FORCED) config.rules.oas3_1[rule] = "error";
}
