import type { Located } from "../../document/dereference.js";
import { groupedBy } from "../../document/grouped-by.js";
import type { PaginationObject, SchemaObject } from "../../document/open-api-document.js";
import type { BodyModel, ReadOperation } from "../api-model.js";
import { comparedFields, fieldsOf, isSameSchema, isScalar } from "../schema-at.js";
import { createApiPaths } from "./api-paths.js";
import { alternativeFields, identityField, namedField } from "./identity.js";
import { plainName, singular } from "./names.js";
import { lastWord, resourceName } from "./path-shape.js";
import { queryUse } from "./query-use.js";
import { listedRecord, recordMedia, recordPlace, recordsPlace, successResponse } from "./record-place.js";
import { recordTimes } from "./record-times.js";
import { type Member, resourceMember } from "./resource-member.js";
import type { RecordPlace, ResourceModel, ResourceOperation, ResourceScope } from "./resource-model.js";

/** The roles whose requests contain the record, and those whose responses do. */
const SENDS = ["create", "replace", "update"];
const RETURNS = ["create", "list", "get", "replace", "update", "delete"];

/** Finds the resources of an API: which operations deal with the same records, and how. */
export function readResources(document: object, operations: readonly ReadOperation[]): ResourceModel[] {
  const paths = createApiPaths(document, operations);
  const members = paths.candidates.flatMap((candidate) => resourceMember(paths, candidate) ?? []);
  const groups = mergeBySchema(
    document,
    groupedBy(members, ({ key }) => key),
  );
  const names = uniqueNames([...groups.keys()]);
  return [...groups].map(([key, group]) => {
    const facts = factsOf(document, group);
    return {
      name: names.get(key) ?? key,
      kind: group.every(({ kind }) => kind === "singleton") ? "singleton" : "collection",
      operations: group.map((member) => readOperation(document, member, facts, names)),
    };
  });
}

/** Two paths with the same words, such as `owners/{}/pets` and `owners/pets`, would get the same name. */
function uniqueNames(keys: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const key of keys) {
    const name = resourceName(key);
    names.set(key, [...names.values()].includes(name) ? key : name);
  }
  return names;
}

/** What the operations of a resource say about the records of all of them. */
interface GroupFacts {
  /** The parameter that identifies a record, and the word of the path before it; undefined if none does. */
  readonly parameter: string | undefined;
  readonly word: string | undefined;
  /** The schema of this parameter. */
  readonly schema: Located<SchemaObject> | undefined;
  /** Whether all responses show the field that has the name of this parameter. */
  readonly isShown: boolean;
  /** The names of the fields in all responses that may identify a record. */
  readonly fields: readonly string[];
  /** What `x-pagination` of its lists states. */
  readonly lists: readonly PaginationObject[];
}

function factsOf(document: object, group: readonly Member[]): GroupFacts {
  const source = group.find(({ identifiedBy }) => identifiedBy && identifiedBy.in !== "body");
  const parameter = source?.identifiedBy?.name;
  const word = source && wordOf(source);
  const lists = group.flatMap(({ candidate }) => candidate.operation.pagination ?? []);
  const records = group.flatMap((member) =>
    RETURNS.includes(member.role) ? (responseOf(document, member) ?? []) : [],
  );
  const fields = [...new Set(records.flatMap(({ schema }) => [...keyFields(document, schema).keys()]))];
  const isShown = group.every((member) => {
    const place = lists.length > 0 && RETURNS.includes(member.role) ? responseOf(document, member) : undefined;
    const own = place ? [...keyFields(document, place.schema).keys()] : [];
    return own.length === 0 || namedField(own, word ?? "", parameter) !== undefined;
  });
  const schema = source?.candidate.operation.parameters.find(({ name }) => name === parameter)?.schema;
  return { parameter, word, schema, isShown, fields, lists };
}

/** The fields of a record that a part of a path may be: `{owner}` is no field whose values are objects. */
const keyFields = (document: object, record: Located<SchemaObject>): Map<string, Located<SchemaObject>> =>
  new Map([...fieldsOf(document, record)].filter(([, field]) => isScalar(document, field)));

const wordOf = ({ key, candidate }: Member) => lastWord(key || candidate.shape.key);

/**
 * Moves list and create operations to the path that identifies their records: `/owners/{ownerId}/pets` and
 * `/pets/findByStatus` belong to `/pets` if all of them return the schema Pet.
 */
function mergeBySchema(document: object, groups: Map<string, Member[]>): Map<string, Member[]> {
  const records = new Map([...groups].map(([key, group]) => [key, namedRecords(document, group)]));
  const merged = new Map(groups);
  for (const [key, group] of groups) {
    if (group.some(({ identifiedBy, kind }) => identifiedBy || kind === "singleton")) continue;
    const names = records.get(key) ?? new Set();
    if (names.size === 0) continue;
    // In a large document, few resources have the same record, so that is asked first.
    const homes = [...merged].filter(
      ([other, members]) =>
        other !== key &&
        [...names].some((name) => records.get(other)?.has(name)) &&
        (members.some(({ identifiedBy }) => identifiedBy) || isNarrower(document, group, other)),
    );
    const [home] = homes;
    if (!home || homes.length > 1) continue;
    merged.set(home[0], [...home[1], ...group]);
    merged.delete(key);
  }
  return merged;
}

/** Whether operations work with a part of the records of another path, which their fields show: `owners/{}/pets`. */
const isNarrower = (document: object, group: readonly Member[], other: string): boolean =>
  group.every((member) => {
    if (!member.key.endsWith(`/${other}`)) return false;
    const place = responseOf(document, member);
    const fields = place ? [...keyFields(document, place.schema).keys()] : [];
    const scope = scopeOf(member, new Map(), fields);
    return scope.length > 0 && scope.every(({ property }) => property !== undefined);
  });

/** The pointers to the schemas of a group's records that are components. */
function namedRecords(document: object, group: readonly Member[]): Set<string> {
  const places = group.flatMap((member) => responseOf(document, member) ?? []);
  return new Set(places.flatMap(({ schema }) => (schema.name === undefined ? [] : schema.pointer)));
}

function readOperation(
  document: object,
  member: Member,
  facts: GroupFacts,
  names: ReadonlyMap<string, string>,
): ResourceOperation {
  const { candidate, role, identifiedBy } = member;
  const { operation } = candidate;
  const withIdentity = (place: RecordPlace | undefined) => place && identified(document, member, place, facts);
  const response = RETURNS.includes(role) ? withIdentity(responseOf(document, member)) : undefined;
  const sent = SENDS.includes(role) ? withIdentity(requestOf(document, member, operation.body, response)) : undefined;
  const request = sent && withTimesOf(response, sent);
  const record = response ?? request;
  const fields = record ? [...keyFields(document, record.schema).keys()] : [];
  const source = identifiedBy?.in === "body" ? bodyIdentity(request) : identifiedBy;
  const listed = source?.in === "path" ? alternativeFields(facts.fields, wordOf(member), source.name) : [];
  return {
    operation: operation.id,
    role,
    creates: role === "create" || (role === "replace" && operation.responses.some(({ status }) => status === "201")),
    ...(source && { identifiedBy: { ...source, ...(listed.length > 0 && { fields: listed }) } }),
    // `/owners/{id}/pets`: the id of a pet is its own.
    scope: scopeOf(
      member,
      names,
      fields.filter((field) => field !== record?.identity),
    ),
    ...(request && { request }),
    ...(response && { response }),
    ...(role === "list" && {
      query: queryOf(document, operation, record ? comparedFields(document, record.schema) : []),
    }),
  };
}

/** Where a response has times of other names, a field `created` of its request is something else. */
function withTimesOf(response: RecordPlace | undefined, { createdAt, updatedAt, ...sent }: RecordPlace): RecordPlace {
  const isTime = (name: string | undefined, shown: string | undefined) =>
    name !== undefined && (shown === undefined || plainName(name) === plainName(shown));
  return {
    ...sent,
    ...(isTime(createdAt, response?.createdAt) && { createdAt }),
    ...(isTime(updatedAt, response?.updatedAt) && { updatedAt }),
  };
}

/** Returns what identifies the record in a request body; undefined if its schema has no identity. */
const bodyIdentity = (request: RecordPlace | undefined) =>
  request?.identity === undefined ? undefined : ({ in: "body", name: request.identity } as const);

function identified(
  document: object,
  member: Member,
  place: RecordPlace,
  { parameter, word = wordOf(member), schema, isShown, lists }: GroupFacts,
): RecordPlace {
  const { operation, extension } = member.candidate;
  const fields = keyFields(document, place.schema);
  const names = [...fields.keys()];
  const own = operation.pagination ? [operation.pagination, ...lists] : lists;
  const known = (all: readonly (string | undefined)[]) => all.find((name) => name !== undefined && fields.has(name));
  const listed = known(own.map((list) => list.identity));
  // A record is asked for by what the path names, although its list may tell records apart by another field.
  const named = isShown ? namedField(names, word, parameter) : undefined;
  const identity =
    known([extension.identity]) ??
    named ??
    listed ??
    (member.kind === "singleton" ? undefined : (identityField(names, word, parameter) ?? describedAs(schema, fields)));
  return {
    ...place,
    ...(identity !== undefined && { identity }),
    ...(listed !== undefined && listed !== identity && { listedBy: listed }),
    ...recordTimes(fields, own),
  };
}

/** The name of a field that identifies another record, such as the owner of this one. */
const OF_OTHERS = /[^_-][_-]id$|[a-z]I[dD]$/;

/** Returns the only field that is described as a parameter is, if not many values could be described like that. */
function describedAs(
  schema: Located<SchemaObject> | undefined,
  fields: ReadonlyMap<string, Located<SchemaObject>>,
): string | undefined {
  if (schema?.node.pattern === undefined && schema?.node.format === undefined) return undefined;
  const isDistinctive = (name: string) => schema.node.pattern !== undefined || !OF_OTHERS.test(name);
  const [only, ...others] = [...fields].filter(([name, field]) => isDistinctive(name) && isSameSchema(field, schema));
  return others.length === 0 ? only?.[0] : undefined;
}

function responseOf(document: object, { candidate, role, key }: Member): RecordPlace | undefined {
  const { operation } = candidate;
  const media = recordMedia(successResponse(operation)?.content);
  if (!media?.schema) return undefined;
  const word = lastWord(key);
  if (role !== "list") {
    const schema = listedRecord(document, media.schema);
    const place = schema ? { at: [], schema } : recordPlace(document, media.schema, word);
    return { mediaType: media.mediaType, many: schema !== undefined, ...place };
  }
  const place = recordsPlace(document, media.schema, word, operation.pagination?.records);
  return place && { mediaType: media.mediaType, many: true, ...place };
}

function requestOf(
  document: object,
  { key }: Member,
  body: BodyModel | undefined,
  response: RecordPlace | undefined,
): RecordPlace | undefined {
  const media = recordMedia(body?.content);
  if (!media?.schema) return undefined;
  const place = placeInSame(document, media.schema, response) ?? recordPlace(document, media.schema, lastWord(key));
  return { mediaType: media.mediaType, many: false, ...place };
}

/**
 * Returns where a request has its record, if it has the envelope of the response, whatever is beside it:
 * `{ data: { name }, risk: {} }` creates `{ data: { id, name }, links: {} }`.
 */
function placeInSame(
  document: object,
  body: Located<SchemaObject>,
  { at: [name, ...deeper], schema }: Pick<RecordPlace, "at" | "schema"> = { at: [], schema: body },
): Pick<RecordPlace, "at" | "schema"> | undefined {
  const sent = fieldsOf(document, body);
  const record = name === undefined || deeper.length > 0 ? undefined : sent.get(name);
  if (name === undefined || !record) return undefined;
  const shown = fieldsOf(document, schema);
  const isShown = (field: string) => shown.has(field);
  const isSame = [...fieldsOf(document, record).keys()].some(isShown) && ![...sent.keys()].some(isShown);
  return isSame ? { at: [name], schema: record } : undefined;
}

/** The path parameters that do not identify the record itself. */
function scopeOf(member: Member, names: ReadonlyMap<string, string>, fields: readonly string[]): ResourceScope[] {
  const { parameters, owners } = member.candidate.shape;
  const { identifiedBy } = member;
  return parameters.flatMap((parameter, i) => {
    if (identifiedBy?.in === "path" && identifiedBy.name === parameter) return [];
    const owner = owners[i] ?? "";
    const resource = names.get(owner);
    // `petId` or `id` in `/pets/{id}/photos`; without a word before it, the parameter's own name only.
    const wanted = [parameter, ...(owner === "" ? [] : [`${singular(lastWord(owner))}Id`])].map(plainName);
    const property = fields.find((field) => wanted.includes(plainName(field)));
    return [{ parameter, ...(resource !== undefined && { resource }), ...(property !== undefined && { property }) }];
  });
}

function queryOf(document: object, { parameters, pagination }: ReadOperation, fields: readonly string[]) {
  const query = parameters.filter((parameter) => parameter.in === "query");
  return Object.fromEntries(
    query.map((parameter) => {
      const { updatedAt, updatedFrom, updatedTo } = pagination ?? {};
      if (updatedAt !== undefined && parameter.name === updatedFrom)
        return [parameter.name, { use: "filter", property: updatedAt, compare: "from" } as const];
      if (updatedAt !== undefined && parameter.name === updatedTo)
        return [parameter.name, { use: "filter", property: updatedAt, compare: "before" } as const];
      return [parameter.name, queryUse(document, parameter, fields, query)];
    }),
  );
}
