/** Fields with data instead of schemas or references, in which anything is allowed, as in extensions. */
const DATA = new Set(["example", "examples", "default", "const", "enum", "value"]);
/** Fields whose keys are names that the author chose; any of these may be the name of a field. */
const NAMED = new Set(
  (
    "properties patternProperties dependentSchemas $defs schemas responses parameters headers requestBodies callbacks " +
    "links securitySchemes pathItems webhooks content encoding"
  ).split(" "),
);

export const isDataField = (name: string): boolean => DATA.has(name);
export const isNamedField = (name: string): boolean => NAMED.has(name);

const isExtension = (name: string) => name.startsWith("x-");

/**
 * Returns the parts of an object or an array of a document in which schemas and references can be, each with the field
 * that it is in: no data, and no extensions.
 */
export function partsOf(node: object): [field: string, part: unknown][] {
  if (Array.isArray(node)) return node.map((part) => ["", part]);
  return Object.entries(node).flatMap(([field, part]): [string, unknown][] => {
    if (NAMED.has(field)) return namedParts(field, part);
    return DATA.has(field) || isExtension(field) ? [] : [[field, part]];
  });
}

/** An operation may have extensions among its responses. Some of these fields have an array elsewhere, such as `parameters`. */
const namedParts = (field: string, part: unknown): [string, unknown][] =>
  Object.entries(Object(part)).flatMap(([name, each]) =>
    field === "responses" && isExtension(name) ? [] : [[field, each]],
  );
