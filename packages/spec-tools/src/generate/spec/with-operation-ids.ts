import { METHODS } from "../../document/open-api-document.js";
import { nodeAt, pointerTo } from "../../document/pointer.js";
import { readApi } from "../../model/read-api.js";

type PathItems = Record<string, object>;

interface Items {
  paths?: PathItems;
  webhooks?: PathItems;
}

/** Returns path items with their references replaced by the targets. */
const inPlace = (document: object, items: PathItems = {}): PathItems =>
  Object.fromEntries(
    Object.entries(items).map(([name, item]) => {
      const target = "$ref" in item && typeof item.$ref === "string" ? nodeAt(document, item.$ref) : undefined;
      return [name, target ? structuredClone(target) : item];
    }),
  );

/**
 * Copies a document, with path items in place of references and an operationId for every operation: methods of clients,
 * entries of the docs and cases of the contract suite are named after it.
 */
export function withOperationIds(document: object): object {
  const copy = structuredClone(document) as Items & { components?: { pathItems?: unknown } };
  copy.paths = inPlace(copy, copy.paths);
  if (copy.webhooks) copy.webhooks = inPlace(copy, copy.webhooks);
  // Tools would read what is left there as additional operations.
  if (copy.components && !/"#\/components\/pathItems\//.test(JSON.stringify(copy))) delete copy.components.pathItems;
  for (const { id, path, method } of readApi(copy).operations) {
    const key = METHODS.find((one) => one.toUpperCase() === method) ?? "";
    const operation = nodeAt(copy, pointerTo("#/paths", path, key)) as { operationId?: string };
    operation.operationId ??= id;
  }
  return copy;
}
