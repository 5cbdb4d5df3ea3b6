import { unknownKeywords } from "../limits/keywords.js";
import { withPointers } from "./anchored-references.js";
import { withoutDynamicReferences } from "./dynamic-references.js";
import { inlinePathItems } from "./inline-path-items.js";
import { mergeReferences } from "./merge-references.js";
import { openUnions } from "./open-unions.js";
import { plainSchemas } from "./plain-schemas.js";
import { describeBodies, withSendableBodies } from "./sendable-bodies.js";
import { withServerPaths } from "./server-paths.js";
import { describeSplit, splitByDirection } from "./split-by-direction.js";
import { describeTags, withMappedTags } from "./with-mapped-tags.js";
import { withOperationIds } from "./with-operation-ids.js";
import { withPathParameters } from "./with-path-parameters.js";
import { describeSubtypes, withSubtypes } from "./with-subtypes.js";

/** A document as every package reads it. */
export interface PreparedDocument {
  readonly document: object;
  /** What was rewritten, and what cannot be, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Rewrites a document so that plain JSON Schema and OpenAPI say what its author means, and everything is written in one
 * way: JSON pointers in place of anchors, path items in place of references, no bodies of GET and HEAD,
 * paths below one base URL, an operationId for every operation, subtypes as a union (decision 0116), the values of a
 * discriminator in the schemas that they lead to, one schema in place of
 * a `$ref` with other keywords beside it, and required `readOnly` and `writeOnly` properties only in the messages that
 * contain them (decision 0114). A prepared document is returned as it is.
 *
 * @param document an OpenAPI 3.1 document without references to other files
 * @throws Error if a reference leads nowhere or back to itself
 */
export function prepareDocument(document: object): PreparedDocument {
  if (PREPARED.has(document)) return { document, notes: [] };
  const anonymous = withoutDynamicReferences(withPointers(document) as object);
  const sendable = withSendableBodies(withPathParameters(inlinePathItems(plainSchemas(anonymous))));
  const identified = withOperationIds(withServerPaths(sendable.document));
  const subtyped = withSubtypes(identified.document);
  const tagged = withMappedTags(subtyped.document);
  const split = splitByDirection(mergeReferences(tagged.document));
  PREPARED.add(split.document);
  return {
    document: split.document,
    notes: [
      ...unknownKeywords(document),
      ...identified.notes,
      ...openUnions(document),
      ...[describeBodies(sendable.without) ?? []].flat(),
      ...describeSubtypes(subtyped),
      ...describeTags(tagged),
      ...describeSplit(split),
    ],
  };
}

/** Documents that were prepared: whoever loads one passes it on to packages that prepare what they get. */
const PREPARED = new WeakSet<object>();
