import {
  fieldsOf,
  fieldsWithin,
  type OpenApiDocument,
  type RecordPlace,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import { isReadOnly } from "../request/patch-record.js";
import { type MemberNames, memberKey } from "./convert-members.js";

/** The record format of an operation: its schema and its field names. */
export interface RecordView extends MemberNames {
  readonly pointer: string;
  readonly schema: unknown;
  /** A field, besides the identity, whose value is unique to each record: the one by which a list tells records apart. */
  readonly listedBy?: string;
}

/** The view of the records in a request or a response. */
export function viewOfPlace(document: OpenApiDocument, place: RecordPlace): RecordView {
  const { schema, identity, listedBy, createdAt, updatedAt } = place;
  return {
    pointer: schema.pointer,
    schema: schema.node,
    members: fieldsOf(document, schema),
    ...(identity !== undefined && { identity }),
    ...(listedBy !== undefined && { listedBy }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}

/** The view of the record in a request, which has its identity in the same field as in responses, and in no other. */
export function viewOfRequest(
  document: OpenApiDocument,
  { identity: _own, ...place }: RecordPlace,
  identity: string | undefined,
): RecordView {
  const view = viewOfPlace(document, place);
  return identity !== undefined && view.members.has(identity) ? { ...view, identity } : view;
}

/**
 * The fields of a record that no request which replaces it can have: those that are read-only, and those that its schema does not
 * describe, if it describes any.
 */
export function keptFields(document: OpenApiDocument, record: RecordView, sent: RecordView | undefined): string[] {
  const described = sent ? fieldsWithin(document, { node: sent.schema as SchemaObject, pointer: sent.pointer }) : [];
  const keys = new Set(sent && described.map(([name]) => memberKey(sent, name)));
  const isSent = (key: string) => key.startsWith("@") || keys.size === 0 || keys.has(key);
  return [...record.members.keys()].filter(
    (name) => isReadOnly(record, name) || name === record.listedBy || !isSent(memberKey(record, name)),
  );
}

/**
 * The values that a server assumes for fields which a request leaves out, by the names in the request.
 *
 * @param fits whether a value satisfies the schema at a pointer: a default of another type is a mistake of the document
 */
export function defaultsOf(
  { members }: RecordView,
  fits: (pointer: string, value: unknown) => boolean,
): Record<string, unknown> {
  const given = [...members].filter(
    ([, { node, pointer }]) => node.default !== undefined && fits(pointer, node.default),
  );
  return Object.fromEntries(given.map(([name, { node }]) => [name, node.default]));
}
