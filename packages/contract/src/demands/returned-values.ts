import { isDeepStrictEqual } from "node:util";
import { combinedSchemas } from "../document/combined-schemas.js";
import {
  type Document,
  type Located,
  nodeAt,
  type Operation,
  operationsOf,
  pointerTo,
  resolve,
  type Schema,
  successOf,
} from "../document/document.js";
import { withoutSlash } from "../document/path-pattern.js";
import { isStrict } from "../document/promises.js";
import { itemLevels, itemsIn, itemsOfField, type TypedItems } from "../document/typed-items.js";
import { createValidator } from "../document/validator.js";
import { ContractViolation, excerpt } from "../judging/judge-response.js";
import { isRecord, own } from "../lib/objects.js";
import { plainName } from "../lib/plain-name.js";
import { chosenIdentity, fieldOfPath } from "../resources/chosen-identity.js";
import { isIdentity, requestEnvelope, responseEnvelope, sentEnvelope } from "../resources/envelope.js";
import { recordIn } from "../resources/identity.js";
import { createsRecord } from "../resources/record-parameters.js";
import { showSame, showsCreated } from "../resources/resource.js";
import { flatten, typesOfText } from "../values/flatten.js";
import { instantOf } from "./document/lists/instant.js";

type Item = Record<string, unknown>;

/** What is known of the files of a server. */
export interface SeenFiles {
  /** Their URLs without the identifier. */
  template?: string;
}

/**
 * Checks that the response to a create request returns what was sent. For a record of typed items: the uid, and each item
 * with its key and type, in order, with its value unchanged except for the two types whose shape changes (the API's
 * published description, section 4.1, rules 1 and 2; decision 0004). For any other body: each field that the response
 * shares with the request. A response that is not about a new record may show anything.
 *
 * @param files those of other responses, whose URLs have the same template
 * @throws {ContractViolation} at the first difference
 */
export function checkReturned(operation: Operation, body: unknown, answer: unknown, files: SeenFiles = {}): void {
  if (!showsRecord(operation) || !isRecord(body)) return;
  // A request may have the same envelope, or a field of its name.
  const sent = (Object.keys(body).length === 1 && recordIn(body, sentEnvelope(operation))) || body;
  const record = recordFor(operation, sent, answer);
  // Whether the response must contain a record is checked against its schema.
  if (!record) return;
  const named = fieldOfPath(operation);
  const prefix = prefixOf(operation, record === answer);
  for (const [name, value] of Object.entries(sent)) {
    // The path identifies the record, so the response contains the identity from the path, not the one in the generated
    // body.
    if (name === named) continue;
    if (itemsOfField(operation, name) || Object.hasOwn(record, name))
      checkShown(operation, operation, name, value, own(record, name), `${prefix}${name}`, files);
  }
  const { createdDate, updatedDate } = record;
  const isNew = operation.method === "POST" && Object.keys(sent).some((name) => itemsOfField(operation, name));
  if (isNew && createdDate !== undefined && updatedDate !== undefined) same(createdDate, updatedDate, "updatedDate");
}

/** What the places in a record begin with; the usual envelope says nothing. */
function prefixOf(operation: Operation, isWhole: boolean): string {
  const envelope = responseEnvelope(operation);
  return isWhole || envelope === undefined || envelope === "data" ? "" : `${envelope}.`;
}

const recordFor = (operation: Operation, sent: Item, answer: unknown) =>
  isRecord(own(sent, responseEnvelope(operation) ?? "data")) && isRecord(answer)
    ? answer
    : recordIn(answer, responseEnvelope(operation));

/** Whether a response shows what was sent: of a new record, or of an update if it is described as the record is. */
function showsRecord(operation: Operation): boolean {
  if (createsRecord(operation) || showsCreated(operation)) return true;
  if (operation.method !== "PUT" && operation.method !== "PATCH") return false;
  const others = operationsOf(operation.document);
  const get = others.find(({ method, path }) => method === "GET" && path === operation.path);
  // What has records below is a list, of which a request may change only some.
  const isList = others.some(({ path }) => path.startsWith(`${withoutSlash(operation.path)}/{`));
  return get !== undefined && !isList && showSame(operation, get);
}

/**
 * Checks a field of a record that one operation sent and another one shows. Write-only fields may be left out. Nothing is
 * demanded if the response has another type of value there, or if an example of the document shows another value than
 * the one that it sends.
 */
export function checkShown(
  sender: Operation,
  shower: Operation,
  name: string,
  sent: unknown,
  shown: unknown,
  what: string,
  files: SeenFiles = {},
): void {
  // Without a schema, a response may show anything.
  if (!canShow(sender, shower, name) || !Object.values(successOf(shower).content)[0]?.schema) return;
  const place = shownAt(shower, name);
  if (!canHave(shower, name, sent)) return;
  // An API that promises more than OpenAPI returns every text as it was sent.
  const isExact = isStrict(sender);
  const rules = { document: sender.document, hidden: sender.body?.writeOnly ?? new Set<string>(), isExact, files };
  const described =
    place === undefined ? undefined : { node: nodeAt(shower.document, place) as Schema, pointer: place };
  sameShared(sent, shown, what, { ...rules, schema: sentAt(sender, name), described, shower: shower.document });
}

/** Returns the schema of a field in a request, whose record may be in an envelope, as in `recordIn`. */
function sentAt(operation: Operation, name: string): Schema | undefined {
  const { document, body } = operation;
  const { properties } = flatten(document, body?.schema.node ?? {});
  const record = own(properties, requestEnvelope(operation) ?? "");
  return own(properties, name) ?? (record && own(flatten(document, record).properties, name));
}

/**
 * Whether a response shows what is sent in a field. If the examples of the document are those of one exchange, because
 * they share another field, and have different values in this one, it does not: a card number may be masked, for example.
 */
function canShow(sender: Operation, shower: Operation, name: string): boolean {
  const isElsewhere = isOptionalIdentity(sender, name) || isTimeOfRecord(sender, name) || isInPath(sender, name);
  if (isElsewhere || !isDescribed(sender, name)) return false;
  const [sent, ...otherSent] = (sender.body?.examples ?? []).map((each) => recordIn(each, sentEnvelope(sender)));
  const [shown, ...otherShown] = Object.values(successOf(shower).content)
    .flatMap(({ examples }) => examples)
    .map((each) => recordIn(each, responseEnvelope(shower)));
  if (!sent || !shown || otherSent.length > 0 || otherShown.length > 0) return true;
  const isShared = (field: string) => Object.hasOwn(sent, field) && Object.hasOwn(shown, field);
  // The values of typed items are shown in another form.
  const isEqual = (field: string) =>
    isShared(field) &&
    (isDeepStrictEqual(sent[field], shown[field]) ||
      itemLevels(sender.document, sentAt(sender, field), sent[field]) > 0);
  return !isShared(name) || isEqual(name) || !Object.keys(sent).some(isEqual);
}

/** Whether a field repeats a parameter of the path, such as the site of a snippet, which servers take from the path. */
const isInPath = ({ parameters }: Operation, name: string): boolean =>
  parameters.some((each) => each.in === "path" && plainName(each.name) === plainName(name));

/** Whether a field is an identity that the client need not choose, so that a server may assign another one. */
function isOptionalIdentity(operation: Operation, name: string): boolean {
  if (requestEnvelope(operation) !== undefined) return isIdentity(operation, name);
  const { required = [] } = flatten(operation.document, operation.body?.schema.node ?? {});
  return chosenIdentity(operation)?.fields.includes(name) === true && !required.includes(name);
}

/** When a record was created and changed, as `updated_at`, `lastModified` or `creationDate`; `update` alone may be a permission. */
const TIMES =
  /^(((created|creation|updated|modified|last(update|updated|modified|changed))(at|on|date|time|timestamp)?)|(create|update|modify|modification)(at|on|date|time|timestamp))$/;

/**
 * Whether a field says when the record was created or changed, which servers write themselves even if the schema of the
 * request, often that of the response, lets a client send it.
 */
export function isTimeOfRecord(operation: Operation, name: string): boolean {
  const { document } = operation;
  if (typesOfText(document, sentAt(operation, name)).includes("boolean")) return false;
  return (
    TIMES.test(plainName(name)) ||
    operationsOf(document).some(({ pagination }) => [pagination?.createdAt, pagination?.updatedAt].includes(name))
  );
}

/** Whether the schema of a request says something about a field; a server may ignore one that it says nothing about. */
function isDescribed(operation: Operation, name: string): boolean {
  const { document, body } = operation;
  if (!body) return true;
  const parts = combinedSchemas(document, inside(document, body.schema, requestEnvelope(operation))).map(
    ({ node }) => node,
  );
  const isOpen = parts.some((node) => isRecord(node.additionalProperties) || Object.hasOwn(node, "patternProperties"));
  return isOpen || parts.every(({ properties }) => !properties) || parts.some((node) => own(node.properties, name));
}

/** Returns the pointer to the schema of a field in a response. */
function shownAt(operation: Operation, name: string): string | undefined {
  const [content] = Object.values(successOf(operation).content);
  const { document } = operation;
  return (
    content?.schema &&
    propertyOf(document, inside(document, content.schema, responseEnvelope(operation)), name)?.pointer
  );
}

/** Returns the schema of the record in a body, which may be in an envelope. */
const inside = (document: Document, body: Located<Schema>, envelope: string | undefined): Located<Schema> =>
  (envelope !== undefined && propertyOf(document, body, envelope)) || body;

/**
 * Whether the response can show a value in a field of its record, by all parts of its schema and a branch of each union. Objects
 * may be shown with fields of the server, in arrays, too.
 */
export function canHave(operation: Operation, name: string, value: unknown): boolean {
  const { document } = operation;
  const hasFields = (part: unknown) => typeof part === "object" && part !== null;
  if (Array.isArray(value) ? value.some(hasFields) : hasFields(value)) return true;
  const [content] = Object.values(successOf(operation).content);
  if (content?.schema === undefined) return true;
  const { accepts } = createValidator(document);
  // A schema that refers to itself demands nothing more there.
  const known = new Map<unknown, boolean>();
  const allows = (given: unknown, at: string): boolean => {
    const { node, pointer } = resolve<Schema>(document, given, at);
    const before = known.get(node);
    if (typeof node !== "object" || before !== undefined) return before ?? true;
    known.set(node, true);
    const parts = (keyword: "allOf" | "anyOf" | "oneOf") =>
      (node[keyword] ?? []).map((part, i) => allows(part, pointerTo(pointer, keyword, i)));
    const unions = [parts("anyOf"), parts("oneOf")].filter(({ length }) => length > 0);
    const isAllowed =
      own(node.properties, name) === undefined || accepts(pointerTo(pointer, "properties", name), value);
    const found = isAllowed && !parts("allOf").includes(false) && unions.every((branches) => branches.includes(true));
    known.set(node, found);
    return found;
  };
  const record = inside(document, content.schema, responseEnvelope(operation));
  return allows(record.node, record.pointer);
}

/** Finds a property in a schema, or in those that it combines. */
function propertyOf(document: Document, schema: Located<Schema>, name: string): Located<Schema> | undefined {
  const found = combinedSchemas(document, schema).find(({ node }) => own(node.properties, name) !== undefined);
  return (
    found && resolve<Schema>(document, found.node.properties?.[name], pointerTo(found.pointer, "properties", name))
  );
}

/** How items are made, the URLs of the files of a record, and what is known of other files. */
interface Files extends TypedItems {
  seen: Map<string, unknown>;
  others: SeenFiles;
}

function sameItems(sent: Item[], answer: unknown, at: string, files: Files): void {
  if (!Array.isArray(answer)) throw new ContractViolation(`${at} was returned as ${typeof answer}`);
  same(sent.length, answer.length, `the number of ${at}`);
  for (const [i, item] of sent.entries()) sameItem(item, answer[i] as Item, `${at}[${i}]`, files);
}

function sameItem(sent: Item, answer: Item, at: string, files: Files): void {
  const { key, type, value, types } = files;
  for (const name of [key, type]) same(sent[name], answer[name], `${at}.${name}`);
  const place = `${at}.${value}`;
  // A value may be null, if its schema allows it.
  const returned = sent[value] === null ? "same" : types.get(String(sent[type]));
  if (returned === "url") fileUrl(String(sent[value]), answer[value], place, files);
  else if (returned === "urls") fileUrls(sent[value] as string[], answer[value], place, files);
  else if (returned === "items") sameItems(sent[value] as Item[], answer[value], place, files);
  else if (returned === "item-arrays") sameLists(sent[value] as Item[], answer[value], place, files);
  else same(sent[value], answer[value], place);
}

/** Each item sent is returned in its own one-element array, in order. */
function sameLists(sent: Item[], answer: unknown, at: string, files: Files): void {
  if (!Array.isArray(answer)) throw new ContractViolation(`${at} was returned as ${typeof answer}`);
  same(sent.length, answer.length, `the number of elements of ${at}`);
  for (const [i, item] of sent.entries()) sameItems([item], answer[i], `${at}[${i}]`, files);
}

function fileUrls(sent: readonly string[], answer: unknown, at: string, files: Files): void {
  if (!Array.isArray(answer)) throw new ContractViolation(`${at} was returned as ${typeof answer}`);
  same(sent.length, answer.length, `the number of elements of ${at}`);
  for (const [i, identifier] of sent.entries()) fileUrl(identifier, answer[i], `${at}[${i}]`, files);
}

/**
 * The URL of a file is absolute, and follows a template with the identifier (decision 0011), the same for all files.
 */
function fileUrl(identifier: string, url: unknown, at: string, files: Files): void {
  if (typeof url !== "string" || !/^https?:\/\//.test(url))
    throw new ContractViolation(`${at} is ${JSON.stringify(url)}, not an absolute URL`);
  const key = identifier.toLowerCase();
  const parts = url.toLowerCase().split(key);
  if (parts.length !== 2)
    throw new ContractViolation(`${at} is ${url}, which must contain the identifier ${identifier} exactly once`);
  const template = parts.join("{id}");
  files.others.template ??= template;
  if (template !== files.others.template)
    throw new ContractViolation(`${at} is ${url}, but other files have URLs like ${files.others.template}`);
  const before = files.seen.get(identifier) ?? url;
  if (before !== url)
    throw new ContractViolation(`${at} is ${url}, but the same file had the URL ${before} earlier in the record`);
  files.seen.set(identifier, url);
}

/** How what was sent may differ from what is shown. */
interface Shared {
  readonly document: Document;
  /** The names of write-only fields, which a response leaves out. */
  readonly hidden: ReadonlySet<string>;
  /** Whether a text has to be returned with its characters, whatever its format is. */
  readonly isExact: boolean;
  readonly files: SeenFiles;
  /** The schema of what was sent. */
  readonly schema?: Schema | undefined;
  /** The document of what is shown, and its schema, unless that allows everything that was sent. */
  readonly shower: Document;
  readonly described?: Located<Schema> | undefined;
}

/**
 * Checks that a value has everything that was sent. Objects in it may have more fields (decision 0002), such as the ID
 * that the server assigns to a line of an order, and values of other types than were sent.
 */
function sameShared(sent: unknown, answer: unknown, at: string, rules: Shared): void {
  const { format, items, properties } = flatten(rules.document, rules.schema ?? {});
  if (!canHold(rules, rules.described, sent)) return;
  if (Array.isArray(sent) && Array.isArray(answer)) {
    const typed = itemsIn(rules.document, { items });
    if (typed) sameItems(sent, answer, at, { ...typed, seen: new Map(), others: rules.files });
    else sameElements(sent, answer, at, { ...rules, schema: items, described: itemsOf(rules) });
  } else if (isRecord(sent) && isRecord(answer)) {
    const isShown = ([name, value]: [string, unknown]) => Object.hasOwn(answer, name) || isDemanded(name, value, rules);
    for (const [name, value] of Object.entries(sent).filter(isShown)) {
      const below = { ...rules, schema: own(properties, name), described: memberOf(rules, name) };
      sameShared(value, own(answer, name), `${at}.${name}`, below);
    }
  } else if (rules.isExact || !isSameInFormat(format, sent, answer)) same(sent, answer, at);
}

function sameElements(sent: unknown[], answer: unknown[], at: string, rules: Shared): void {
  // Elements that it cannot show, such as objects in the place of texts, may be left out, or be those of the server.
  if (sent.some((one) => !canHoldAll(rules, one))) return;
  same(sent.length, answer.length, `the number of elements of ${at}`);
  for (const [i, one] of sent.entries()) sameShared(one, answer[i], `${at}[${i}]`, rules);
}

/** Whether a field may not be left out. A null in a PATCH removes a field (RFC 7396), and a server may leave out null. */
function isDemanded(name: string, value: unknown, rules: Shared): boolean {
  if (rules.hidden.has(name) || value === null) return false;
  const { shower, described } = rules;
  const { properties } = flatten(shower, described?.node ?? {});
  if (properties === undefined) return true;
  // Other branches of a union may have it.
  return Object.hasOwn(properties, name) && canHold(rules, memberOf(rules, name), value);
}

const memberOf = ({ shower, described }: Shared, name: string): Located<Schema> | undefined =>
  described && propertyOf(shower, described, name);

function itemsOf({ shower, described }: Shared): Located<Schema> | undefined {
  const list = described && combinedSchemas(shower, described).find(({ node }) => node.items !== undefined);
  return list && resolve<Schema>(shower, list.node.items, pointerTo(list.pointer, "items"));
}

/** Whether a response can show a value with all of its parts. Typed items are shown in another form. */
function canHoldAll(rules: Shared, value: unknown): boolean {
  if (!canHold(rules, rules.described, value)) return false;
  const { items, properties } = flatten(rules.document, rules.schema ?? {});
  if (Array.isArray(value)) {
    const below = { ...rules, schema: items, described: itemsOf(rules) };
    return itemsIn(rules.document, { items }) !== undefined || value.every((one) => canHoldAll(below, one));
  }
  return Object.entries(isRecord(value) ? value : {}).every(([name, one]) =>
    canHoldAll({ ...rules, schema: own(properties, name), described: memberOf(rules, name) }, one),
  );
}

/** Whether a response can show a value; parts of objects and arrays are judged one by one. */
function canHold({ shower }: Shared, described: Located<Schema> | undefined, value: unknown): boolean {
  if (described === undefined) return true;
  if (typeof value !== "object" || value === null) return createValidator(shower).accepts(described.pointer, value);
  return allowsType(typesOfText(shower, described.node), value);
}

function allowsType(types: readonly string[], value: unknown): boolean {
  const name = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return types.length === 0 || types.includes(name) || (name === "number" && types.includes("integer"));
}

/**
 * Whether two texts are notations of one value. A server may store a moment, a UUID, a URL or an email address instead of
 * its text (RFC 3339, 5.6; RFC 9562, 4; RFC 3986, 6.2; RFC 5321, 2.4).
 */
function isSameInFormat(format: string | undefined, sent: unknown, answer: unknown): boolean {
  if (format === undefined || typeof sent !== "string" || typeof answer !== "string") return false;
  if (format === "date-time") return isSameMoment(sent, answer);
  const normalize = own(NOTATIONS, format);
  const normal = normalize?.(sent);
  return normal !== undefined && normal === normalize?.(answer);
}

/** How exactly a server stores a moment is not specified; some keep or round to whole seconds. */
function isSameMoment(sent: string, answer: string): boolean {
  const [one, other] = [sent, answer].map((text) => instantOf(text.toUpperCase().replace(" ", "T")));
  return one !== undefined && other !== undefined && Math.abs(Number(one - other)) < 1e9;
}

/** By format: each returns the one notation of a value, or undefined if a text is no such value. */
const NOTATIONS: Readonly<Record<string, (text: string) => string | undefined>> = {
  uuid: (text) => text.toLowerCase(),
  uri: (text) => (URL.canParse(text) ? new URL(text).href : undefined),
  email: (text) => text.replace(/@.*/s, (domain) => domain.toLowerCase()),
};

function same(sent: unknown, answer: unknown, what: string): void {
  if (!isDeepStrictEqual(sent, answer))
    throw new ContractViolation(
      `${what} is ${excerpt(JSON.stringify(answer) ?? "missing")}, but ${excerpt(JSON.stringify(sent) ?? "missing")} was sent`,
    );
}
