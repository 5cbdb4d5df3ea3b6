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
 * that it is in: no data, and no extensions. All of a document is read several times, so it makes no arrays in between.
 */
export function partsOf(node: object): [field: string, part: unknown][] {
  const parts: [string, unknown][] = [];
  for (const [field, part] of Object.entries(node)) {
    if (Array.isArray(node)) parts.push(["", part]);
    else if (NAMED.has(field)) for (const each of namedParts(field, part)) parts.push([field, each]);
    else if (!isData(field)) parts.push([field, part]);
  }
  return parts;
}

const isData = (field: string): boolean => DATA.has(field) || isExtension(field);

/** An operation may have extensions among its responses. Some of these fields have an array elsewhere, such as `parameters`. */
const namedParts = (field: string, part: unknown): unknown[] =>
  Object.entries(Object(part)).flatMap(([name, each]) => (field === "responses" && isExtension(name) ? [] : [each]));

/** Returns all objects of a document that may be schemas. */
export function schemasIn<Schema extends object>({
  paths,
  components,
}: {
  paths: unknown;
  components?: unknown;
}): Schema[] {
  const seen = new Set<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    for (const [, part] of partsOf(node)) visit(part);
  };
  visit({ paths, components });
  return [...seen] as Schema[];
}

/** Copies a document for changes of its schemas. What is data stays the same: in large documents, that is most. */
export function copyOf<T>(document: T): T {
  const copies = new Map<unknown, unknown>();
  const copied = (node: unknown, isNamed = false): unknown => {
    if (typeof node !== "object" || node === null) return node;
    if (!copies.has(node)) copies.set(node, copyOfNode(node, isNamed));
    return copies.get(node);
  };
  const copyOfNode = (node: object, isNamed: boolean): unknown => {
    if (Array.isArray(node)) return node.map((part) => copied(part));
    // A field may be called `__proto__`.
    const copy = { ...node } as Record<string, unknown>;
    for (const field of Object.keys(node))
      if (isNamed || !isData(field)) copy[field] = copied(copy[field], !isNamed && NAMED.has(field));
    return copy;
  };
  return copied(document) as T;
}

/** Returns all references in a part of a document. */
export function referencesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  const { $ref } = node as { $ref?: unknown };
  const below = partsOf(node).flatMap(([, part]) => referencesIn(part));
  return typeof $ref === "string" ? [$ref, ...below] : below;
}
