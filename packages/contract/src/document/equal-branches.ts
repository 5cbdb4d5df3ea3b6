import { isDeepStrictEqual } from "node:util";
import { own } from "../lib/objects.js";
import { combinedSchemas } from "./combined-schemas.js";
import { type Document, resolve, type Schema } from "./document.js";
import { copyOf, schemasIn } from "./document-parts.js";
import { nameBranches } from "./request-view.js";

/** Keywords that say nothing about which values are valid. */
const DESCRIBING = new Set(
  "title description example examples default deprecated externalDocs discriminator xml $comment".split(" "),
);

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

/** How deep branches are compared; schemas may contain themselves. */
const DEPTH = 8;
/** Keywords that say the same whatever stands beside them. */
const ALONE =
  /^(type|enum|const|required|properties|pattern|format|multipleOf|uniqueItems|(min|max)(?!Contains).*|exclusive.*)$/;

/**
 * Whether each value that is valid in one schema is certainly valid in another one, because all that the other one says is
 * said here, too.
 */
export function isWithin(document: Document, inner: unknown, outer: unknown, depth = 0): boolean {
  if (depth > DEPTH) return false;
  const parts = partsIn(document, inner);
  const says = (keyword: string, value: unknown): boolean => {
    if (keyword === "properties")
      return Object.entries(Object(value)).every(([name, property]) =>
        parts.some((part) => isWithin(document, own(Object(part[keyword]), name), property, depth + 1)),
      );
    if (keyword !== "required") return parts.some((part) => isDeepStrictEqual(part[keyword], value));
    const names = parts.flatMap((part): unknown => part[keyword]);
    return [value].flat().every((name) => names.includes(name));
  };
  return partsIn(document, outer).every((part) => {
    const said = Object.entries(part);
    if (said.every(([keyword]) => ALONE.test(keyword))) return said.every(([keyword, value]) => says(keyword, value));
    return parts.some((other) => isDeepStrictEqual(other, part));
  });
}

/** Returns the parts of a schema that `allOf` joins, without what describes only; `true` and nothing say nothing. */
const partsIn = (document: Document, node: unknown): Record<string, unknown>[] =>
  combinedSchemas(document, { node: node === false ? { not: {} } : node, pointer: "" }, ["allOf"]).map((part) =>
    Object.fromEntries(
      Object.entries(part.node).filter(
        ([keyword]) => keyword !== "allOf" && keyword !== "$ref" && !DESCRIBING.has(keyword),
      ),
    ),
  );

/** The discriminator of what a schema extends. */
const inherited = (document: Document, node: Schema | undefined): Schema["discriminator"] =>
  combinedSchemas(document, { node: node ?? {}, pointer: "" }, ["allOf"])
    .map((part) => part.node.discriminator)
    .find((discriminator) => discriminator !== undefined);
