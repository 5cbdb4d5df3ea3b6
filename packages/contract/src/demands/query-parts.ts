import { combinedSchemas } from "../document/combined-schemas.js";
import type { Operation, Parameter } from "../document/document.js";
import { isScalar } from "../requests/parameter-text.js";
import { parameterBase } from "../requests/request.js";

/** The query parameters of an operation that are a single text each. */
export const textParameters = (operation: Operation): Parameter[] =>
  operation.parameters.filter((parameter) => parameter.in === "query" && isScalar(parameter));

/** Whether every name in the query is one of a parameter: the key of a map that is written key by key. */
export const takesAnyName = ({ document, parameters }: Operation): boolean =>
  parameters
    .filter(
      ({ in: place, style, explode, mediaType }) => place === "query" && style === "form" && explode && !mediaType,
    )
    .flatMap(({ schema }) => combinedSchemas(document, schema))
    .some(({ node: { additionalProperties = false } }) => additionalProperties !== false);

export const isInteger = ({ schema }: Parameter): boolean => schema.node.type === "integer";
export const isMoment = ({ schema }: Parameter): boolean => schema.node.format === "date-time";

/** Escapes the characters that are not allowed in a URL, and leaves all other mistakes. */
export const sendable = (text: string): string => text.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
/** Encodes the name of a parameter for a URL. */
export const encodedName = (name: string): string => sendable(name.replace(/[%&=+?#]/g, encodeURIComponent));
export const nameOf = ({ name }: Parameter): string => encodedName(name);

/** Returns a valid value of a parameter, encoded for a URL. */
export const exampleOf = (parameter: Parameter): string => encodeURIComponent(String(parameterBase(parameter)));

/** Match names of lower and upper time bounds: `updated_since`, `fromDate`, `created[gte]`, `DateSent>`. */
const LOWER_BOUND = /(?:from|since|after|min|gte?)\]?$|>$|^(?:from|since|after|min)(?=[A-Z_-]|$)/i;
const UPPER_BOUND = /(?:to|until|before|max|lte?)\]?$|<$|^(?:to|until|before|max)(?=[A-Z_-]|$)/i;

/** Returns the time parameters that exclude no record, each with such a value. For other time parameters there is none. */
export const openBounds = (parameters: Parameter[]): [name: string, value: string][] =>
  parameters
    .filter(
      (parameter) => isMoment(parameter) && (LOWER_BOUND.test(parameter.name) || UPPER_BOUND.test(parameter.name)),
    )
    .map(({ name }) => [name, LOWER_BOUND.test(name) ? "1900-01-01T00:00:00Z" : "9000-01-01T00:00:00Z"]);

/** Whether a list has pages of one record and of at least this size, by limit and offset, and rejects a limit of 0. */
export function isPaged({ pagination, parameters }: Operation, size: number): boolean {
  const limit = parameters.find(({ name }) => name === "limit")?.schema.node;
  const hasOffset = parameters.some(({ name }) => name === "offset");
  if (!pagination || !limit || !hasOffset) return false;
  return limit.minimum === 1 && (limit.maximum ?? size) >= size;
}

/** Returns the records in the body of a page, as text. */
export function recordsText({ pagination }: Operation, body: unknown): string {
  return JSON.stringify(pagination?.records === undefined ? body : Object(body)[pagination.records]);
}
