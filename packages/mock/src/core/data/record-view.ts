import type { MemberNames, PaginationRules } from "@metadata-service/server-rules";
import { type OpenApiDocument, propertiesOf, type RecordPlace } from "@metadata-service/spec-tools";

/** The record format of an operation: its schema and its field names. */
export interface RecordView extends MemberNames {
  readonly pointer: string;
  readonly schema: unknown;
}

/** The view of a list that pages by `x-pagination`. */
export function viewOfPagination(pagination: PaginationRules): RecordView {
  const { identity, createdAt, updatedAt, members, record } = pagination;
  return {
    pointer: record.pointer,
    schema: record.node,
    members,
    identity,
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}

const CREATED = /^(?:created|creation)[_-]?(?:at|on|date|time|timestamp)?$/i;
const UPDATED = /^(?:updated|modified|last[_-]?(?:updated|modified|changed))[_-]?(?:at|on|date|time|timestamp)?$/i;

/** Returns the view of any other operation; its timestamp fields are recognized by their names. */
export function viewOfPlace(document: OpenApiDocument, { schema, identity }: RecordPlace): RecordView {
  const members = propertiesOf(document, schema);
  const moment = (pattern: RegExp) =>
    [...members].find(
      ([name, { node }]) => pattern.test(name) && (node.type === "string" || node.type === "integer"),
    )?.[0];
  const [createdAt, updatedAt] = [moment(CREATED), moment(UPDATED)];
  return {
    pointer: schema.pointer,
    schema: schema.node,
    members,
    ...(identity !== undefined && { identity }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}
