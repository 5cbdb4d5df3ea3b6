import { readApi } from "../model/read-api.js";
import { METHODS } from "./open-api-document.js";
import { nodeAt, pointerTo } from "./pointer.js";

/**
 * Copies a document with an operationId for every operation: methods of clients, entries of the docs and cases of the
 * contract suite are named after it.
 *
 * @param document a document without references in place of path items
 */
export function withOperationIds(document: object): object {
  const copy = structuredClone(document);
  for (const { id, path, method } of readApi(copy).operations) {
    const key = METHODS.find((one) => one.toUpperCase() === method) ?? "";
    const operation = nodeAt(copy, pointerTo("#/paths", path, key)) as { operationId?: string };
    operation.operationId ??= id;
  }
  return copy;
}
