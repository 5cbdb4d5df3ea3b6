import type { Config } from "@redocly/openapi-core";

/** Rules of lint without which generators would write what does not work. `redocly.yaml` cannot switch them off. */
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
    throw new Error(
      "openapi/redocly.yaml: add ./lint/plugin.js to plugins; each of its rules can be switched off alone.",
    );
  for (const rule of FORCED) config.rules.oas3_1[rule] = "error";
}
