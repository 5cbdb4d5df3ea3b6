import type { ContentHolder, Located, SchemaObject } from "../document.js";
import { locate, type OpenApiDocument, type OperationObject, type PaginationObject, pointerTo } from "../document.js";
import type { ParameterRules } from "../request/parameter-rules.js";

/** How a list operation pages: its `x-pagination`, the bounds of its limit parameter and the schema of its records. */
export interface PaginationRules extends PaginationObject {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /**
   * The name of the collection that it lists: the last segment of its path. Operations with the same one show the same
   * records, each in its own member names (decision 0010).
   */
  readonly collection: string;
  /** The schema of one record and where it is defined. */
  readonly record: Located<SchemaObject>;
}

/** The paging of an operation; undefined for one that lists nothing. */
export function paginationRules(
  document: OpenApiDocument,
  path: string,
  operation: OperationObject,
  parameters: readonly ParameterRules[],
  pointer: string,
): PaginationRules | undefined {
  const pagination = operation["x-pagination"];
  if (!pagination) return undefined;
  const limit = parameters.find((parameter) => parameter.in === "query" && parameter.name === "limit");
  const at = pointerTo(pointer, "responses", "200");
  const response = locate<ContentHolder>(document, operation.responses?.["200"], at);
  const page = locate<SchemaObject>(
    document,
    response.node.content?.["application/json"]?.schema,
    pointerTo(response.pointer, "content", "application/json", "schema"),
  );
  const list =
    pagination.records === undefined
      ? page
      : locate<SchemaObject>(
          document,
          page.node.properties?.[pagination.records],
          pointerTo(page.pointer, "properties", pagination.records),
        );
  return {
    ...pagination,
    defaultLimit: Number(limit?.schema.default ?? 10),
    maxLimit: limit?.schema.maximum ?? 100,
    collection: path.split("/").at(-1) ?? path,
    record: locate<SchemaObject>(document, list.node.items, pointerTo(list.pointer, "items")),
  };
}
