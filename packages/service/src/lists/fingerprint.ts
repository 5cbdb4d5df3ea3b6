import { createHash } from "node:crypto";
import { canonicalJson, type OperationRules, type Rules } from "@metadata-service/server-rules";
import { nodeAt, type OpenApiDocument } from "@metadata-service/spec-tools";

/** Increase this when code outside the schemas changes which records are valid, or how they are returned. */
const VERSION = 1;

/** Keywords that do not affect which values are valid. */
const DESCRIPTIONS = new Set(["title", "description"]);

/**
 * Returns a fingerprint of the rules for the records of list operations and for how they are returned, so that
 * validated records need not be validated again. It changes if the schema of a record or one that it
 * refers to changes, or the names of the operations.
 *
 * @returns 64 bits, as a decimal number
 */
export function fingerprintOf(
  { document, write }: Pick<Rules, "document" | "write">,
  operations: readonly OperationRules[],
): string {
  const shown = operations.map(({ id, path, pagination }) => ({
    id,
    path,
    members: [...(pagination?.members.keys() ?? [])],
    parts: [pagination?.identity, pagination?.createdAt, pagination?.updatedAt].map(String),
    standsAlone: pagination?.recordsStandAlone === true,
    schema: pagination?.record.node,
  }));
  const text = canonicalJson(
    JSON.parse(JSON.stringify([VERSION, shown, referred(document, shown)], withoutDescriptions)),
  );
  return createHash("sha256").update(write(text)).digest().readBigInt64BE().toString();
}

/** Returns all parts of the document that a value refers to, directly or indirectly, by pointer. */
function referred(document: OpenApiDocument, value: unknown): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const visit = (node: unknown) => {
    if (node === null || typeof node !== "object") return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === "string" && $ref.startsWith("#/") && !Object.hasOwn(found, $ref)) {
      found[$ref] = nodeAt(document, $ref);
      visit(found[$ref]);
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(value);
  return found;
}

function withoutDescriptions(name: string, value: unknown): unknown {
  // A field may also have such a name; then the value is a schema.
  return DESCRIPTIONS.has(name) && typeof value === "string" ? undefined : value;
}
