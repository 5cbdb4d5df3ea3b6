import { randomInt, randomUUID } from "node:crypto";
import {
  checkIfMatch,
  identityIn,
  identityTaken,
  isKnownState,
  locationOf,
  type MemberNames,
  noRecord,
  type OperationRules,
  patchRecord,
  type RecordView,
  Refusal,
  type Rules,
  replacedStatus,
  uidTaken,
  Violation,
} from "@metadata-service/server-rules";
import type { ResourceOperation } from "@metadata-service/spec-tools";
import type { StoredRecord } from "../storage/records/record-store.js";
import type { CheckedRequest, Handler, HandlerResponse } from "./handler.js";
import {
  type Fields,
  type Formats,
  formatsOf,
  only,
  ownFields,
  type ResourceRecords,
  recordAt,
} from "./record-format.js";

export interface RecordOperation {
  readonly rules: Rules;
  readonly operation: OperationRules;
  readonly use: ResourceOperation;
  readonly records: ResourceRecords;
  readonly formats: Formats;
}

/**
 * Returns the handler of an operation that creates, gets, replaces, patches or deletes a record; undefined for any other
 * operation.
 *
 * @param fileUrl the template of file URLs (decision 0011)
 */
export function recordHandler(one: Omit<RecordOperation, "formats">, fileUrl: string): Handler | undefined {
  const make = HANDLERS[one.use.role];
  if (!make) return undefined;
  return make({ ...one, formats: formatsOf(one.rules, one.records, one.use, fileUrl) });
}

const HANDLERS: Partial<Record<ResourceOperation["role"], (one: RecordOperation) => Handler>> = {
  create,
  get: (one) => async (request) => {
    const { identity, space } = target(one, request);
    const found = await one.records.store.get(space, String(identity));
    if (!found) throw missing(one, identity);
    if (!isKnownState(one.operation, request.header, () => tagOf(found))) return shown(one, identity, found);
    return { status: 304, headers: one.operation.headers.fill(304, { etag: () => tagOf(found) }) };
  },
  replace,
  update,
  delete: (one) => async (request) => {
    const { identity, space } = target(one, request);
    const { records, formats } = one;
    // Only a response with the record needs it.
    const found = formats.shown ? await records.store.get(space, String(identity)) : undefined;
    const check = (record: StoredRecord) => checkIfMatch(one.operation, request.header, () => tagOf(record));
    if (!(await records.store.remove(space, String(identity), check))) throw missing(one, identity);
    return { body: found && formats.toBody(records.unpack(identity, found)) };
  },
};

/** Stores a record, and returns it; also the one that exists already, if the spec promises this (decision 0005). */
function create(one: RecordOperation): Handler {
  const { operation, formats, use } = one;
  return async (request) => {
    const sent = recordAt(request.body, use.request) ?? {};
    const given = formats.identityIn(sent);
    const fields = formats.toFields(sent);
    if (given === undefined) return { ...(await storeNew(one, request, fields)), status: operation.successStatus };
    const result = await store(one, request, given, fields);
    if (!result.isSame || (result.isNew === false && !isRepeatable(one))) throw taken(one, given);
    return { ...result.response, status: operation.successStatus };
  };
}

/** Among few identities, such as the numbers up to 999, one that was made at random is often in use. */
const MOST_TRIES = 50;

/** Stores a record under an identity that no other one has. */
async function storeNew(one: RecordOperation, request: CheckedRequest, fields: Fields): Promise<HandlerResponse> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { isSame, isNew, response } = await store(one, request, newIdentity(one.records.kept), fields);
    if (isSame && isNew !== false) return response;
  }
  throw new Error(
    `${MOST_TRIES} identities were made for a record of ${one.records.resource.name}, and all were in use`,
  );
}

async function store(one: RecordOperation, { path }: CheckedRequest, identity: unknown, fields: Fields) {
  const { rules, operation, records, formats, use } = one;
  const packed = records.pack(fields, identity);
  const {
    isSame,
    isNew,
    content = packed,
    ...times
  } = await records.store.create(records.space(use, path), String(identity), packed).catch(unfit);
  const body = formats.toBody(records.unpack(identity, { content, ...times }));
  const location = () => locationOf(rules.api, records.resource, path, identity);
  const headers = operation.headers.fill(operation.successStatus, { location, etag: () => tagOf(times) });
  return { isSame, isNew, response: { body, headers } satisfies HandlerResponse };
}

function replace(one: RecordOperation): Handler {
  const { operation, records, formats, use } = one;
  return async (request) => {
    const { identity, space } = target(one, request);
    const fields = formats.toFields(recordAt(request.body, use.request) ?? {});
    const change = (stored: StoredRecord) => {
      checkIfMatch(operation, request.header, () => tagOf(stored));
      const before = only(records.unpack(identity, stored), (name) => formats.keptFields.includes(name));
      return records.pack({ ...ownFields(before, records.kept), ...fields }, identity);
    };
    const found = await records.store.change(space, String(identity), change).catch(unfit);
    if (found) return shown(one, identity, found, replacedStatus(operation));
    if (!use.creates) throw missing(one, identity);
    checkIfMatch(operation, request.header, () => undefined);
    const { isSame, response } = await store(one, request, identity, fields);
    // Another request has created it in the meantime.
    if (!isSame) throw new Refusal(429);
    return { ...response, status: 201 };
  };
}

/**
 * A valid request from which no valid record can be made is not the fault of the client: the spec does not say what the server
 * has to add, such as the identities of the lines of an order (decision 0177).
 */
function unfit(error: unknown): never {
  if (!(error instanceof Violation)) throw error;
  throw new Refusal(501, `This server cannot make a valid record of this request: ${error.message}`);
}

/** Patches a record; its typed items are those that were sent. */
function update(one: RecordOperation): Handler {
  const { records, formats, use } = one;
  const isRecord = recordCheck(one);
  return async (request) => {
    const { identity, space } = target(one, request);
    const sent = recordAt(request.body, use.request);
    const patch = sent ? formats.toNames(sent) : request.body;
    const mediaType = request.header("content-type") ?? "";
    let isPatched = false;
    const change = (stored: StoredRecord) => {
      checkIfMatch(one.operation, request.header, () => tagOf(stored));
      const nulls = { allows: formats.allowsNull, isRecord: (value: object) => isRecord(value, identity) };
      const after = patchRecord(records.unpack(identity, stored), patch, mediaType, records.kept, nulls);
      isPatched = true;
      return records.packChecked(ownFields(after, records.kept), identity);
    };
    const found = await records.store.change(space, String(identity), change).catch((error) => {
      throw isPatched && error instanceof Violation ? new Violation(`after the patch, ${error.message}`) : error;
    });
    if (!found) throw missing(one, identity);
    return shown(one, identity, found);
  };
}

/** Returns the response with a record. */
function shown(
  { operation, records, formats }: RecordOperation,
  identity: unknown,
  found: StoredRecord,
  status: number = operation.successStatus,
): HandlerResponse {
  const headers = operation.headers.fill(status, { etag: () => tagOf(found) });
  return { status, headers, body: formats.toBody(records.unpack(identity, found)) };
}

/** The entity tag of a record (RFC 9110, section 8.8.3): no two of its states have the same time. */
const tagOf = ({ updatedDate }: Pick<StoredRecord, "updatedDate">): string => `"${updatedDate}"`;

/** Returns whether a value is a record that can be stored. */
function recordCheck({ rules, records }: RecordOperation): (value: object, identity: unknown) => boolean {
  const { kept, items, packChecked } = records;
  const check = rules.schemas.at(kept.pointer, "the record");
  return (value, identity) => {
    // Typed items are stored as they were sent, and not as the schema of a response describes them.
    if (!items) return check(value) === undefined;
    try {
      packChecked(ownFields({ ...value }, kept), identity);
      return true;
    } catch (error) {
      if (error instanceof Violation) return false;
      throw error;
    }
  };
}

/** Returns the identity of the record that a request is about, and where it is stored. */
function target({ records, use }: RecordOperation, request: CheckedRequest) {
  const identity = identityIn(use, request);
  if (identity === undefined) throw new Refusal(404);
  return { identity, space: records.space(use, request.path) };
}

const missing = ({ records, use }: RecordOperation, identity: unknown): Refusal =>
  noRecord(records.resource, use, identity);

const isRepeatable = ({ operation }: RecordOperation): boolean =>
  operation.model.promises.repeatedCreate === "sameRecord";

function taken(one: RecordOperation, identity: unknown): Error {
  const { operation, records } = one;
  if (isRepeatable(one) && records.items) return uidTaken(String(identity));
  return identityTaken(operation, records.kept.identity, identity);
}

/** The largest identity that is made, so that it fits into the integers of all languages. */
const MOST_NUMBER = 2 ** 31 - 1;

/** Makes an identity for a record whose client does not choose one. */
function newIdentity({ identity, members }: MemberNames): unknown {
  const { type, minimum = 1, maximum = MOST_NUMBER } = members.get(identity ?? "")?.node ?? {};
  if (type !== "integer" && type !== "number") return randomUUID();
  return randomInt(Math.max(1, minimum), Math.min(MOST_NUMBER, maximum) + 1);
}

/** Makes a value for the field, besides the identity, whose value is unique to each record. */
export const madeFields = ({ listedBy, members }: RecordView): Fields =>
  listedBy === undefined ? {} : { [listedBy]: newIdentity({ identity: listedBy, members }) };

/** Whether identities can be made for a record. */
export function canMakeIdentity({ schemas }: Rules, kept: MemberNames): boolean {
  const schema = kept.members.get(kept.identity ?? "");
  return schema !== undefined && schemas.at(schema.pointer)(newIdentity(kept)) === undefined;
}
