import { createHash } from "node:crypto";
import { canonicalJson, type OperationRules } from "@metadata-service/server-rules";
import { nodeAt, type OpenApiDocument } from "@metadata-service/spec-tools";

/** To be raised when the code below the schemas changes what a record must be, or how it is shown. */
const VERSION = 1;

/** What describes a schema, and says nothing of what a value must be. */
const DESCRIPTIONS = new Set(["title", "description"]);

/**
 * Names what the records of list operations must be and how they are shown, so that records which were checked against it once
 * need not be checked again (decision 0103). It is another one as soon as a schema of a record changes, or one that it
 * refers to, or the names of the operations.
 *
 * @returns 64 bits, as a decimal number
 */
export function fingerprintOf(document: OpenApiDocument, operations: readonly OperationRules[]): string {
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
  return createHash("sha256").update(text).digest().readBigInt64BE().toString();
}

/** Every part of the document that a value refers to, and what those refer to, by pointer. */
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
  // A field may have such a name, too; then the value is a schema.
  return DESCRIPTIONS.has(name) && typeof value === "string" ? undefined : value;
}
