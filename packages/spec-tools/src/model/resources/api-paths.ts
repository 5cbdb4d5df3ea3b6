import { groupedBy } from "../../document/grouped-by.js";
import type { ParameterModel, ReadOperation } from "../api-model.js";
import { arrayIn, isArray, isScalar, propertiesOf } from "../schema-at.js";
import { identityField, namesRecord } from "./identity.js";
import { verbOf } from "./names.js";
import { lastWord, type PathShape, pathShape } from "./path-shape.js";
import { choosesPage } from "./query-use.js";
import { looksLikePage, recordMedia, recordsPlace, successResponse } from "./record-place.js";
import { type ResourceExtension, resourceExtension } from "./resource-extension.js";

/** An operation with the shape of its path and its `x-resource`. */
export interface Candidate {
  readonly operation: ReadOperation;
  readonly shape: PathShape;
  readonly extension: ResourceExtension;
}

/** Verbs of operationIds that show whether a POST creates a record. */
const CREATES = /^(create|add|insert|new|register|submit|place|post|upload)$/;
const CREATES_NOTHING =
  /^(search|find|query|list|get|count|export|import|validate|check|login|logout|run|update|delete)$/;
/** Verbs of operations that list records; of one record, only the first does: `findOrder` gets an order with its items. */
const LISTS = /^(list|search|find|query|browse|index|all)$/;
const ITEM_METHODS = ["PUT", "PATCH", "DELETE"];

/** Classifies the paths of an API, looking at all of them together. */
export interface ApiPaths {
  readonly candidates: readonly Candidate[];
  /** Whether the path names one record, by its last parameter. */
  isItem(key: string): boolean;
  /** Whether records are listed or created at the path, or identified by a parameter below it. */
  isCollection(key: string): boolean;
  /** The key of the record that the path leads to, followed by the name of an action; undefined if it is no action. */
  actedOn(key: string): string | undefined;
  /** Whether something can be read at the path. */
  isRead(key: string): boolean;
  isList(candidate: Candidate): boolean;
  isCreate(candidate: Candidate): boolean;
  /** The parameter outside the path that identifies the record. */
  identityParameter(candidate: Candidate): ParameterModel | undefined;
}

export function createApiPaths(document: object, operations: readonly ReadOperation[]): ApiPaths {
  const candidates = operations.flatMap((operation) => {
    const extension = resourceExtension(document, operation);
    const isPart = extension !== false && !["HEAD", "OPTIONS", "TRACE"].includes(operation.method);
    return isPart ? [{ operation, shape: pathShape(operation.path), extension }] : [];
  });
  const byKey = groupedBy(
    candidates.filter(({ shape }) => shape.verb === undefined),
    ({ shape }) => shape.key,
  );
  const at = (key: string) => byKey.get(key) ?? [];
  const byMethod = (key: string, method: string) => at(key).find(({ operation }) => operation.method === method);
  const has = (key: string, ...methods: string[]) => methods.some((method) => byMethod(key, method));

  const isList = (candidate: Candidate) => isListOf(document, candidate, byMethod(`${candidate.shape.key}/{}`, "GET"));

  const identityParameter = (candidate: Candidate) => identityParameterOf(document, candidate);

  const isItem = (key: string): boolean => {
    if (!/(^|\/)\{\}$/.test(key) || at(key).length === 0) return false;
    const roles = at(key).flatMap(({ extension }) => extension.role ?? []);
    if (roles.length > 0) return !roles.some((role) => role === "list" || role === "create");
    if (!at(key).every((candidate) => endsInValue(document, candidate))) return false;
    if (has(key, ...ITEM_METHODS)) return true;
    const get = byMethod(key, "GET");
    if (get) return !isList(get);
    return at(key).every((candidate) => !createsByItself(candidate));
  };

  const isCollection = (key: string): boolean =>
    isItem(key === "" ? "{}" : `${key}/{}`) ||
    at(key).some((one) => isList(one) || identityParameter(one) !== undefined) ||
    (!has(key, "GET") && !isDeed(key) && at(key).some(createsByItself));

  const actedOn = (key: string): string | undefined => {
    const [, item = "", words = ""] = /^(.*\{\})\/([^{}]+)$/.exec(key) ?? [];
    if (!isItem(item) || !at(key).every(({ operation }) => isCommand(operation))) return undefined;
    // `/pets/{}/photos/import` is an action on the photos, if there are some.
    const between = words.split("/").map((_, i, all) => [item, ...all.slice(0, i + 1)].join("/"));
    return between.some(isCollection) ? undefined : item;
  };

  return {
    candidates,
    isItem,
    isCollection,
    actedOn,
    isRead: (key) => has(key, "GET"),
    isList,
    isCreate: (candidate) =>
      createsByItself(candidate) || (isPostOfOne(candidate) && isCollection(candidate.shape.key)),
    identityParameter,
  };
}

/** Whether the parameter at the end of a path has a single value, as an identity does: `{point}` may be an object. */
const endsInValue = (document: object, { operation, shape }: Candidate): boolean =>
  operation.parameters.every((one) => one.in !== "path" || one.name !== shape.last || isScalar(document, one.schema));

/** Whether an operation lists records, judged by the operation and by the one that gets a record below its path. */
function isListOf(document: object, { operation, shape, extension }: Candidate, item?: Candidate): boolean {
  if (extension.role !== undefined) return extension.role === "list";
  if (operation.method !== "GET") return false;
  if (operation.pagination) return true;
  const schema = bodyOf(operation);
  if (!schema) return false;
  const word = lastWord(shape.key);
  const place = recordsPlace(document, schema, word);
  if (!place) return false;
  // A body with an identity, or at a path that ends with a parameter, is a record, and may contain a list that has pages.
  const isRecord = shape.key.endsWith("{}") || identityField([...propertiesOf(document, schema).keys()], word);
  const isPaged = !isRecord && operation.parameters.some((one) => choosesPage(document, one));
  return (
    arrayIn(document, schema) !== undefined ||
    // What is described as one of the records is no list of them.
    (item && bodyOf(item.operation)?.pointer !== schema.pointer) ||
    isPaged ||
    (isRecord ? /^list$/ : LISTS).test(verbOf(operation.id)) ||
    looksLikePage(document, schema, place, word)
  );
}

/** Whether an operation can only be an action: what PUT and PATCH write is in a body. */
const isCommand = ({ method, body }: ReadOperation): boolean =>
  method === "POST" || (["PUT", "PATCH"].includes(method) && body === undefined);

/** Whether the path below a record says what is done to it, such as `pets/{}/addOwner`; add-ons are things. */
const isDeed = (key: string): boolean => /\{\}\/(add|create|insert)(?![_-]?[Oo]ns?$)[A-Z_-][^/]*$/.test(key);

const bodyOf = (operation: ReadOperation) => recordMedia(successResponse(operation)?.content)?.schema;

/** Whether a POST sends one record or nothing; with an array of records, it does something else. */
function isPostOfOne({ operation, extension }: Candidate): boolean {
  if (extension.role !== undefined || operation.method !== "POST") return extension.role === "create";
  const schema = recordMedia(operation.body?.content)?.schema;
  return !(schema && isArray(schema)) && !CREATES_NOTHING.test(verbOf(operation.id));
}

/** Whether an operation creates a record, judged by its name or its status. */
function createsByItself(candidate: Candidate): boolean {
  const { operation, extension } = candidate;
  if (extension.role !== undefined) return extension.role === "create";
  const isTold = CREATES.test(verbOf(operation.id)) || operation.responses.some(({ status }) => status === "201");
  return isTold && isPostOfOne(candidate);
}

function identityParameterOf(document: object, { operation, shape }: Candidate): ParameterModel | undefined {
  if (operation.method === "POST" || operation.pagination) return undefined;
  // With pages, it is a list of what belongs to the record.
  if (operation.parameters.some((parameter) => choosesPage(document, parameter))) return undefined;
  return operation.parameters.find(
    (parameter) => parameter.in !== "path" && parameter.required && namesRecord(parameter.name, lastWord(shape.key)),
  );
}
