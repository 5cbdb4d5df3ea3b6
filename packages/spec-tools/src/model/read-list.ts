import type { SchemaObject } from "../document/open-api-document.js";
import type { ListModel, OperationModel } from "./api-model.js";
import { pathShape, resourceName } from "./resources/path-shape.js";
import { recordMedia, successResponse } from "./resources/record-place.js";
import type { ResourceModel } from "./resources/resource-model.js";
import { itemsOf, propertiesOf, schemaAt } from "./schema-at.js";

/** The limits of a list whose `limit` parameter has none (document 4.2). */
const USUAL = { default: 10, maximum: 100 };

/** Reads what `x-pagination` of an operation means; returns undefined if it has none. */
export function readList(
  document: object,
  operation: OperationModel,
  resources: readonly ResourceModel[],
): ListModel | undefined {
  const { id, path, pagination, parameters } = operation;
  if (!pagination) return undefined;
  const limit: SchemaObject =
    parameters.find((parameter) => parameter.in === "query" && parameter.name === "limit")?.schema.node ?? {};
  const resource = resources.find(({ operations }) => operations.some((one) => one.operation === id));
  const page = recordMedia(successResponse(operation)?.content)?.schema ?? schemaAt(document, {}, operation.pointer);
  const array = pagination.records === undefined ? page : propertiesOf(document, page).get(pagination.records);
  return {
    ...pagination,
    collection: resource?.name ?? resourceName(pathShape(path).key),
    defaultLimit: Number(limit.default ?? USUAL.default),
    maxLimit: limit.maximum ?? USUAL.maximum,
    page,
    array: array ?? page,
    record: itemsOf(document, array ?? page),
  };
}
