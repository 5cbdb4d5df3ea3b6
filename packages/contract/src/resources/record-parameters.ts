import {
  jsonSuccessOf,
  type Operation,
  operationsOf,
  type Parameter,
  responseFor,
  successOf,
} from "../document/document.js";
import { namesIn, withoutSlash } from "../document/path-pattern.js";
import { isStrict } from "../document/promises.js";
import { remembered } from "../lib/remembered.js";
import { flatten } from "../values/flatten.js";
import { namesFor } from "./identity.js";
import { hasUid } from "./uid-field.js";

/** Path parameters that may identify a record, in the order of the path. */
export const freeParameters = (operation: Operation): Parameter[] =>
  operation.parameters
    .filter(
      (parameter) => parameter.in === "path" && !choosesListed(operation, parameter) && !isPlace(operation, parameter),
    )
    .sort(
      ({ name: left }, { name: right }) => operation.path.indexOf(`{${left}}`) - operation.path.indexOf(`{${right}}`),
    );

/** Path parameters whose values the document lists, all of which exist, such as namespaces. */
export const listedParameters = (operation: Operation): { name: string; values: readonly unknown[] }[] =>
  operation.parameters.flatMap((parameter) => {
    const values = parameter.schema.node.enum ?? [];
    const isListed = parameter.in === "path" && values.length > 0 && choosesListed(operation, parameter);
    return isListed ? [{ name: parameter.name, values }] : [];
  });

/** Path parameters that no operation knows as records, such as tenants: an API with promises accepts every valid value. */
export const placeParameters = (operation: Operation): Parameter[] =>
  operation.parameters.filter(
    (parameter) => parameter.in === "path" && !choosesListed(operation, parameter) && isPlace(operation, parameter),
  );

/** Whether a parameter is a part of what identifies an existing record. */
export const namesRecord = (operation: Operation, parameter: Parameter): boolean => {
  const free = freeParameters(operation);
  return free.includes(parameter) || (free.length > 0 && placeParameters(operation).includes(parameter));
};

/** The first listed value of each of these parameters. */
export const listedValues = (operation: Operation): Record<string, unknown> => listedPlaces(operation)[0] ?? {};

/** The listed values of these parameters, so that each of them is in one of the places; without parameters, there is one. */
export function listedPlaces(operation: Operation): Record<string, unknown>[] {
  const listed = listedParameters(operation);
  const count = Math.max(1, ...listed.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(listed.map(({ name, values }) => [name, values[i % values.length]])),
  );
}

/**
 * Whether a parameter has one of the values that the document lists. The records of a list may have only some of them, and so
 * may those that it identifies together with another parameter.
 */
function choosesListed(operation: Operation, { name, schema: { node } }: Parameter): boolean {
  if (!node.enum && !("const" in node)) return false;
  const { collection, names } = recordAt(operation, name);
  const parent = operation.path.split(`/{${name}}`)[0];
  return !operationsOf(operation.document).some(
    ({ path, pagination }) =>
      (names.length > 1 && withoutSlash(path) === collection) || (pagination && withoutSlash(path) === parent),
  );
}

/** A path whose parameters may have any names. */
export const anyNames = (path: string): string => withoutSlash(path).replaceAll(/\{[^{}]+\}/g, "{}");

const everyPath = remembered(
  (operations: readonly Operation[]): ReadonlySet<string> => new Set(operations.map(({ path }) => anyNames(path))),
);

/** Where the records are that a parameter identifies. */
interface RecordPlace {
  collection: string;
  /** The path of a record. */
  path: string;
  /** The parameters of its identity, which may be several parts of the path if there is nothing at the paths in between. */
  names: string[];
}

export function recordAt({ path, document }: Operation, name: string): RecordPlace {
  const parts = path.split("/");
  const paths = everyPath(operationsOf(document));
  const upTo = (count: number) => parts.slice(0, count).join("/");
  const isParameter = (i: number) => /^\{[^{}]+\}(:|$)/.test(parts[i] ?? "");
  const isJoined = (i: number) => isParameter(i) && isParameter(i + 1) && !paths.has(anyNames(upTo(i + 1)));
  const at = parts.findIndex((part) => part.includes(`{${name}}`));
  let [first, last] = [at, at];
  while (isJoined(first - 1)) first--;
  while (isJoined(last)) last++;
  const names = parts.slice(first, last + 1).flatMap(namesIn);
  const collection = upTo(first);
  return { collection, path: [collection, ...names.map((each) => `{${each}}`)].join("/"), names };
}

/** Returns the place of the record that an operation is about, and the parameters that identify it there. */
export function recordOf(operation: Operation): RecordPlace & { parameters: Parameter[] } {
  const free = freeParameters(operation);
  const last = free.at(-1);
  const found = last ? recordAt(operation, last.name) : { collection: "", path: "", names: [] };
  return { ...found, parameters: free.filter(({ name }) => found.names.includes(name)) };
}

/** Whether records live below a parameter that is none itself: nothing reads, lists or creates what it names. */
function isPlace(operation: Operation, { name }: Parameter): boolean {
  if (!isStrict(operation)) return false;
  const { collection, path: record } = recordAt(operation, name);
  return !operationsOf(operation.document).some(({ path, promises }) =>
    withoutSlash(path) === record ? promises.repeatedCreate === undefined : withoutSlash(path) === collection,
  );
}

/** Whether an operation creates the record in its path if it does not exist. */
export const createsByPath = (operation: Operation): boolean =>
  describesCreation(operation) && !requiresState(operation);

/** Whether an operation that creates records is only for existing ones: with `If-Match`, another one is a 412 (RFC 9110, 13.1.1). */
export const requiresRecord = (operation: Operation): boolean =>
  describesCreation(operation) && requiresState(operation) && responseFor(operation, 412)?.status === "412";

const requiresState = ({ parameters }: Operation): boolean =>
  parameters.some(({ in: place, name, required }) => place === "header" && required && /^if-match$/i.test(name));

const describesCreation = (operation: Operation): boolean =>
  ["PUT", "POST"].includes(operation.method) &&
  freeParameters(operation).some(({ name }) => withoutSlash(operation.path).endsWith(`{${name}}`)) &&
  operation.responses.some(({ status }) => status === "201");

/** Whether an operation responds with 200 to a record that it finds, so that a 201 proves that the record is new. */
export const findsRecords = ({ responses }: Operation): boolean =>
  ["200", "201"].every((each) => responses.some(({ status }) => status === each));

/** Whether an operation changes or deletes existing records instead of creating one. */
export const changesRecords = (operation: Operation): boolean =>
  ["PUT", "PATCH", "DELETE"].includes(operation.method) ||
  (operation.method === "POST" && freeParameters(operation).length > 0);

/** Returns why an operation is never sent: it changes a record, and the run can create none, or nothing that it is in. */
export const whyUnsent = (operation: Operation): string | undefined =>
  changesRecords(operation) ? whyNoRecord(operation) : undefined;

const whyNoRecord = remembered((operation: Operation): string | undefined => {
  const origin = originOf(operation);
  if (!origin || freeParameters(operation).length === 0)
    return "the document has no operation that creates the record to change";
  const parent = parentOf(operation, origin);
  return typeof parent === "string" ? parent : parent && whyNoRecord(parent);
});

/**
 * Returns an operation on the record in which the one of an operation lives; if that record can be read, but nothing creates
 * one, a sentence that says so.
 *
 * @param origin what creates the record of the operation
 */
export function parentOf(operation: Operation, origin: Operation): Operation | string | undefined {
  const parameter = freeParameters(operation).at(-1 - recordOf(operation).parameters.length);
  if (!parameter) return undefined;
  // An operation that creates the record in its own path does not say which record that one lives in, but another may.
  if (origin !== operation && origin.method === "POST" && freeParameters(origin).length > 0) return origin;
  const [before = ""] = operation.path.split(`{${parameter.name}}`);
  // The same record may be {id} in its own path and {userId} in those below it.
  const place = anyNames(`${before}{}`);
  const all = operationsOf(operation.document).filter((other) => anyNames(other.path) === place);
  const isRead = all.some(({ method }) => method === "GET");
  const missing = `the document has no operation that creates a record for {${parameter.name}}`;
  return all.find((other) => originOf(other) !== undefined) ?? (isRead ? missing : undefined);
}

/**
 * Returns the operation that creates the records that another one changes: a POST to its path without the last part,
 * for a record with a uid or with an identity that the server assigns; otherwise one that creates the record in its
 * path.
 */
export const originOf: (operation: Operation) => Operation | undefined = remembered(findOrigin);

function findOrigin(operation: Operation): Operation | undefined {
  const operations = operationsOf(operation.document);
  const { collection, path: record, parameters } = recordOf(operation);
  const isCollection = ({ method, path }: Operation) =>
    parameters.length > 0 && method === "POST" && withoutSlash(path) === collection;
  return (
    operations.find((other) => isCollection(other) && (hasUid(other) || successOf(other).status === "201")) ??
    operations.find((other) => isCollection(other) && parameters.every((each) => showsIdentity(other, each))) ??
    operations.find((other) => withoutSlash(other.path) === record && createsByPath(other))
  );
}

/** Whether a success of an operation shows what identifies a record, whatever its status is. */
function showsIdentity(operation: Operation, parameter: Parameter): boolean {
  const schema = jsonSuccessOf(operation)?.schema;
  const { properties = {} } = schema ? flatten(operation.document, schema.node) : {};
  return namesFor(parameter)
    .slice(0, 4)
    .some((each) => Object.hasOwn(properties, each));
}

/** Whether an operation creates a record, so that its response shows what was sent. */
export const createsRecord = (operation: Operation): boolean =>
  ["POST", "PUT"].includes(operation.method) && responseFor(operation, 201)?.status === "201";

/** Query parameters that name a record. */
const IDENTITIES = /(^|[_-])(id|uid|uuid|guid)$|[a-z]I[dD]$/;

/** Whether a parameter of the query names the record that an operation is about, which may be missing. */
export const queriesRecord = (operation: Operation, { in: where, name, required }: Parameter): boolean =>
  where === "query" && required && IDENTITIES.test(name) && responseFor(operation, 404)?.status === "404";
