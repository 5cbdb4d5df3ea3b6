import { METHODS } from "../../document/open-api-document.js";
import { nodeAt, pointerTo } from "../../document/pointer.js";
import { readApi } from "../../model/read-api.js";

/**
 * Copies a document, with path items in their places and an operationId for every operation: methods of clients, entries of
 * the docs and cases of the contract suite are named after it.
 */
export function withOperationIds(document: object): object {
  const copy = structuredClone(document) as { paths?: Record<string, object> };
  for (const [path, item] of Object.entries(copy.paths ?? {})) {
    const target = "$ref" in item && typeof item.$ref === "string" ? nodeAt(copy, item.$ref) : undefined;
    if (target && copy.paths) copy.paths[path] = structuredClone(target);
  }
  for (const { id, path, method } of readApi(copy).operations) {
    const key = METHODS.find((one) => one.toUpperCase() === method) ?? "";
    const operation = nodeAt(copy, pointerTo("#/paths", path, key)) as { operationId?: string };
    operation.operationId ??= id;
  }
  return copy;
}
