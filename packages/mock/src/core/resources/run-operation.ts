import {
  atPlace,
  checkIfMatch,
  defaultsOf,
  identityIn,
  identityTaken,
  isKnownState,
  isReadOnly,
  keptFields,
  locationOf,
  memberKey,
  noRecord,
  patchRecord,
  type RecordView,
  Refusal,
  replacedStatus,
  sameJson,
  uidTaken,
  Violation,
} from "@metadata-service/server-rules";
import { allowsNull, isObject, type SchemaObject, successResponse, typesWithin } from "@metadata-service/spec-tools";
import { withSent } from "../data/complete-value.js";
import { hashText } from "../data/hash.js";
import type { CheckedRequest } from "../exchange.js";
import type { RowContent } from "../memory/stored-rows.js";
import { wrapRecords } from "./envelope.js";
import { keyed } from "./keyed.js";
import { listPage } from "./list-page.js";
import type { OperationResult, ResourceContext } from "./operation-context.js";
import type { ResourceUse } from "./resource-index.js";

/**
 * Carries out an operation on a resource; returns undefined if an example must be returned instead.
 *
 * @throws Refusal 404 for a record that does not exist
 * @throws Violation for a record that already exists, or that a patch makes invalid
 * @throws MemoryFull
 */
export function runOperation(
  context: ResourceContext,
  uses: ResourceUse,
  request: CheckedRequest,
): OperationResult | undefined {
  if (concernsAll(uses)) return undefined;
  switch (uses.use.role) {
    case "list":
      return listPage(context, uses, request);
    case "create":
      return create(context, uses, request);
    case "get":
      return get(context, uses, request);
    case "replace":
      return replace(context, uses, request);
    case "update":
      return update(context, uses, request);
    case "delete": {
      const row = found(context, uses, request);
      checkState(context, request, row);
      const answer = shown(context, uses, row);
      context.collection.remove(row, context.anyIdentityExists);
      return answer;
    }
    case "action":
      return act(context, uses, request);
  }
}

/** Whether an operation reads or changes a collection as a whole, such as `PATCH /contacts/{id}/topics`. */
const concernsAll = ({ use, resource }: ResourceUse): boolean =>
  resource.kind === "collection" &&
  use.identifiedBy === undefined &&
  ["get", "replace", "update", "delete"].includes(use.role);

function get(context: ResourceContext, uses: ResourceUse, request: CheckedRequest): OperationResult | undefined {
  const row = found(context, uses, request);
  const etag = () => tagOf(context.collection, row);
  if (isKnownState(request.operation, request.request.header, etag)) return { status: 304, facts: { etag } };
  return shown(context, uses, row);
}

/** An action on a record, such as `POST /shipments/{id}/dispatch`: the record must exist, and the response is about it. */
function act(context: ResourceContext, uses: ResourceUse, request: CheckedRequest): OperationResult | undefined {
  if (uses.use.identifiedBy?.in !== "path") return undefined;
  const row = found(context, uses, request);
  const { mainView, collection } = context;
  return { about: { record: collection.record(mainView, row), fields: [...mainView.members.keys()] } };
}

function create(context: ResourceContext, uses: ResourceUse, request: CheckedRequest): OperationResult | undefined {
  const content = contentOf(uses, request.body, context);
  if (!content) return undefined;
  const { collection } = context;
  const given = content["@identity"];
  const known = given === undefined ? undefined : collection.find(given);
  const identity = given ?? collection.nextIdentity();
  const kept = { ...content, ...(identity !== undefined && { "@identity": identity }) };
  const isRepeatable = uses.model.promises.repeatedCreate !== undefined;
  const taken = () =>
    isRepeatable && context.typed
      ? uidTaken(String(given))
      : identityTaken(request.operation, uses.use.request?.identity, given);
  const row = isRepeatable
    ? createOnce(context, known, kept, taken)
    : putWhole(context, uses, replaceable(context, uses, known, taken), kept);
  refuseUnshowable(context, uses, row, known === undefined);
  const location = () => locationOf(context.api, uses.resource, request.path, identity);
  const response = shown(context, uses, row, request.body);
  return response && { ...response, facts: { ...response.facts, ...(identity !== undefined && { location }) } };
}

/** If no record can be generated, nor is a valid one with what was sent, no response can show it: it is not stored. */
function refuseUnshowable(context: ResourceContext, { view }: ResourceUse, row: number, isNew: boolean): void {
  const { maker, collection, typed, problem, anyIdentityExists } = context;
  const unmade = problem();
  if (unmade === undefined || !view || maker.fits(view.pointer, collection.record(view, row, typed?.present))) return;
  if (isNew) collection.remove(row, anyIdentityExists);
  throw new Refusal(501, unmade);
}

/**
 * Stores a record with all fields as its responses show them, so that filters and sorting see the same: those that the
 * request leaves out are the server's, and so are those with a value that no response can have.
 */
function putWhole(
  { collection, maker, mainView, typed, now }: ResourceContext,
  { requestView, view }: ResourceUse,
  known: number | undefined,
  content: RowContent,
): number {
  const kept = { ...(requestView && settable(requestView, defaultsOf(requestView, maker.fits))), ...content };
  const moment = now();
  const row = collection.put(known, kept, moment);
  const record = collection.record(mainView, row);
  if (!isObject(record)) return row;
  // The record is found by the identity in the response of this operation, even if a list tells records apart by another field.
  const own = view && keyed(view, Object(collection.record(view, row)))["@identity"];
  const shown = { ...keyed(mainView, record), ...(own !== undefined && { "@identity": own }) };
  // Typed items are stored as they were sent.
  return collection.put(row, typed ? { ...shown, ...kept } : { ...kept, ...shown }, moment);
}

/** Stores a record, or returns the row of the same record if it exists (decision 0005). */
function createOnce(
  { collection, now }: ResourceContext,
  known: number | undefined,
  content: RowContent,
  taken: () => Error,
): number {
  if (known !== undefined && collection.isStored(known)) {
    const stored = collection.content(known);
    if (Object.entries(content).every(([key, value]) => sameJson(stored[key], value))) return known;
    throw taken();
  }
  // A generated record makes way for one that a client creates, whose identity may be that of an example.
  if (known !== undefined) collection.remove(known);
  return collection.put(undefined, content, now());
}

/** Returns the row of the record that a new one replaces, if the spec documents no error for this. */
function replaceable(
  { collection }: ResourceContext,
  { model }: ResourceUse,
  known: number | undefined,
  taken: () => Error,
): number | undefined {
  // If it does not, the record is replaced.
  const saysTaken = model.responses.some(({ status }) => ["400", "409", "4XX", "default"].includes(status));
  if (known === undefined || !saysTaken) return known;
  if (collection.isStored(known)) throw taken();
  // A generated record makes way for one that a client creates.
  collection.remove(known);
  return undefined;
}

function replace(context: ResourceContext, uses: ResourceUse, request: CheckedRequest): OperationResult | undefined {
  const content = contentOf(uses, request.body, context);
  if (!content) return undefined;
  const row = rowOf(context, uses, request);
  // A condition counts only for what would succeed without it (RFC 9110, section 13.2.1).
  if (row === undefined && !uses.use.creates) throw missing(context, uses, request);
  checkState(context, request, row);
  const before = row === undefined ? {} : context.collection.content(row);
  const identity = row === undefined ? identityOf(uses, request) : before["@identity"];
  const kept = {
    ...keptIn(context, uses, before),
    ...content,
    ...(identity !== undefined && { "@identity": identity }),
  };
  const stored = putWhole(context, uses, row, kept);
  return {
    ...shown(context, uses, stored, request.body),
    status: row === undefined ? 201 : replacedStatus(request.operation),
  };
}

function update(context: ResourceContext, uses: ResourceUse, request: CheckedRequest): OperationResult | undefined {
  const row = found(context, uses, request);
  checkState(context, request, row);
  const { collection } = context;
  const view = context.typed?.view ?? uses.view ?? context.mainView;
  const before = collection.record(view, row);
  const patch = atPlace(request.body, uses.use.request);
  if (!isObject(before) || patch === undefined) return shown(context, uses, row);
  const target = { row, view, before };
  const { after, left } = patched(context, uses, target, patch, request.request.header("content-type") ?? "");
  const identity = collection.content(row)["@identity"];
  const kept = { ...keyed(view, after), ...(identity !== undefined && { "@identity": identity }) };
  // Fields that this view does not contain, such as a secret, keep their values.
  const known = new Set([...keysOf(view), ...Object.keys(keyed(view, before)), "@identity"]);
  const hidden = Object.entries(collection.content(row)).filter(([key]) => !known.has(key));
  collection.put(row, { ...Object.fromEntries(hidden), ...kept }, context.now());
  const answer = shown(context, uses, row);
  return answer && left.length > 0 ? { ...answer, detail: `not merged: ${left.join(", ")}` } : answer;
}

/** A patched record, and the fields of the patch that it cannot have. */
interface Patched {
  readonly after: object;
  readonly left: readonly string[];
}

/** The record that a patch changes. */
interface PatchTarget {
  readonly row: number;
  readonly view: RecordView;
  readonly before: Record<string, unknown>;
}

/**
 * Applies a patch. Values that the schema of the request describes, but the record cannot have, get what they lack, such as
 * the identity of a nested record. If that is not enough, they are left out: the names of users, for example, in place of
 * the users.
 *
 * @throws Violation if the patch makes the record invalid
 */
function patched(
  { maker, collection }: ResourceContext,
  { requestView }: ResourceUse,
  { row, view, before }: PatchTarget,
  patch: unknown,
  mediaType: string,
): Patched {
  const nulls = {
    allows(name: string) {
      const field = requestView?.members.get(name);
      return field !== undefined && allowsNull(maker.document, field);
    },
    isRecord: (value: object) => maker.fits(view.pointer, value),
  };
  const apply = (part: unknown) => patchRecord(before, part, mediaType, view, nulls);
  const isDescribed = (name: string) => {
    const field = requestView?.members.get(name);
    return field !== undefined && typesWithin(maker.document, field).length > 0;
  };
  const fields = isObject(patch) ? Object.entries(patch) : [];
  const unfit = fields.filter(
    ([name, value]) => value !== null && isDescribed(name) && !maker.fits(view.pointer, apply({ [name]: value })),
  );
  const whole = unfit.flatMap(([name, value]) => {
    const place = view.members.get(name);
    // Null removes a field, which must not come back.
    if (!place || (isObject(value) && Object.values(value).includes(null))) return [];
    const made = collection.complete(place, row, Reflect.get(apply({ [name]: value }), name));
    return maker.fits(view.pointer, { ...before, [name]: made }) ? [[name, made] as const] : [];
  });
  const left = unfit.filter(([name]) => !whole.some(([one]) => one === name));
  const rest = unfit.length > 0 ? Object.fromEntries(fields.filter((field) => !unfit.includes(field))) : patch;
  const after = { ...apply(rest), ...Object.fromEntries(whole) };
  const wrong = maker.explain(view.pointer, after);
  if (wrong !== undefined) throw new Violation(`after the patch, ${wrong}`);
  return { after, left: left.map(([name]) => name) };
}

/**
 * Returns the response of the operation, including the record if its schema contains one.
 *
 * @param sent a request body: the response shows what it can show of it, even if other operations show it otherwise
 */
function shown(
  { maker, collection, typed }: ResourceContext,
  { use, model, view }: ResourceUse,
  row: number,
  sent?: unknown,
): OperationResult | undefined {
  const facts = { etag: () => tagOf(collection, row) };
  if (!successResponse(model)?.content.length) return { facts };
  if (!use.response || !view) return undefined;
  const known = collection.record(view, row, typed?.present);
  const record = typed ? known : withSentFields(maker, view, known, atPlace(sent, use.request));
  const content = use.response.many ? [record] : record;
  return { body: wrapRecords(maker, model, use.response, content), facts };
}

/** Returns the record with the fields of a request, apart from its identity and times. */
function withSentFields(maker: ResourceContext["maker"], view: RecordView, record: unknown, sent: unknown): unknown {
  const place = { pointer: view.pointer, node: view.schema as SchemaObject };
  const ours = new Set([...view.members.keys()].filter((name) => memberKey(view, name).startsWith("@")));
  return withSent(maker, place, record, sent, ours);
}

/** The entity tag of a record: other values have another one. */
function tagOf(collection: ResourceContext["collection"], row: number): string {
  const text = JSON.stringify(collection.content(row));
  return `"${hashText(1, text).toString(36)}${hashText(2, text).toString(36)}"`;
}

const checkState = ({ collection }: ResourceContext, { operation, request }: CheckedRequest, row: number | undefined) =>
  checkIfMatch(operation, request.header, () => (row === undefined ? undefined : tagOf(collection, row)));

function found(context: ResourceContext, uses: ResourceUse, request: CheckedRequest): number {
  const row = rowOf(context, uses, request) ?? adopted(context, identityOf(uses, request));
  if (row === undefined) throw missing(context, uses, request);
  return row;
}

/** Creates a record with the requested identity, or chooses one, if the spec leaves open which records exist. */
function adopted({ collection, anyIdentityExists, now }: ResourceContext, identity: unknown): number | undefined {
  if (!anyIdentityExists) return undefined;
  const template = collection.templateRowFor(identity);
  if (template === undefined) return collection.rowForOther(identity);
  return collection.put(undefined, { ...collection.content(template), "@identity": identity }, now());
}

function rowOf({ collection }: ResourceContext, uses: ResourceUse, request: CheckedRequest): number | undefined {
  const identity = identityOf(uses, request);
  // A singleton has one record, with an empty identity.
  return collection.find(identity ?? SINGLETON);
}

const SINGLETON = "";

const identityOf = ({ use }: ResourceUse, { request, ...parts }: CheckedRequest): unknown =>
  identityIn(use, { ...parts, header: request.header });

function missing({ problem }: ResourceContext, uses: ResourceUse, request: CheckedRequest): Refusal {
  const unmade = problem();
  if (unmade !== undefined) return new Refusal(501, unmade);
  const { use, resource } = uses;
  const identity = identityOf(uses, request);
  if (identity === undefined) return new Refusal(404, `There is no ${resource.name}`);
  return noRecord(resource, use, identity);
}

/** Returns the record in a request body, by field key. */
function contentOf(
  { use, requestView }: ResourceUse,
  body: unknown,
  { scope, mainView }: ResourceContext,
): RowContent | undefined {
  // A record can be created with no body, if that is optional or not described.
  if (body === undefined) return { ...scope };
  // Nor need it be in the envelope, if that is optional.
  const record = atPlace(body, use.request) ?? {};
  if (!isObject(record) || !requestView) return undefined;
  // An identity or a time that the request does not have is the server's: Swagger UI, for example, sends `"id": 0`.
  const ours = [mainView.identity, mainView.createdAt, mainView.updatedAt].filter(
    (name) => !requestView.members.has(name ?? ""),
  );
  const entries = Object.entries(record).filter(([name]) => !ours.includes(name));
  return { ...settable(requestView, Object.fromEntries(entries)), ...scope };
}

/** Returns the fields that a client may set, by field key; read-only fields in requests are ignored. */
const settable = (view: RecordView, record: object): Record<string, unknown> =>
  keyed(view, Object.fromEntries(Object.entries(record).filter(([name]) => !isReadOnly(view, name))));

/** Returns the fields of a stored row that no request replaces. */
function keptIn({ maker, mainView }: ResourceContext, { requestView }: ResourceUse, content: RowContent): RowContent {
  const names = keptFields(maker.document, mainView, requestView);
  const keys = new Set(names.map((name) => memberKey(mainView, name)));
  return Object.fromEntries(Object.entries(content).filter(([key]) => keys.has(key)));
}

const keysOf = (view: RecordView): Set<string> =>
  new Set([...view.members.keys()].map((name) => memberKey(view, name)));
