import {
  fieldsWithin,
  type ListModel,
  type Located,
  type OpenApiDocument,
  propertiesOf,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import type { SchemaCheck, SchemaChecker } from "../schema/create-schema-checker.js";

/** A list, and what is needed to check its records. */
export interface PaginationRules extends Omit<ListModel, "key"> {
  /** The fields of a record that the schema declares, those of `allOf` included, by name and in order. */
  readonly members: ReadonlyMap<string, Located<SchemaObject>>;
  /** All fields that a record may have, those of some branches of a union included, with the schema of each branch. */
  readonly described: ReadonlyMap<string, readonly Located<SchemaObject>[]>;
  /**
   * Whether a page is valid if every record is valid by itself and the page without records is valid. This is not so
   * if, for example, the schema requires unique records.
   */
  readonly recordsStandAlone: boolean;
  /** Validates one record. Returns a sentence that says what is wrong and where, or undefined. */
  readonly checkRecord: SchemaCheck;
}

export function paginationRules(document: OpenApiDocument, schemas: SchemaChecker, list: ListModel): PaginationRules {
  const { page, array, record, key, ...rest } = list;
  return {
    ...rest,
    page,
    array,
    record,
    identity: key,
    members: propertiesOf(document, record),
    described: describedFields(document, record),
    recordsStandAlone: saysOnly(page.node, PAGE_KEYWORDS) && saysOnly(array.node, LIST_KEYWORDS),
    checkRecord: schemas.at(record.pointer, "the record"),
  };
}

function describedFields(document: OpenApiDocument, record: Located<SchemaObject>): PaginationRules["described"] {
  const fields = new Map<string, Located<SchemaObject>[]>();
  for (const [name, field] of fieldsWithin(document, record)) fields.set(name, [...(fields.get(name) ?? []), field]);
  return fields;
}

/** Keywords that only describe, and do not restrict values. */
const DESCRIPTIONS = ["title", "description", "example", "examples", "default", "deprecated"];
const LIST_KEYWORDS = new Set([...DESCRIPTIONS, "type", "items"]);
const PAGE_KEYWORDS = new Set([...LIST_KEYWORDS, "required", "properties", "additionalProperties"]);

function saysOnly(schema: SchemaObject, keywords: ReadonlySet<string>): boolean {
  return Object.keys(schema).every((keyword) => keywords.has(keyword) || keyword.startsWith("x-"));
}
