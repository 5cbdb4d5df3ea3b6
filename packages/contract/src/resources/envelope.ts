import { jsonSuccessOf, type Operation, type Schema } from "../document/document.js";
import { withoutSlash } from "../document/path-pattern.js";
import { plainName } from "../lib/plain-name.js";
import { remembered } from "../lib/remembered.js";
import { flatten } from "../values/flatten.js";
import { IDS, parametersBelow } from "./identity.js";

/**
 * Returns the field in which the response contains its record: `data`, or one that is named as its collection is, such as `order`
 * in the response of `/orders`; undefined if the response is the record.
 */
export const responseEnvelope: (operation: Operation) => string | undefined = remembered((operation) => {
  const fields = fieldsOf(operation, jsonSuccessOf(operation)?.schema?.node);
  // The usual name, where a document does not say what a response contains.
  if (Object.keys(fields).length === 0) return "data";
  const found = envelopeIn(operation, fields);
  return found !== undefined && isOfRecord(operation, fields, found) ? undefined : found;
});

/**
 * Whether a record has a field with the name of an envelope: `{ "id": 1, "note": {} }` in `/notes`. An envelope whose record has
 * an identity may have one, too: `{ "id": 7, "data": { "id": 1 } }`.
 */
function isOfRecord(operation: Operation, fields: Record<string, Schema>, name: string): boolean {
  const isIdentified = (names: object) => Object.keys(names).some((field) => isIdentity(operation, field));
  return isIdentified(fields) && !(name === "data" && isIdentified(fieldsOf(operation, fields[name])));
}

/** Returns the field in which a page contains its records, if its name shows that: what the document says, or the word of the path. */
export const recordsField: (list: Operation) => string | undefined = remembered((list) => {
  const fields = fieldsOf(list, jsonSuccessOf(list)?.schema?.node);
  const word = plainName(collectionOf(list).split("/").at(-1) ?? "");
  const isArray = (name: string) => flatten(list.document, fields[name] ?? {}).items !== undefined;
  return list.pagination?.records ?? Object.keys(fields).find((name) => plainName(name) === word && isArray(name));
});

/** Whether a field has the name of what identifies a record of the collection of an operation. */
export function isIdentity(operation: Operation, field: string): boolean {
  const names = parametersBelow(operation.document, collectionOf(operation));
  return isId(field) || names.some((name) => plainName(name) === plainName(field));
}

export const isId = (field: string): boolean => IDS.includes(plainName(field));

/** Returns the field in which a request contains its record, as `responseEnvelope` does for the response. */
export const requestEnvelope: (operation: Operation) => string | undefined = remembered((operation) => {
  const fields = fieldsOf(operation, operation.body?.schema.node);
  const found = envelopeIn(operation, fields);
  if (found === undefined || found === responseEnvelope(operation)) return found;
  const isShown = Object.hasOwn(fieldsOf(operation, jsonSuccessOf(operation)?.schema?.node), found);
  return (found === "data" || Object.keys(fields).length === 1) && !isShown ? found : undefined;
});

/** Returns the field in which a sent body may contain its record: the usual one, unless the document describes it as another field. */
export const sentEnvelope = (operation: Operation): string | undefined =>
  requestEnvelope(operation) ??
  (Object.hasOwn(fieldsOf(operation, operation.body?.schema.node), "data") ? undefined : "data");

const fieldsOf = ({ document }: Operation, schema: Schema | undefined): Record<string, Schema> =>
  flatten(document, schema ?? {}).properties ?? {};

/** The path of an operation without parameters at its end. */
const collectionOf = ({ path }: Operation): string => withoutSlash(path).replace(/(\/\{[^{}/]+\})+$/, "");

function envelopeIn(operation: Operation, fields: Record<string, Schema>): string | undefined {
  const word = plainName(collectionOf(operation).split("/").at(-1) ?? "");
  const isNamed = (name: string) => [name, `${name}s`, `${name}es`, name.replace(/y$/, "ies")].includes(word);
  const holdsRecord = (name: string) => flatten(operation.document, fields[name] ?? {}).properties !== undefined;
  return ["data", ...Object.keys(fields).filter((name) => isNamed(plainName(name)))].find(
    (name) => Object.hasOwn(fields, name) && holdsRecord(name),
  );
}
