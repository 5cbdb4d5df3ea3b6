import type { Document, Schema } from "./document.js";
import { copyOf, schemasIn } from "./document-parts.js";

/** The keywords that say something about a value. Only schemas have them, so what else refers to a part stays as it is. */
const KEYWORDS = new Set(
  (
    "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format items " +
    "prefixItems contains maxContains minContains maxItems minItems uniqueItems properties patternProperties dependentSchemas " +
    "additionalProperties unevaluatedProperties unevaluatedItems propertyNames maxProperties minProperties dependentRequired " +
    "allOf anyOf oneOf not if default readOnly writeOnly"
  ).split(" "),
);

/**
 * Moves each reference that has other keywords beside it into `allOf`, where it means the same (JSON Schema 2020-12, core,
 * 8.2.3.1): whoever follows a reference would lose them.
 */
export function withSiblingsKept(document: Document): Document {
  if (!schemasIn<Schema>(document).some(hasSiblings)) return document;
  const copy = copyOf(document);
  for (const schema of schemasIn<Schema>(copy).filter(hasSiblings)) {
    const { $ref, allOf = [] } = schema;
    delete schema.$ref;
    schema.allOf = [...allOf, { $ref } as Schema];
  }
  return copy;
}

/** What is no schema, such as one with `allOf: {}`, stays as it is, and is named later. */
const hasSiblings = (schema: Schema): boolean =>
  typeof schema.$ref === "string" &&
  (schema.allOf === undefined || Array.isArray(schema.allOf)) &&
  (Array.isArray(schema.required) || Object.keys(schema).some((keyword) => KEYWORDS.has(keyword)));
