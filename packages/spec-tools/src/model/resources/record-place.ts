import type { Located } from "../../document/dereference.js";
import type { SchemaObject } from "../../document/open-api-document.js";
import type { MediaTypeModel, OperationModel, ResponseModel } from "../api-model.js";
import {
  arrayIn,
  fieldsOf,
  itemsOf,
  propertiesOf,
  typesOf,
  typesWithin,
  withoutArrays,
  withoutNull,
} from "../schema-at.js";
import { identityField } from "./identity.js";
import { plainName, singular } from "./names.js";
import type { RecordPlace } from "./resource-model.js";

type Place = Pick<RecordPlace, "at" | "schema">;

/** The fields of an envelope that hold the records, or the one record. */
const RECORDS = ["data", "items", "results", "records", "values", "entries", "rows", "content", "list"];
const RECORD = ["data", "item", "result", "record", "value", "resource"];
/** The fields of a body that hold a whole page. */
const INNER = /^(data|result|response|_embedded)$/;
/** The fields of a page besides its records. */
const PAGE =
  /^(total|count|limit|offset|page|pages|pagination|size|next|prev|previous|first|last|cursor|has|more|meta|links?|self|object|url|start|per|included$|jsonapi$|facets$|aggregations$)/;

/** The fields of an envelope besides its records that say how the request went: `{ success, message, data }`. */
const OUTCOME =
  /^(success|succeeded|ok|status(code|text)?|code|errors?|error(code|message|s)|messages?|msg|detail|timestamp|time|path|(request|trace|correlation)id|(api)?version|warnings?)$/;

const isAround = (name: string): boolean => PAGE.test(plainName(name)) || OUTCOME.test(plainName(name));

/** The response to a successful request, the first one of `successResponses`; undefined if nothing is documented. */
export function successResponse({ responses }: Pick<OperationModel, "responses">): ResponseModel | undefined {
  const known = SUCCESSES.get(responses) ?? successResponses({ responses })[0];
  if (known) SUCCESSES.set(responses, known);
  return known;
}

/** Servers ask several times for each request. */
const SUCCESSES = new WeakMap<OperationModel["responses"], ResponseModel>();

/**
 * The responses to successful requests: those with a 2xx, by status, or else a redirect, beside which `default` describes
 * errors; or else `default`.
 */
export function successResponses({ responses }: Pick<OperationModel, "responses">): readonly ResponseModel[] {
  const having = (pattern: RegExp) =>
    responses.filter(({ status }) => pattern.test(status)).sort((a, b) => (a.status < b.status ? -1 : 1));
  // A 304 is about a copy that the client has.
  const ways = [/^2/, /^3(?!04)/, /^default$/, /^3/].map(having);
  return ways.find(({ length }) => length > 0) ?? [];
}

/** The first media type that can carry a record. */
export const recordMedia = (content: readonly MediaTypeModel[] = []): MediaTypeModel | undefined =>
  content.find(({ kind, schema }) => kind === "json" && schema) ??
  content.find(({ kind, schema }) => (kind === "form" || kind === "multipart") && schema);

/** Where a page holds its records. */
export function recordsPlace(
  document: object,
  page: Located<SchemaObject>,
  word: string,
  named?: string,
  depth = 0,
): Place | undefined {
  if (arrayIn(document, page)) {
    const schema = listedRecord(document, page);
    return schema && { at: [], schema };
  }
  const properties = fieldsOf(document, page);
  const lists = [...properties].flatMap(([field, property]) => {
    const schema = listedRecord(document, property);
    return schema ? [[field, schema] as const] : [];
  });
  const likely = [named, ...RECORDS, word].map((name) => name && plainName(name));
  const [name, record] =
    likely.flatMap((one) => lists.filter(([field]) => plainName(field) === one))[0] ??
    (lists.length === 1 ? lists : [])[0] ??
    [];
  if (name !== undefined && record) return { at: [name], schema: record };
  const isInner = (field: string) => INNER.test(field) || properties.size === 1 || plainName(field) === plainName(word);
  const inner = [...properties].find(([field]) => isInner(field));
  const found = inner && depth < 2 ? recordsPlace(document, inner[1], word, named, depth + 1) : undefined;
  return found && inner && { at: [inner[0], ...found.at], schema: found.schema };
}

/** Returns the schema of the records in an array whose elements have one schema, and are not arrays themselves. */
export function listedRecord(document: object, list: Located<SchemaObject>): Located<SchemaObject> | undefined {
  const array = arrayIn(document, list);
  const { items, prefixItems } = Object(array?.node) as { items?: unknown; prefixItems?: unknown };
  if (!array || typeof items !== "object" || prefixItems !== undefined) return undefined;
  const record = itemsOf(document, array);
  return typesWithin(document, record).includes("array") ? undefined : record;
}

/** Whether a response with an array is a page of records, and not one record that contains an array. */
export function looksLikePage(document: object, body: Located<SchemaObject>, { at }: Place, word: string): boolean {
  const name = at.at(-1);
  if (name === undefined) return true;
  const within = at.slice(0, -1);
  const page = within.reduce((node, field) => fieldsOf(document, node).get(field) ?? node, body);
  const others = [...fieldsOf(document, page)].filter(([field]) => field !== name);
  // `{ seats, available_seats, total_seats }`
  const isCount = (field: string, { node }: Located<SchemaObject>) =>
    plainName(field).endsWith(plainName(name)) && ["integer", "number"].includes(typesOf(node)[0] ?? "");
  const isNamed = within.length > 0 || [...RECORDS, word].some((known) => plainName(known) === plainName(name));
  return (isNamed || others.length > 0) && others.every(([field, place]) => isAround(field) || isCount(field, place));
}

/**
 * Returns where the body contains its record: the body itself, or its only relevant field. If it can be an array of records,
 * too, it is the other branch.
 */
export function recordPlace(document: object, given: Located<SchemaObject>, word: string): Place {
  const body = withoutArrays(document, given);
  const properties = [...propertiesOf(document, body)];
  const nouns = [singular(word), word].map(plainName);
  const objects = properties.filter(([, property]) => typesWithin(document, property).includes("object"));
  const named = (names: readonly string[]) => objects.find(([name]) => names.includes(plainName(name)));
  const only = named(nouns) ?? named(RECORD.map(plainName));
  const fields = properties.map(([name]) => name);
  // Other things may be beside a record that is named as its collection is. But a record with an identity is no envelope,
  // even if one of its fields has that name.
  const isNamed = only !== undefined && only === named(nouns) && propertiesOf(document, only[1]).size > 0;
  const isEnvelope =
    only && (fields.every((name) => name === only[0] || isAround(name)) || (isNamed && !identityField(fields, word)));
  return isEnvelope ? { at: [only[0]], schema: withoutNull(document, only[1]) } : { at: [], schema: body };
}
