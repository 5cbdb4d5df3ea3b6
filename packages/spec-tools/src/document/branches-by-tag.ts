import { own } from "../own.js";
import type { SchemaObject } from "./open-api-document.js";
import { nodeAt } from "./pointer.js";

/**
 * Maps the values of a discriminator to the branches of its `oneOf`, if each branch requires the property and lists its
 * values in a `const` or `enum` that no other branch has. Only then does the discriminator alone choose the branch, as
 * Ajv and other tools expect; otherwise it is a hint, and `oneOf` alone decides (OpenAPI 3.1, section 4.8.25).
 */
export function branchesByTag(document: object, schema: SchemaObject): ReadonlyMap<string, SchemaObject> | undefined {
  const { oneOf, discriminator, required = [] } = schema;
  const tag = discriminator?.propertyName;
  if (!Array.isArray(oneOf) || typeof tag !== "string") return undefined;
  const branches = new Map<string, SchemaObject>();
  for (const branch of oneOf) {
    const node = targetOf(document, branch);
    const values = valuesOf(own(node?.properties, tag));
    const isRequired = [...required, ...(node?.required ?? [])].includes(tag);
    if (values.length === 0 || !isRequired) return undefined;
    for (const value of values) {
      if (typeof value !== "string" || branches.has(value)) return undefined;
      branches.set(value, branch);
    }
  }
  return branches;
}

/**
 * The same for Ajv, which looks a value up in an object that inherits, so that it finds two branches for `constructor`: it has
 * to try all branches of such a union.
 */
export function branchesForAjv(document: object, schema: SchemaObject): ReadonlyMap<string, SchemaObject> | undefined {
  const branches = branchesByTag(document, schema);
  return [...(branches?.keys() ?? [])].some((value) => value in {}) ? undefined : branches;
}

const valuesOf = (property: SchemaObject | undefined): readonly unknown[] =>
  property?.const === undefined ? (property?.enum ?? []) : [property.const];

/** The schema itself, or its target if it is only a reference. */
function targetOf(document: object, branch: SchemaObject): SchemaObject | undefined {
  if (branch.$ref === undefined) return branch;
  const node = nodeAt(document, branch.$ref) as SchemaObject | undefined;
  const isAlone = Object.keys(branch).every((keyword) => /^(\$ref|description|summary|title)$/.test(keyword));
  return isAlone && node?.$ref === undefined ? node : undefined;
}

/** Whether a value is a Discriminator Object, and not the schema of a property named `discriminator`. */
export const isDiscriminator = (value: unknown): boolean => typeof Object(value).propertyName === "string";
