import {
  locationOf,
  memberKey,
  type OperationRules,
  type ParameterRules,
  type RecordView,
  type Rules,
  viewOfPlace,
  viewOfRequest,
} from "@metadata-service/server-rules";
import {
  fieldsWithin,
  type RecordPlace,
  type ResourceModel,
  type ResourceOperation,
  requiredNames,
  type SchemaObject,
} from "@metadata-service/spec-tools";
import { envelopeOf } from "./envelope.js";
import type { Handler } from "./handler.js";
import { listParameters } from "./list-parameters.js";
import { listRecords, listSource } from "./list-records.js";
import { constantFields, formatsOf, type ResourceRecords } from "./record-format.js";
import { canMakeIdentity, recordHandler } from "./record-handlers.js";
import { type ResourceStores, resourceRecords } from "./resource-records.js";

/** A handler that was made from the model, and what it cannot do. */
export interface MadeHandler {
  readonly handler: Handler;
  /** The parameters of a list that it does not implement. */
  readonly unknown: readonly ParameterRules[];
  /** The fields that some records require and no request has. */
  readonly lacking?: readonly string[];
}

/** Returns a function that makes the handler of an operation from the model; undefined if it needs one by hand. */
export function operationHandlers(rules: Rules, stores: ResourceStores & { readonly fileUrl: string }) {
  const records = resourceRecords(rules, stores);
  const make = (operation: OperationRules): MadeHandler | undefined => {
    const [resource, use] = usedBy(rules, operation) ?? [];
    const stored = resource && records.get(resource);
    if (operation.pagination) return listHandler(rules, operation, use, stored, stores);
    if (!stored || !use || !canHandle(rules, operation, use, stored)) return undefined;
    const handler = recordHandler({ rules, operation, use, records: stored }, stores.fileUrl);
    const sent = use.creates && sentView(rules, use, stored);
    return handler && { handler, unknown: [], lacking: sent ? lackingFields(rules, stored.kept, sent, "some") : [] };
  };
  return (operation: OperationRules): MadeHandler | undefined => {
    const made = make(operation);
    if (made) made.handler.sends = Object.keys(filledHeaders(rules, operation));
    return made;
  };
}

function usedBy({ api }: Rules, { id }: OperationRules): [ResourceModel, ResourceOperation] | undefined {
  for (const resource of api.resources) {
    const use = resource.operations.find(({ operation }) => operation === id);
    if (use) return [resource, use];
  }
  return undefined;
}

function listHandler(
  rules: Rules,
  operation: OperationRules,
  use: ResourceOperation | undefined,
  records: ResourceRecords | undefined,
  { lists, collections, fileUrl }: ResourceStores & { readonly fileUrl: string },
): MadeHandler | undefined {
  if (operation.method !== "GET" || !operation.pagination) return undefined;
  const collection = collections.get(operation.pagination.collection);
  const typed = use && records?.items ? typedList(rules, use, records, fileUrl) : undefined;
  const source = typed ?? (collection && listSource(collection));
  if (!source) return undefined;
  const handler = listRecords(typed && records ? records.store : lists, source, operation);
  return { handler, unknown: listParameters(operation, source.spaceParameters).unknown };
}

/** A list of metadata records, whose rows are those of `metadataPages`. */
function typedList(rules: Rules, use: ResourceOperation, records: ResourceRecords, fileUrl: string) {
  const { kept } = records;
  const { toRecord } = formatsOf(rules, records, use, fileUrl);
  const members = new Map([...kept.members].map(([name, field]) => [name === kept.identity ? "uid" : name, field]));
  const identity = kept.members.get(kept.identity ?? "");
  // The identity is stored as text.
  const isText = (uid: unknown) => identity === undefined || rules.schemas.fits(identity.pointer, uid);
  const convert = ({ uid, content, createdDate, updatedDate }: Readonly<Record<string, unknown>>) =>
    toRecord(
      records.unpack(isText(uid) ? uid : Number(uid), {
        content,
        createdDate: String(createdDate),
        updatedDate: String(updatedDate),
      }),
    );
  return {
    space: (path: Readonly<Record<string, unknown>>) => records.space(use, path),
    spaceParameters: use.scope.map(({ parameter }) => parameter),
    json: rules,
    names: { ...kept, members, identity: "uid" },
    showIn: () => ({ convert, clash: () => undefined }),
    textIn: () => ({ rules: "0", renamed: undefined }),
  };
}

/** Whether the records of an operation can be stored and shown with nothing but what its schemas say. */
function canHandle(
  rules: Rules,
  { model, responses }: OperationRules,
  use: ResourceOperation,
  records: ResourceRecords,
): boolean {
  const { kept, items, resource } = records;
  // Records below others would need a field for each parameter of the path.
  if (resource.kind === "singleton" || responses.size === 0 || (!items && use.scope.length > 0)) return false;
  if (use.response && !canShow(rules, model, use.response)) return false;
  if (!["create", "replace", "update"].includes(use.role)) return true;
  const sent = sentView(rules, use, records);
  if (!sent || !/json/i.test(use.request?.mediaType ?? "")) return false;
  const hasIdentity = use.role === "replace" || sent.identity !== undefined || canMakeIdentity(rules, kept);
  return (
    (items !== undefined || isKept(kept, sent)) &&
    (!use.creates || (hasIdentity && lackingFields(rules, kept, sent).length === 0))
  );
}

const sentView = ({ document }: Rules, { request }: ResourceOperation, { kept }: ResourceRecords) =>
  request && viewOfRequest(document, request, kept.identity);

/** Whether a response has a record, and no other field whose value the spec does not say. */
const canShow = (rules: Rules, model: OperationRules["model"], response: RecordPlace): boolean =>
  viewOfPlace(rules.document, response).members.size > 0 && envelopeOf(rules, model, response) !== undefined;

/** Whether all fields of a request are stored: what no operation returns has a meaning that a store does not know. */
function isKept(kept: RecordView, sent: RecordView): boolean {
  const keys = new Set([...kept.members.keys()].map((name) => memberKey(kept, name)));
  return [...sent.members.keys()].every((name) => keys.has(memberKey(sent, name)));
}

/**
 * Returns the fields, apart from its identity, timestamps and constants, that every stored record requires and no request has; with `some`,
 * also those that only records of one branch of a union require.
 */
function lackingFields(rules: Rules, kept: RecordView, sent: RecordView, by?: "some"): string[] {
  const schemaOf = ({ schema, pointer }: RecordView) => ({ node: schema as SchemaObject, pointer });
  const given = new Set(fieldsWithin(rules.document, schemaOf(sent)).map(([name]) => memberKey(sent, name)));
  const required = requiredNames(rules.document, schemaOf(kept), by);
  const constants = constantFields(rules.document, kept);
  return [...required].filter((name) => {
    const key = memberKey(kept, name);
    const isMade = name === kept.listedBy && canMakeIdentity(rules, { ...kept, identity: name });
    return !key.startsWith("@") && !given.has(key) && !isMade && !Object.hasOwn(constants, name);
  });
}

/** Returns the headers that every success has, with samples of their values. */
function filledHeaders(rules: Rules, operation: OperationRules) {
  const page = { limit: 1, offset: 0, total: 1, url: "http://localhost/" };
  const [resource, use] = usedBy(rules, operation) ?? [];
  const path = Object.fromEntries(operation.parameters.map(({ name }) => [name, "1"]));
  const location = resource && use?.creates ? () => locationOf(rules.api, resource, path, "1") : undefined;
  const etag = use && !use.response?.many ? () => '"1"' : undefined;
  const facts = { ...(operation.pagination && { page }), ...(location && { location }), ...(etag && { etag }) };
  return operation.headers.fill(operation.successStatus, facts);
}
