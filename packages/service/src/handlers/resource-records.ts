import {
  convertMembers,
  memberKey,
  type OperationRules,
  type PaginationRules,
  type RecordView,
  type Rules,
  viewOfPlace,
  viewOfRequest,
} from "@metadata-service/server-rules";
import { isObject, type RecordPlace, type ResourceModel, type ResourceOperation } from "@metadata-service/spec-tools";
import type { Collection } from "../lists/collection.js";
import { createRecordReader, type RecordReader } from "../lists/read-record.js";
import type { Database } from "../storage/database.js";
import type { ListStore } from "../storage/lists/list-store.js";
import { type Complete, createListedRecords } from "../storage/lists/listed-records.js";
import type { MetadataStore } from "../storage/records/metadata-store.js";
import type { StoredRecord } from "../storage/records/record-store.js";
import { constantFields, type Fields, type ResourceRecords, withParts } from "./record-format.js";
import { madeFields } from "./record-handlers.js";

/** Where records are stored. */
export interface ResourceStores {
  readonly db: Database;
  readonly metadata: MetadataStore;
  readonly lists: ListStore;
  readonly collections: ReadonlyMap<string, Collection>;
}

/** Returns where and how the records of each resource are stored; a resource without an entry cannot be stored. */
export function resourceRecords(rules: Rules, stores: ResourceStores): ReadonlyMap<ResourceModel, ResourceRecords> {
  const readers = new Map<string, RecordReader>();
  const views = new Map<string, RecordView & { readonly constants: Fields }>();
  const complete: Complete = (name, fields, { createdDate, updatedDate }) => {
    const view = views.get(name);
    const { createdAt, updatedAt } = view ?? {};
    const moments = {
      ...(createdAt !== undefined && { [createdAt]: createdDate }),
      ...(updatedAt !== undefined && { [updatedAt]: updatedDate }),
    };
    const read = readers.get(name);
    if (!read) throw new Error(`The collection ${name} is unknown`);
    return read(
      Buffer.from(
        JSON.stringify({
          ...(view && { ...view.constants, ...madeFields(view) }),
          ...(fields as Fields),
          ...moments,
        }),
      ),
    );
  };
  const listed = createListedRecords(stores.db, stores.lists, { complete, json: rules });
  let hasTyped = false;
  const found = rules.api.resources.flatMap((resource): [ResourceModel, ResourceRecords][] => {
    const typed = typedRecords(rules, resource, stores.metadata, hasTyped ? `${resource.name}/` : "");
    hasTyped ||= typed !== undefined;
    if (typed) return [[resource, typed]];
    const collection = stores.collections.get(resource.name) ?? ofOneOperation(rules, resource);
    const kept = collection && keptView(rules, resource, collection);
    if (!collection || !kept) return [];
    readers.set(resource.name, createRecordReader(collection));
    const constants = constantFields(rules.document, kept);
    views.set(resource.name, { ...kept, constants });
    return [[resource, { ...listedRecords(resource, kept, constants), store: listed }]];
  });
  return new Map(found);
}

const rulesOf = ({ operations }: Rules, { operation }: ResourceOperation): OperationRules | undefined =>
  operations.find(({ id }) => id === operation);

/** Metadata records: their space is the namespace in the path, and they are kept with the items that were sent. */
export function typedRecords(
  rules: Rules,
  resource: ResourceModel,
  store: MetadataStore,
  prefix: string,
): ResourceRecords | undefined {
  const senders = ["create", "replace", "update"].flatMap((role) =>
    resource.operations.filter((use) => use.role === role && use.request),
  );
  const itemsOf = (use: ResourceOperation) => rulesOf(rules, use)?.body?.itemsIn(use.request?.at ?? []);
  const source = senders.find(itemsOf);
  const place = placeOf(resource) ?? source?.request;
  const body = source && rulesOf(rules, source)?.body;
  const items = source && itemsOf(source);
  if (!source?.request || !place || !body || !items) return undefined;
  const kept = viewOfPlace(rules.document, place);
  const sent = viewOfRequest(rules.document, source.request, kept.identity);
  const constants = constantFields(rules.document, kept);
  const asSent = convertMembers(kept, sent);
  const keptName = (field: string) =>
    [...kept.members.keys()].find((name) => memberKey(kept, name) === memberKey(sent, field)) ?? field;
  const names = new Map(items.fields.map((field) => [keptName(field), field]));
  const [field = ""] = names.keys();
  const at = source.request.at;
  const pack = (fields: Fields) =>
    Object.keys(fields).join() === field && Array.isArray(fields[field]) ? fields[field] : fields;
  return {
    resource,
    store,
    kept,
    items: {
      ...items,
      fields: [...names.keys()],
      toResponse: (name, value, fileUrl) => items.toResponse(names.get(name) ?? name, value, fileUrl),
    },
    space: ({ scope }, path) => prefix + scope.map(({ parameter }) => String(path[parameter])).join("/"),
    pack,
    packChecked(fields, identity) {
      const record = sent.identity === undefined ? fields : { [kept.identity ?? ""]: identity, ...fields };
      const wrapped = [...at].reverse().reduce<unknown>((inner, name) => ({ [name]: inner }), asSent.convert(record));
      body.read(JSON.stringify(wrapped), (name) => (name === "content-type" ? body.mediaTypes[0] : undefined));
      return pack(fields);
    },
    unpack: (identity, { content, ...times }) =>
      withParts(kept, { ...constants, ...(isObject(content) ? content : { [field]: content }) }, identity, times),
  };
}

/** Records of other resources are kept like those of imported lists. */
function listedRecords(resource: ResourceModel, kept: RecordView, constants: Fields): Omit<ResourceRecords, "store"> {
  const pack = (fields: Fields, identity: unknown) => ({ [kept.identity ?? ""]: identity, ...fields });
  return {
    resource,
    kept,
    items: undefined,
    space: () => resource.name,
    pack,
    packChecked: pack,
    // An imported record has the timestamps as they were written.
    unpack: (identity, { content, ...times }: StoredRecord) => ({
      ...(content as Fields),
      ...withParts(kept, { ...constants, ...(content as Fields) }, identity, times),
      ...(content as Fields),
    }),
  };
}

/** The place of a record in the response that shows most of it. */
function placeOf({ operations }: ResourceModel): RecordPlace | undefined {
  const order = ["get", "list", "create", "replace", "update"];
  const shown = operations.filter(({ response }) => response !== undefined);
  return shown.sort((one, other) => order.indexOf(one.role) - order.indexOf(other.role))[0]?.response;
}

/** The format in which the records of a collection are kept. */
function keptView(rules: Rules, resource: ResourceModel, { kept }: Collection): RecordView | undefined {
  const place = resource.operations.find(({ operation }) => operation === kept.id)?.response;
  const view = place && viewOfPlace(rules.document, place);
  return view?.identity === undefined ? undefined : view;
}

/** A collection of records that no paginated operation lists, in the format of the operation that shows most of them. */
function ofOneOperation(rules: Rules, resource: ResourceModel): Collection | undefined {
  const place = placeOf(resource);
  const use = resource.operations.find(({ response }) => response === place);
  const operation = use && rulesOf(rules, use);
  if (!place || !operation || place.identity === undefined) return undefined;
  const view = viewOfPlace(rules.document, place);
  const { schema: record } = place;
  const pagination: PaginationRules = {
    shape: "array",
    identity: place.identity,
    ...(place.createdAt !== undefined && { createdAt: place.createdAt }),
    ...(place.updatedAt !== undefined && { updatedAt: place.updatedAt }),
    collection: resource.name,
    defaultLimit: 1,
    maxLimit: 1,
    page: record,
    array: record,
    record,
    members: view.members,
    described: new Map(),
    recordsStandAlone: false,
    checkRecord: rules.schemas.at(record.pointer, "the record"),
  };
  const kept = { ...operation, pagination };
  const asKept = { convert: (fields: Fields) => fields, clash: () => undefined };
  return {
    name: resource.name,
    kept,
    operations: [kept],
    lines: rules.bodies,
    json: rules,
    rules: "0",
    showIn: () => asKept,
    textIn: () => ({ rules: "0", renamed: undefined }),
  };
}
