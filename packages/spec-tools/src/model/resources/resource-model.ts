import type { Located } from "../../document/dereference.js";
import type { SchemaObject } from "../../document/open-api-document.js";

/** What an operation does with the records of a resource; `action` is anything else. */
export type ResourceRole = "create" | "list" | "get" | "replace" | "update" | "delete" | "action";

/** A set of records, or one record that always exists, and the operations on it. */
export interface ResourceModel {
  /** The words of its path, unique among all resources: `purchase-orders`, `owners/pets`. */
  readonly name: string;
  /** A singleton has one record, which needs no identity: `/settings`. */
  readonly kind: "collection" | "singleton";
  /** In the order of the document. */
  readonly operations: readonly ResourceOperation[];
}

export interface ResourceOperation {
  /** The id of the operation. */
  readonly operation: string;
  readonly role: ResourceRole;
  /** Whether it creates a record: every `create`, and a `replace` that documents 201. */
  readonly creates: boolean;
  /** What identifies the record; undefined if the operation deals with all records, a new one, or a singleton. */
  readonly identifiedBy?: IdentitySource;
  /**
   * The path parameters before the record, the outermost first: the operation sees only records with the same values.
   */
  readonly scope: readonly ResourceScope[];
  /** The record, or the array of records, in the request body. */
  readonly request?: RecordPlace;
  /** The record, or the array of records, in the body of the success response. */
  readonly response?: RecordPlace;
  /** What each query parameter of a list means. */
  readonly query?: Readonly<Record<string, QueryUse>>;
}

/** What identifies the record in a request: a parameter, or a field of the record in the body. */
export interface IdentitySource {
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  readonly name: string;
  /** The fields of a record that the name of the parameter lists, as in `{id_or_slug}`: it has the value of one of them. */
  readonly fields?: readonly string[];
}

export interface ResourceScope {
  /** The name of the path parameter. */
  readonly parameter: string;
  /** The resource whose record it identifies, if there is one. */
  readonly resource?: string;
  /** The field of the record that has the same value, if there is one. */
  readonly property?: string;
}

/** Where a body holds a record, or its records. */
export interface RecordPlace {
  readonly mediaType: string;
  /**
   * The names of the fields that lead from the body to the record or its array; empty if the body itself is the record
   * or the array.
   */
  readonly at: readonly string[];
  /** Whether there is an array of records. */
  readonly many: boolean;
  /** The schema of one record. */
  readonly schema: Located<SchemaObject>;
  /** The field of a record that identifies it, if it has one. */
  readonly identity?: string;
  /** The field that `x-pagination` of a list names as the identity, if it is another one. Its value is unique, too. */
  readonly listedBy?: string;
  /** The fields of a record that contain when it was created, and when it was last updated. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** How the value of a field relates to that of a parameter; `after` and `before` exclude the value itself. */
export type Comparison = "equal" | "from" | "after" | "to" | "before" | "contains";

export interface FieldFilter {
  readonly property: string;
  readonly compare: Comparison;
}

/** The meaning of a query parameter of a list, judged by its name. */
export type QueryUse =
  | { readonly use: "limit" | "offset" | "cursor" | "after" | "sort" | "direction" | "search" | "unknown" }
  /** The number of a page, and the number that the first page has. */
  | { readonly use: "page"; readonly first: number }
  | ({ readonly use: "filter" } & FieldFilter)
  /** An object whose properties are filters: `filter[carrier]=dhl`. */
  | { readonly use: "filters"; readonly members: Readonly<Record<string, FieldFilter>> };
