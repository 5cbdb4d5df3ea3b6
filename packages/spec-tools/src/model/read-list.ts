import type { PaginationObject, SchemaObject } from "../document/open-api-document.js";
import { withoutMark } from "../json/exact-number.js";
import type { ListModel, OperationModel } from "./api-model.js";
import { pathShape, resourceName } from "./resources/path-shape.js";
import { recordMedia, successResponse } from "./resources/record-place.js";
import type { ResourceModel } from "./resources/resource-model.js";
import { itemsOf, propertiesOf, schemaAt } from "./schema-at.js";

/** The limits of a list whose `limit` parameter has none. */
const USUAL = { default: 10, maximum: 100 };

/** Reads what `x-pagination` of an operation means. */
export function readList(
  document: object,
  operation: OperationModel,
  pagination: PaginationObject,
  resources: readonly ResourceModel[],
): ListModel {
  const { id, path, parameters } = operation;
  const schemaOf = (name: string): SchemaObject =>
    parameters.find((parameter) => parameter.in === "query" && parameter.name === name)?.schema.node ?? {};
  const limit = schemaOf("limit");
  const isThis = (one: { readonly operation: string }) => one.operation === id;
  const resource = resources.find(({ operations }) => operations.some(isThis));
  const page = recordMedia(successResponse(operation)?.content)?.schema ?? schemaAt(document, {}, operation.pointer);
  const array = pagination.records === undefined ? page : propertiesOf(document, page).get(pagination.records);
  const [maximum, maxOffset] = [limit, schemaOf("offset")].map((schema) =>
    schema.maximum === undefined ? undefined : Number(withoutMark(schema.maximum)),
  );
  const { updatedFrom: from, updatedTo: to, updatedAt: field } = pagination;
  return {
    ...pagination,
    collection: resource?.name ?? resourceName(pathShape(path).key),
    key: resource?.operations.find(isThis)?.response?.identity ?? pagination.identity,
    defaultLimit: Number(withoutMark(limit.default ?? USUAL.default)),
    maxLimit: maximum ?? USUAL.maximum,
    ...(maximum !== undefined && { documentedLimit: maximum }),
    ...(maxOffset !== undefined && maxOffset < Number.MAX_SAFE_INTEGER && { maxOffset }),
    ...(from && to && field && { window: { from, to, field, sync: syncName(id) } }),
    page,
    array: array ?? page,
    record: itemsOf(document, array ?? page),
  };
}

/** The name of the method that syncs a list: `listReports` and `getReports` -> `syncReports`. */
function syncName(id: string): string {
  const noun = id.replace(/^(list|get|fetch|find|search|query|read)(?![a-z])/, "");
  return `sync${(noun || id).replace(/^./, (first) => first.toUpperCase())}`;
}
