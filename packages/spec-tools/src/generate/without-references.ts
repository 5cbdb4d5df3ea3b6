import { isDiscriminator } from "../document/branches-by-tag.js";
import { dereference } from "../document/dereference.js";
import type { ReferenceObject, SchemaObject } from "../document/open-api-document.js";
import { nameOf } from "../document/pointer.js";
import { mapList, mapValues } from "../document/schemas.js";

/** How many levels of a recursive schema are expanded. */
export const LEVELS = 3;

/** Keywords whose value is user data, in which a `$ref` is not a reference. Extensions are such data, too. */
const VALUES = ["const", "default", "enum", "example"];

/** Objects whose keys are user-defined names, such as the response `default` or a property `example`, not keywords. */
const NAMED = ["properties", "patternProperties", "dependentSchemas", "$defs", "responses", "headers"];

/**
 * Copies an OpenAPI document with every `$ref` replaced by its target, for tools that cannot follow references.
 * Recursion is cut: below `LEVELS` levels, a recursive schema accepts everything of its type. In a large document, other
 * schemas are cut, too. Components that nothing
 * refers to any more are removed, and so are discriminators, whose mappings would lead nowhere.
 */
export function withoutReferences(document: object): object {
  const { components, ...rest } = document as { components?: { securitySchemes?: object } };
  const kept = components?.securitySchemes && { components: { securitySchemes: components.securitySchemes } };
  const whole = { ...rest, ...kept };
  for (const depth of DEPTHS)
    try {
      return copy({ document, depth, left: MOST_NODES }, whole, []) as object;
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
    }
  return copy({ document, depth: 1, left: Number.POSITIVE_INFINITY }, whole, []) as object;
}

/**
 * The most objects and arrays in the file: some 8 MB of JSON. Schemas that refer to each other, as hundreds do in large
 * documents, would otherwise be repeated until no memory is left.
 */
const MOST_NODES = 200_000;

/** How many references are followed into each other: fewer if the file would be too large. */
const DEPTHS = [40, 8, 5, 3, 2];

class TooLarge extends Error {}

/** What a copy needs to know. */
interface Copying {
  readonly document: object;
  readonly depth: number;
  /** How many nodes may still be written. */
  left: number;
}

/**
 * @param followed the references that led to the node, from the outermost on
 * @param isNamed whether the keys of the node are names of users
 */
function copy(copying: Copying, node: unknown, followed: readonly string[], isNamed = false): unknown {
  if (typeof node !== "object" || node === null) return node;
  copying.left -= 1;
  if (copying.left < 0) throw new TooLarge();
  if (Array.isArray(node)) return mapList(node, (each) => copy(copying, each, followed));
  if (isNamed) return mapValues(node, (child) => copy(copying, child, followed));
  if (isReference(node)) return inPlace(copying, node, followed);
  const { discriminator, ...rest } = node as { discriminator?: unknown };
  return mapValues(isDiscriminator(discriminator) ? rest : node, (child, name) => {
    if (name === "examples") return examplesOf(copying, child);
    return VALUES.includes(name) || name.startsWith("x-")
      ? child
      : copy(copying, child, followed, NAMED.includes(name));
  });
}

/** Those of a schema are values; those of a body or parameter have names, and each may be a reference. */
function examplesOf({ document }: Copying, examples: unknown): unknown {
  if (typeof examples !== "object" || examples === null || Array.isArray(examples)) return examples;
  return mapValues(examples, (example) => dereference<unknown>(document, example).node);
}

function inPlace(copying: Copying, { $ref, ...beside }: ReferenceObject, followed: readonly string[]): unknown {
  const { document, depth } = copying;
  const { node: target } = dereference<object>(document, { $ref });
  const level = followed.filter((ref) => ref === $ref).length;
  // Only a schema can be cut: without its content, a response or a parameter would be invalid.
  const isDeep = followed.length >= depth && $ref.startsWith("#/components/schemas/");
  return level >= LEVELS || isDeep
    ? cut(document, target, $ref)
    : copy(copying, { ...target, ...beside }, [...followed, $ref]);
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
