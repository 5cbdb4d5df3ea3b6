import { isDiscriminator } from "../document/branches-by-tag.js";
import { dereference } from "../document/dereference.js";
import type { ReferenceObject, SchemaObject } from "../document/open-api-document.js";
import { nameOf } from "../document/pointer.js";

/** How many levels of a recursive schema are expanded. */
export const LEVELS = 3;

/** Keywords whose value is user data, in which a `$ref` is not a reference. Extensions are such data, too. */
const VALUES = ["const", "default", "enum", "example"];

/** Objects whose keys are user-defined names, such as the response `default` or a property `example`, not keywords. */
const NAMED = ["properties", "patternProperties", "dependentSchemas", "$defs", "responses", "headers"];

/**
 * Copies an OpenAPI document with every `$ref` replaced by its target, for tools that cannot follow references.
 * Recursion is cut: below `LEVELS` levels, a recursive schema accepts everything of its type. Components that nothing
 * refers to any more are removed, and so are discriminators, whose mappings would lead nowhere.
 */
export function withoutReferences(document: object): object {
  const { components, ...rest } = document as { components?: { securitySchemes?: object } };
  const kept = components?.securitySchemes && { components: { securitySchemes: components.securitySchemes } };
  return copy(document, { ...rest, ...kept }, []) as object;
}

/**
 * @param followed the references that led to the node, from the outermost on
 * @param isNamed whether the keys of the node are names of users
 */
function copy(document: object, node: unknown, followed: readonly string[], isNamed = false): unknown {
  if (Array.isArray(node)) return node.map((each) => copy(document, each, followed));
  if (typeof node !== "object" || node === null) return node;
  if (isNamed) return mapped(node, (child) => copy(document, child, followed));
  if (isReference(node)) return inPlace(document, node, followed);
  const { discriminator, ...rest } = node as { discriminator?: unknown };
  return mapped(isDiscriminator(discriminator) ? rest : node, (child, name) =>
    VALUES.includes(name) || name.startsWith("x-") ? child : copy(document, child, followed, NAMED.includes(name)),
  );
}

const mapped = (node: object, change: (child: unknown, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(node).map(([name, child]) => [name, change(child, name)]));

function inPlace(document: object, { $ref, ...beside }: ReferenceObject, followed: readonly string[]): unknown {
  const { node: target } = dereference<object>(document, { $ref });
  const level = followed.filter((ref) => ref === $ref).length;
  return level >= LEVELS ? cut(document, target, $ref) : copy(document, { ...target, ...beside }, [...followed, $ref]);
}

/** A schema that accepts everything that the recursive one accepts, and more. */
function cut(document: object, schema: SchemaObject, ref: string): SchemaObject {
  const type = schema.type ?? commonType(document, schema.oneOf ?? schema.anyOf ?? []);
  return {
    ...(type !== undefined && { type }),
    description:
      `${schema.description ?? ""} Not written out any deeper here; see ${nameOf(ref)} in openapi.json.`.trim(),
  };
}

function commonType(document: object, branches: readonly unknown[]): SchemaObject["type"] {
  const types = new Set(branches.map((branch) => dereference<SchemaObject>(document, branch).node.type));
  const [type] = types;
  return types.size === 1 ? type : undefined;
}

const isReference = (node: object): node is ReferenceObject => "$ref" in node && typeof node.$ref === "string";
