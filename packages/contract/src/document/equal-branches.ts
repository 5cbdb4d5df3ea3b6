import { combinedSchemas } from "./combined-schemas.js";
import { type Document, resolve, type Schema } from "./document.js";
import { copyOf, schemasIn } from "./document-parts.js";
import { nameBranches } from "./request-view.js";

/** Keywords that say nothing about which values are valid. */
const DESCRIBING = new Set(["title", "description", "example", "examples", "default", "deprecated", "externalDocs"]);

/**
 * Adds the values of a discriminator to the branches of each `oneOf` that allows nothing without them, because every branch
 * says the same as another one: generators write `Book` and `Magazine` in this way if both only extend `Publication`.
 */
export function withNamedBranches(document: Document): Document {
  const hasEqualBranches = (schema: Schema) => areEqual(document, schema);
  if (!schemasIn<Schema>(document).some(hasEqualBranches)) return document;
  const copy = copyOf(document);
  for (const schema of schemasIn<Schema>(copy).filter((each) => areEqual(copy, each))) {
    const { oneOf = [], discriminator = inherited(copy, oneOf[0]) } = schema;
    if (discriminator) nameBranches(copy, { oneOf, discriminator });
  }
  return copy;
}

/** Whether each branch of a union says the same as another one, so that a value is valid for both or for none. */
function areEqual(document: Document, { oneOf }: Schema): boolean {
  if (!Array.isArray(oneOf) || oneOf.length < 2) return false;
  const texts = oneOf.map((branch) => {
    const { node } = resolve<Schema>(document, branch, "");
    return JSON.stringify(Object.entries(Object(node)).filter(([keyword]) => !DESCRIBING.has(keyword)));
  });
  return texts.every((text, i) => texts.some((other, j) => j !== i && other === text));
}

/** The discriminator of what a schema extends. */
const inherited = (document: Document, node: Schema | undefined): Schema["discriminator"] =>
  combinedSchemas(document, { node: node ?? {}, pointer: "" }, ["allOf"])
    .map((part) => part.node.discriminator)
    .find((discriminator) => discriminator !== undefined);
