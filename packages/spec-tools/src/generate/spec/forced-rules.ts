import type { Config } from "@redocly/openapi-core";
import { withoutMark } from "../../json/exact-number.js";
import { isMistakenKeyword } from "../../limits/keywords.js";
import { withExactExamples } from "./example-rules.js";

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

/**
 * Rules that Redocly's smallest preset has as errors, although OpenAPI allows what they are about, and everything here reads it. They are
 * warnings for a team that asks for nothing more.
 */
const SOFTENED = ["no-server-trailing-slash"];

/** Switches on the rules that are limits of the tools (decision 0072). */
export function forceRules(config: Config): void {
  if (!config.plugins.some(({ id }) => id === "conventions"))
    throw new Error("openapi/redocly.yaml: add ./lint/plugin.js to plugins; its rules can be turned off one by one.");
  config.plugins = config.plugins.map(withExactExamples);
  config.plugins.push({ id: "keywords", typeExtension: { oas3: withOtherKeywords } });
  for (const rule of FORCED) config.rules.oas3_1[rule] = "error";
  const { extends: presets = [], rules: own = {} } = (config.document?.parsed ?? {}) as OwnConfig;
  if (presets.join() !== "minimal") return;
  for (const rule of SOFTENED) if (!(rule in own)) config.rules.oas3_1[rule] = "warn";
}

/** What `redocly.yaml` itself says. */
interface OwnConfig {
  readonly extends?: readonly string[];
  readonly rules?: object;
}

type Types = Parameters<NonNullable<NonNullable<Config["plugins"][number]["typeExtension"]>["oas3"]>>[0];

/**
 * Lets schemas have keywords that JSON Schema does not know and ignores, except for those that look like a mistake, and texts
 * that stand for numbers.
 */
export function withOtherKeywords(types: Types): Types {
  const { Schema } = types;
  if (!Schema) return types;
  // To the linter, null is a field of any value, and undefined one that is not expected.
  const additionalProperties = (_: unknown, name: string) => (isMistakenKeyword(name) ? undefined : null);
  const properties = Object.entries(Schema.properties).map(([name, type]) => [
    name,
    Object(type).type === "number" ? (value: unknown) => (withoutMark(value) === value ? type : null) : type,
  ]);
  return {
    ...types,
    Schema: { ...Schema, additionalProperties, properties: Object.fromEntries(properties) } as typeof Schema,
  };
}
