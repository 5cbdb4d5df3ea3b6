/** Keys whose values are data, in which a `description` is a field like any other. */
const DATA = new Set(["example", "default", "enum", "const", "value", "mapping", "security", "scopes"]);

/** Objects whose keys are names, not keywords. */
const NAMES = new Set(
  `paths webhooks responses headers content links callbacks parameters requestBodies securitySchemes pathItems schemas
  properties patternProperties dependentSchemas $defs variables encoding examples`.split(/\s+/),
);

/**
 * Copies a part of a document with each description changed.
 *
 * @param within the key of the part, if its own keys are names
 */
export function mapDescriptions<T>(node: T, change: (description: string) => string, within?: string): T {
  if (Array.isArray(node)) return (within === "examples" ? node : node.map((one) => mapDescriptions(one, change))) as T;
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => {
    // The names of callbacks have objects whose keys are expressions.
    if (within !== undefined)
      return [key, mapDescriptions(value, change, within === "callbacks" ? "paths" : undefined)];
    if (key === "description" && typeof value === "string") return [key, change(value)];
    if (DATA.has(key) || key.startsWith("x-")) return [key, value];
    return [key, mapDescriptions(value, change, NAMES.has(key) ? key : undefined)];
  });
  return Object.fromEntries(entries) as T;
}
