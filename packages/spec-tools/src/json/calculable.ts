import { hasMarkedNumbers, withFloat } from "./exact-number.js";

/** Objects whose keys are names, not keywords. */
const NAMED = new Set(
  `paths webhooks responses headers content links callbacks parameters requestBodies securitySchemes pathItems schemas
  properties patternProperties dependentSchemas $defs variables encoding`.split(/\s+/),
);

/** Values of the author, which may be sent as they are. */
const isValue = (name: string) => /^(examples?|const|enum|default)$/.test(name);

/**
 * Copies a document in which texts stand for the numbers that a 64-bit float would change. They remain in its examples and
 * other values; everywhere else, programs calculate with numbers. A document without such texts is returned itself.
 */
export const calculable = <T extends object>(document: T): T =>
  hasMarkedNumbers(document) ? (copy(document, "", false) as T) : document;

function copy(node: unknown, name: string, isMap: boolean): unknown {
  if (typeof node !== "object" || node === null) return withFloat(name, node);
  if (Array.isArray(node)) return node.map((one) => copy(one, name, false));
  const members = Object.entries(node).map(([key, value]) => [
    key,
    !isMap && isValue(key) ? value : copy(value, key, !isMap && NAMED.has(key)),
  ]);
  return Object.fromEntries(members);
}
