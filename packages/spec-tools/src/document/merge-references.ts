import { isAnnotation } from "./annotations.js";
import { mergeSchemas } from "./merge-schemas.js";
import { nodeAt } from "./pointer.js";
import { isSchema, mapChildren, mapSchemas, type Schema } from "./schemas.js";

/**
 * Copies a document with every `$ref` of a schema that has keywords beside it replaced by one schema with all keywords.
 * In JSON Schema 2020-12, both apply (section 8.2.3.1); few tools know that. Keywords that only describe stay beside the
 * `$ref`.
 *
 * The result accepts the same values. Where no single schema can say that, or the schema contains itself, the `$ref`
 * moves into an `allOf` beside the keywords.
 */
export function mergeReferences(document: object): object {
  return mapSchemas(document, (schema) => withoutSiblings({ document, left: MOST_MERGED }, schema, []));
}

/**
 * How many schemas are written into one, and into each other, because each may contain the same ones again. After these,
 * `allOf` is used.
 */
const MOST_MERGED = 100;
const MOST_LEVELS = 3;

interface Merging {
  readonly document: object;
  left: number;
}

/** @param followed the references whose targets the schema was merged with */
function withoutSiblings(merging: Merging, schema: unknown, followed: readonly string[]): unknown {
  if (!isSchema(schema)) return schema;
  const { $ref, ...own } = schema;
  if (typeof $ref !== "string" || Object.keys(own).every(isAnnotation))
    return mapChildren(schema, (child) => withoutSiblings(merging, child, followed));
  const isMerged = !followed.includes($ref) && followed.length < MOST_LEVELS && merging.left-- > 0;
  const whole = isMerged ? mergeSchemas(targetOf(merging.document, $ref), own) : undefined;
  if (whole) return withoutSiblings(merging, whole, [...followed, $ref]);
  const { allOf } = own;
  return withoutSiblings(merging, { ...own, allOf: [...(Array.isArray(allOf) ? allOf : []), { $ref }] }, followed);
}

/** The target of a reference as a schema; one that leads nowhere is reported by whoever reads the schema. */
function targetOf(document: object, $ref: string): Schema {
  const target = nodeAt(document, $ref);
  if (target === false) return { not: {} };
  return isSchema(target) ? target : target === true ? {} : { $ref };
}
