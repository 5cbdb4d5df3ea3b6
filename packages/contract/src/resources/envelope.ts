import { jsonSuccessOf, type Operation, operationsOf, type Schema } from "../document/document.js";
import { namesIn, withoutSlash } from "../document/path-pattern.js";
import { plainName } from "../lib/plain-name.js";
import { remembered } from "../lib/remembered.js";
import { flatten } from "../values/flatten.js";

/** Names of fields that identify a record; what has one is the record, although it may have a field of its own name. */
const IDS = ["id", "uid", "uuid", "guid"];

/**
 * Returns the field in which the response contains its record: `data`, or one that is named as its collection is, such as `order`
 * in the response of `/orders`; undefined if the response is the record.
 */
export const shownIn: (operation: Operation) => string | undefined = remembered((operation) => {
  const fields = fieldsOf(operation, jsonSuccessOf(operation)?.schema?.node);
  const found = envelopeIn(operation, fields);
  return found !== "data" && Object.keys(fields).some((name) => isIdentity(operation, name)) ? undefined : found;
});

/** Returns the field in which a page contains its records, if its name shows that: what the document says, or the word of the path. */
export const recordsField: (list: Operation) => string | undefined = remembered((list) => {
  const fields = fieldsOf(list, jsonSuccessOf(list)?.schema?.node);
  const word = plainName(collectionOf(list).split("/").at(-1) ?? "");
  const isArray = (name: string) => flatten(list.document, fields[name] ?? {}).items !== undefined;
  return list.pagination?.records ?? Object.keys(fields).find((name) => plainName(name) === word && isArray(name));
});

/** Whether a field has the name of what identifies a record of the collection of an operation. */
export function isIdentity(operation: Operation, field: string): boolean {
  const collection = collectionOf(operation);
  const names = operationsOf(operation.document).flatMap(({ path }) =>
    path.startsWith(`${collection}/{`) ? namesIn(path.slice(collection.length)).slice(0, 1) : [],
  );
  return isId(field) || names.some((name) => plainName(name) === plainName(field));
}

export const isId = (field: string): boolean => IDS.includes(plainName(field));

/** Returns the field in which a request contains its record, as `shownIn` does for the response. */
export const sentIn: (operation: Operation) => string | undefined = remembered((operation) => {
  const fields = fieldsOf(operation, operation.body?.schema.node);
  const found = envelopeIn(operation, fields);
  if (found === undefined || found === "data" || found === shownIn(operation)) return found;
  const isShown = Object.hasOwn(fieldsOf(operation, jsonSuccessOf(operation)?.schema?.node), found);
  return Object.keys(fields).length === 1 && !isShown ? found : undefined;
});

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
