import { fieldsOf, type OpenApiDocument, type RecordPlace } from "@metadata-service/spec-tools";
import type { MemberNames } from "./convert-members.js";

/** The record format of an operation: its schema and its field names. */
export interface RecordView extends MemberNames {
  readonly pointer: string;
  readonly schema: unknown;
}

/** The view of the records in a request or a response. */
export function viewOfPlace(document: OpenApiDocument, place: RecordPlace): RecordView {
  const { schema, identity, createdAt, updatedAt } = place;
  return {
    pointer: schema.pointer,
    schema: schema.node,
    members: fieldsOf(document, schema),
    ...(identity !== undefined && { identity }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}
