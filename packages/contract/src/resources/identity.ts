import { type Document, operationsOf, type Parameter } from "../document/document.js";
import { namesIn, withoutSlash } from "../document/path-pattern.js";
import { createValidator } from "../document/validator.js";
import { decode } from "../judging/judge-response.js";
import { isRecord, own } from "../lib/objects.js";
import { remembered } from "../lib/remembered.js";
import { typesOfText } from "../values/flatten.js";

/** Usual names of fields that identify a record; a parameter whose name ends in "id" is not about a name or a code. */
export const IDS = ["id", "uid", "uuid", "guid"];
const GUESSES = ["code", "slug", "key", "name"];
const USUAL = [...IDS, ...GUESSES];

/** A parameter of a path, and its document. */
type Named = Pick<Parameter, "name" | "document">;

/** The fields that lists name as the identity of their records, each with a parameter of a path below the list. */
const listedIdentities = remembered((document: Document): readonly (readonly [parameter: string, field: string])[] =>
  operationsOf(document).flatMap(({ path, pagination }) => {
    const names = pagination ? parametersBelow(document, withoutSlash(path)) : [];
    return names.map((name) => [name, pagination?.identity ?? name] as const);
  }),
);

/** The names of the parameters right after the path of a collection. */
export const parametersBelow = (document: Document, collection: string): string[] =>
  operationsOf(document).flatMap(({ path }) =>
    path.startsWith(`${collection}/{`) ? namesIn(path.slice(collection.length)).slice(0, 1) : [],
  );

/** Field names that contain the value of a path parameter: its own, those of lists, and the word that it ends with: `household_slug`. */
function certainNames({ name, document }: Named): string[] {
  const listed = listedIdentities(document).flatMap(([parameter, field]) => (parameter === name ? [field] : []));
  return [name, ...listed, /[A-Z]?[a-z]+$/.exec(name)?.[0].toLowerCase() ?? ""];
}

/** Field names that may contain the value of a path parameter, the most likely ones first. */
export const namesFor = (parameter: Named): string[] => [
  ...new Set([...certainNames(parameter), ...(/id$/i.test(parameter.name) ? IDS : USUAL)]),
];

/** Whether a record is identified by a field that may as well be something else: its `name` although it has a `number`. */
export function isGuess(record: unknown, parameter: Parameter, identity: string | undefined): boolean {
  const others = namesFor(parameter).filter((each) => !GUESSES.includes(each));
  return identityOf(record, parameter, [...certainNames(parameter), ...others]) !== identity;
}

/** Returns the value that identifies a record in paths; undefined if it has none. */
export function identityOf(
  record: unknown,
  parameter: Named,
  names = namesFor(parameter),
  isValid: (value: string | number) => boolean = () => true,
): string | undefined {
  if (!isRecord(record)) return undefined;
  const found = names
    .map((name) => own(record, name))
    .filter(
      (value): value is string | number => (typeof value === "string" && value !== "") || typeof value === "number",
    )
    .find(isValid);
  return found === undefined ? undefined : String(found);
}

/** The values of the parameters that identify a record. */
export type Identity = Record<string, string>;

/**
 * Returns the values that identify a record in paths; undefined if one is missing. If several parameters do, each is a
 * field of the same name.
 */
export function identityIn(record: unknown, parameters: readonly Parameter[]): Identity | undefined {
  const names = (parameter: Parameter) => (parameters.length === 1 ? namesFor(parameter) : [parameter.name]);
  const found = parameters.map((each) => {
    const isValid = (value: string | number) => isValueOf(each, value);
    return [each.name, identityOf(record, each, names(each), isValid)] as const;
  });
  return found.every(([, value]) => value !== undefined) ? (Object.fromEntries(found) as Identity) : undefined;
}

/** Whether a value can stand in a path: a title, for example, is not the identity if that is a UUID. */
const isValueOf = ({ document, schema: { node, pointer } }: Parameter, value: string | number): boolean =>
  createValidator(document).accepts(pointer, decode(String(value), typesOfText(document, node)));

/** Whether two identities are the same. */
export const isSameIdentity = (one: Identity, other: Identity | undefined): boolean =>
  other !== undefined && Object.entries(one).every(([name, value]) => other[name] === value);

/** Returns the record in a body: the body itself, or the content of its envelope, if it has one. */
export function recordIn(body: unknown, envelope: string | undefined): Record<string, unknown> | undefined {
  if (!isRecord(body)) return undefined;
  const inside = envelope === undefined ? undefined : own(body, envelope);
  return isRecord(inside) ? inside : body;
}

/** Whether a record has a text that only this run sends, so that the run created it. */
export const shows = (record: Record<string, unknown> = {}, text: string): boolean =>
  Object.values(record).some((value) => typeof value === "string" && value.includes(text));

/** Whether a field of a page, by its name, has no records of the list, such as `included` of JSON:API. */
export const isBesideRecords = (name: string): boolean =>
  /^(included|links|errors?|warnings?|messages?|facets|aggregations|filters|sort)$/i.test(name);

/**
 * Returns the records in the body of a list: the body itself if it is an array, otherwise the first array in it, up to
 * two levels deep.
 */
export function recordsIn(body: unknown, name?: string): unknown[] {
  if (Array.isArray(body)) return body;
  if (!isRecord(body)) return [];
  const named = name === undefined ? undefined : own(body, name);
  if (Array.isArray(named)) return named;
  const likely = Object.entries(body).flatMap(([field, value]) => (isBesideRecords(field) ? [] : [value]));
  return firstArray(likely) ?? firstArray(Object.values(body)) ?? [];
}

function firstArray(members: readonly unknown[]): unknown[] | undefined {
  return members.find(Array.isArray) ?? members.map((each) => recordsIn(each)).find(({ length }) => length > 0);
}
