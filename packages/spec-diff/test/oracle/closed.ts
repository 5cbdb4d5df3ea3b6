import type { Schema, Version } from "@metadata-service/test-kit/schemas/random-schema";

type Node = { [keyword: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

const MAPS_OF_VALUES = ["properties", "patternProperties"];
const VALUES = ["additionalProperties", "unevaluatedProperties", "items", "contains", "unevaluatedItems"];
const IN_PLACE = ["allOf", "anyOf", "oneOf"];

/** Returns a copy of a schema that also rejects all undeclared properties, at any depth. */
export function closed({ schema, components }: Version): Node {
  return {
    ...(closedValue(schema) as Node),
    components: { schemas: Object.fromEntries(Object.entries(components).map(([name, one]) => [name, inPlace(one)])) },
  };
}

/** Closes the schema of a separate value: the root, a property or an element. */
const closedValue = (schema: unknown): unknown => ({ allOf: [inPlace(schema)], unevaluatedProperties: false });

/** Closes a schema that applies to the same value as the schema around it. */
function inPlace(schema: unknown): unknown {
  if (!isNode(schema)) return schema as Schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !declaresNothing(keyword, value))
      .map(([keyword, value]) => [keyword, closedKeyword(keyword, value)]),
  );
}

/** Returns whether a keyword has no effect, because it only allows properties that are allowed anyway. */
const declaresNothing = (keyword: string, value: unknown) =>
  /^(additional|unevaluated)Properties$/.test(keyword) &&
  (value === true || (isNode(value) && Object.keys(value).length === 0));

function closedKeyword(keyword: string, value: unknown): unknown {
  if (VALUES.includes(keyword)) return value === false ? false : closedValue(value);
  if (MAPS_OF_VALUES.includes(keyword)) return mapped(value, closedValue);
  if (keyword === "dependentSchemas") return mapped(value, inPlace);
  if (keyword === "prefixItems") return (value as unknown[]).map(closedValue);
  if (IN_PLACE.includes(keyword)) return (value as unknown[]).map(inPlace);
  return keyword === "then" || keyword === "else" ? inPlace(value) : value;
}

const mapped = (value: unknown, change: (schema: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value as Node).map(([name, one]) => [name, change(one)]));
