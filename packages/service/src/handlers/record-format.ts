import {
  atPlace,
  convertMembers,
  defaultsOf,
  isReadOnly,
  keptFields,
  memberKey,
  type RecordItems,
  type RecordView,
  type Rules,
  viewOfPlace,
  viewOfRequest,
} from "@metadata-service/server-rules";
import {
  allowsNull,
  isObject,
  type RecordPlace,
  type ResourceModel,
  type ResourceOperation,
  requiredNames,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import type { RecordStore, RecordTimes, StoredRecord } from "../storage/records/record-store.js";
import { type Envelope, envelopeOf, onlyValues } from "./envelope.js";

export type Fields = Record<string, unknown>;

/** The records of a resource: where they are stored, and how. */
export interface ResourceRecords {
  readonly resource: ResourceModel;
  readonly store: RecordStore;
  /** The names of the fields of a stored record. */
  readonly kept: RecordView;
  /** The typed items of a record, if it has some: they are stored as sent, and converted when they are returned. */
  readonly items: RecordItems | undefined;
  /** Returns the space of the records in the path of a request. */
  space(use: ResourceOperation, path: Readonly<Fields>): string;
  /** Returns what the store keeps of a record. */
  pack(fields: Fields, identity: unknown): unknown;
  /** Like `pack`, for a record that no request schema has validated. Throws a `Violation`. */
  packChecked(fields: Fields, identity: unknown): unknown;
  /** Returns a stored record with all its fields. */
  unpack(identity: unknown, record: StoredRecord): Fields;
}

/** The format of the records in a request or a response. */
export interface Formats {
  /** The format of the record that an operation returns. */
  readonly shown: RecordView | undefined;
  /** Converts the record of a request to the fields of a stored one, without its identity and timestamps. */
  toFields(record: Fields): Fields;
  /** Converts the names of the fields of a request to those of a stored record. */
  toNames(record: Fields): Fields;
  /** The fields that a record keeps when a request replaces it, by their names in a stored record. */
  readonly keptFields: readonly string[];
  /** Whether a request may have null in a field, by its name in a stored record. */
  allowsNull(name: string): boolean;
  /** Returns the identity in the record of a request; undefined if it has none. */
  identityIn(record: Fields): unknown;
  /** Converts a stored record to the format in which the operation returns it. */
  toRecord(record: Fields): Fields;
  /** Converts a stored record to the body of the response; undefined if the response has none. */
  toBody(record: Fields): unknown;
}

/** Returns how an operation sends and returns the records of a resource. */
export function formatsOf(
  rules: Rules,
  { kept, items }: ResourceRecords,
  { operation, request, response }: ResourceOperation,
  fileUrl: string,
): Formats {
  const { api, document } = rules;
  const model = api.operations.find(({ id }) => id === operation);
  const envelope = (response && model && envelopeOf(rules, model, response)) ?? [];
  const sent = request && viewOfRequest(document, request, kept.identity);
  const shown = response && viewOfPlace(document, response);
  const fromSent = sent && convertMembers(sent, kept);
  const toShown = shown && convertMembers(kept, shown);
  const toNames = (record: Fields) => (fromSent ? fromSent.convert(settable(sent, record)) : record);
  const nullable = [...(sent?.members ?? [])].filter(([, field]) => allowsNull(document, field));
  const nulls = toNames(Object.fromEntries(nullable.map(([name]) => [name, null])));
  const present = (record: Fields): Fields =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        items?.fields.includes(name) ? items.toResponse(name, value, fileUrl) : value,
      ]),
    );
  const toRecord = (record: Fields): Fields => {
    const converted = toShown ? toShown.convert(present(record)) : record;
    // Records with typed items have no other fields than those of the spec.
    return items === undefined ? converted : only(converted, (name) => shown?.members.has(name) === true);
  };
  const fits = (pointer: string, value: unknown) => rules.schemas.at(pointer)(value) === undefined;
  const defaults = sent ? defaultsOf(sent, fits) : {};
  return {
    shown,
    toFields: (record) => ownFields(toNames({ ...defaults, ...record }), kept),
    toNames,
    keptFields: keptFields(document, kept, sent),
    allowsNull: (name) => Object.hasOwn(nulls, name),
    // An identity that the request does not have is the server's.
    identityIn: (record) => (sent?.identity === undefined ? undefined : record[sent.identity]),
    toRecord,
    toBody: (record) => response && wrapped(envelope, response.many ? [toRecord(record)] : toRecord(record)),
  };
}

function wrapped(envelope: Envelope, content: unknown): unknown {
  return envelope.reduceRight((body, { name, others }) => ({ ...others, [name]: body }), content);
}

/** Read-only fields in requests are ignored. */
function settable(view: RecordView | undefined, record: Fields): Fields {
  return only(record, (name) => !view || !isReadOnly(view, name));
}

/** Returns the fields of a record that are neither its identity nor a timestamp. */
export function ownFields(record: Fields, kept: RecordView): Fields {
  return only(record, (name) => !memberKey(kept, name).startsWith("@"));
}

export function only(record: Fields, isWanted: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)));
}

/** The fields that have the same value in each record, such as `"object": "parcel"`: no request needs to have them. */
export function constantFields(document: object, { members, schema, pointer }: RecordView): Fields {
  const required = requiredNames(document, { node: schema as SchemaObject, pointer });
  const constants = [...members].filter(([name]) => required.has(name));
  return Object.fromEntries(constants.flatMap(([name, { node }]) => onlyValues(node).map((value) => [name, value])));
}

/** Adds the identity and the timestamps to the fields of a record. */
export function withParts(
  kept: RecordView,
  fields: Fields,
  identity: unknown,
  { createdDate, updatedDate }: RecordTimes,
): Fields {
  const { identity: name, createdAt, updatedAt } = kept;
  return {
    ...(name !== undefined && { [name]: identity }),
    ...fields,
    ...(createdAt !== undefined && { [createdAt]: createdDate }),
    ...(updatedAt !== undefined && { [updatedAt]: updatedDate }),
  };
}

export function recordAt(body: unknown, place: RecordPlace | undefined): Fields | undefined {
  const found = atPlace(body, place);
  return isObject(found) ? found : undefined;
}
