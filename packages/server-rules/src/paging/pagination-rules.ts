import {
  dereference,
  type Located,
  type OpenApiDocument,
  type OperationObject,
  own,
  type PaginationObject,
  pointerTo,
  type ResponseObject,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import type { ParameterRules } from "../request/parameter-rules.js";
import type { SchemaCheck, SchemaChecker } from "../schema/create-schema-checker.js";

/**
 * The pagination of a list operation: its `x-pagination`, the bounds of its limit parameter, and the schema of its
 * records.
 */
export interface PaginationRules extends PaginationObject {
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /**
   * The name of the collection that it lists: the last segment of its path. Operations with the same collection return
   * the same records, each with its own field names (decision 0010).
   */
  readonly collection: string;
  /** The schema of one record and where it is defined. */
  readonly record: Located<SchemaObject>;
  /** The fields of a record that the schema declares, those of `allOf` included, by name and in order. */
  readonly members: ReadonlyMap<string, Located<SchemaObject>>;
  /**
   * Whether a page is valid if every record is valid by itself and the page without records is valid. This is not so
   * if, for example, the schema requires unique records.
   */
  readonly recordsStandAlone: boolean;
  /** Validates one record. Returns a sentence that says what is wrong and where, or undefined. */
  readonly checkRecord: SchemaCheck;
}

/** The parts of an operation that matter for its paging. */
interface ListOperation {
  readonly path: string;
  readonly operation: OperationObject;
  readonly pointer: string;
  readonly parameters: readonly ParameterRules[];
}

/** Returns the pagination of an operation; undefined if it is not a list. */
export function paginationRules(
  document: OpenApiDocument,
  schemas: SchemaChecker,
  list: ListOperation,
): PaginationRules | undefined {
  const pagination = list.operation["x-pagination"];
  if (!pagination) return undefined;
  const limit = list.parameters.find((parameter) => parameter.in === "query" && parameter.name === "limit");
  const { page, records, record } = pageOf(document, list, pagination.records);
  return {
    ...pagination,
    defaultLimit: Number(limit?.schema.default ?? 10),
    maxLimit: limit?.schema.maximum ?? 100,
    collection: list.path.split("/").at(-1) ?? list.path,
    record,
    members: membersOf(document, record),
    recordsStandAlone: saysOnly(page.node, PAGE_KEYWORDS) && saysOnly(records.node, LIST_KEYWORDS),
    checkRecord: schemas.at(record.pointer, "the record"),
  };
}

/** Keywords that only describe, and do not restrict values. */
const DESCRIPTIONS = ["title", "description", "example", "examples", "default", "deprecated"];
const LIST_KEYWORDS = new Set([...DESCRIPTIONS, "type", "items"]);
const PAGE_KEYWORDS = new Set([...LIST_KEYWORDS, "required", "properties", "additionalProperties"]);

function saysOnly(schema: SchemaObject, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every((keyword) => keywords.has(keyword) || keyword.startsWith("x-"));
}

/** The schemas of a page, of the list of records in it, and of one record. */
function pageOf(document: OpenApiDocument, { operation, pointer }: ListOperation, recordsName: string | undefined) {
  const at = pointerTo(pointer, "responses", "200");
  const response = dereference<ResponseObject>(document, operation.responses?.["200"], at);
  const inResponse = ["content", "application/json", "schema"];
  const schema = response.node.content?.["application/json"]?.schema;
  const page = dereference<SchemaObject>(document, schema, pointerTo(response.pointer, ...inResponse));
  const records =
    recordsName === undefined
      ? page
      : dereference<SchemaObject>(
          document,
          own(page.node.properties, recordsName),
          pointerTo(page.pointer, "properties", recordsName),
        );
  const record = dereference<SchemaObject>(document, records.node.items, pointerTo(records.pointer, "items"));
  return { page, records, record };
}

function membersOf(document: OpenApiDocument, { node, pointer }: Located<SchemaObject>) {
  const members = new Map<string, Located<SchemaObject>>();
  for (const [index, part] of (node.allOf ?? []).entries()) {
    const located = dereference<SchemaObject>(document, part, pointerTo(pointer, "allOf", index));
    for (const [name, member] of membersOf(document, located)) members.set(name, member);
  }
  for (const [name, member] of Object.entries(node.properties ?? {})) {
    const at = pointerTo(pointer, "properties", name);
    members.set(name, { node: { ...dereference<SchemaObject>(document, member, at).node, ...member }, pointer: at });
  }
  return members;
}
