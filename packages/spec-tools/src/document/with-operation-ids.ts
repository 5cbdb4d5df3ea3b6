import { readApi } from "../model/read-api.js";
import { isMethod, METHODS } from "./open-api-document.js";
import { nodeAt, pointerTo } from "./pointer.js";

/**
 * Copies a document with an operationId for every operation: methods of clients, entries of the docs and cases of the
 * contract suite are named after it.
 *
 * @param document a document without references in place of path items
 */
export function withOperationIds(document: object): object {
  const operations = Object.values(Object(Reflect.get(document, "paths"))).flatMap((item) =>
    Object.entries(Object(item)).flatMap(([key, operation]) => (isMethod(key) ? [operation] : [])),
  );
  if (operations.every((operation) => typeof Object(operation).operationId === "string")) return document;
  const copy = structuredClone(document);
  for (const { id, path, method } of readApi(copy).operations) {
    const key = METHODS.find((one) => one.toUpperCase() === method) ?? "";
    const operation = nodeAt(copy, pointerTo("#/paths", path, key)) as { operationId?: string };
    operation.operationId ??= id;
  }
  return copy;
}
