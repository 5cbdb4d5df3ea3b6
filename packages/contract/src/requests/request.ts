import { randomUUID } from "node:crypto";
import type { Caller } from "../document/credentials.js";
import type { Document, Located, Operation, Parameter, Schema } from "../document/document.js";
import { withNumbers } from "../document/exact-numbers.js";
import { decoded } from "../document/path-pattern.js";
import { createValidator } from "../document/validator.js";
import { isRecord, own } from "../lib/objects.js";
import { createsByPath } from "../resources/record-parameters.js";
import type { WireRequest } from "../target/target.js";
import { baseValue } from "../values/base-value.js";
import { flatten } from "../values/flatten.js";
import { freshValue } from "../values/fresh-value.js";
import { sitesOf } from "../values/sites.js";
import { bodyText, contentTypeOf } from "./body-text.js";
import { headerText, pathText, queryPairs } from "./parameter-text.js";

/** The inputs of a request, before it is serialized. */
export interface Inputs {
  path?: Record<string, unknown>;
  /** Pairs instead of an object, so that names can be duplicated. */
  query?: [name: string, value: string][];
  /** A parameter of the path, and its text there verbatim. */
  rawPath?: readonly [name: string, text: string];
  /** A query string that is added verbatim; required parameters that it has are not added. */
  search?: string;
  /** Values of parameters in any location, which are serialized in their style. */
  styled?: [parameter: Parameter, value: unknown][];
  /** A value, which is serialized for its media type, usually as JSON. */
  body?: unknown;
  /** Writes the body. @default as its media type is written */
  write?(body: unknown): string;
  /** Sent verbatim instead of `body`. */
  rawBody?: string | Uint8Array;
  /** Added last; an empty value removes a header. */
  headers?: Record<string, string>;
}

/**
 * Serializes a request. Required parameters without a value get their base value.
 *
 * @param caller sends the first alternative of credentials; without a key, none
 */
export function requestOf(operation: Operation, inputs: Inputs, caller: Caller): WireRequest {
  const styled = withRequired(inputs.search === undefined ? operation : without(operation, inputs.search), inputs);
  const at = (place: Parameter["in"]) => styled.filter(([parameter]) => parameter.in === place);
  const credentials = caller.apiKey === "" ? [] : (operation.credentials[0] ?? []);
  const secretsAt = (place: string) =>
    credentials
      .filter((credential) => credential.in === place)
      .map(({ name, write }): [string, string] => [name, write(caller)]);

  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (inputs.rawPath?.[0] === name) return inputs.rawPath[1];
    const [parameter, value] = at("path").find(([each]) => each.name === name) ?? [];
    return parameter ? pathText(parameter, value) : encodeURIComponent(String(own(inputs.path, name)));
  });
  const search = [
    ...[...(inputs.query ?? []), ...secretsAt("query")].map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    ),
    ...at("query").flatMap(([parameter, value]) => queryPairs(parameter, value)),
    ...[inputs.search ?? []].flat(),
  ].join("&");
  const cookies = [
    ...secretsAt("cookie").map((pair) => pair.join("=")),
    ...at("cookie").flatMap(([parameter, value]) => queryPairs(parameter, value)),
  ];
  const body = inputs.rawBody ?? bodyOf(operation, inputs);
  const headers: Record<string, string> = {
    Accept: acceptOf(operation),
    ...(needsCondition(operation) ? { "If-Match": "*" } : {}),
    ...Object.fromEntries(secretsAt("header")),
    ...Object.fromEntries(at("header").map(([parameter, value]) => [parameter.name, headerText(parameter, value)])),
    ...(cookies.length > 0 ? { Cookie: cookies.join("; ") } : {}),
    ...(body === undefined
      ? {}
      : { "Content-Type": operation.body ? contentTypeOf(operation.body) : "application/json" }),
    ...inputs.headers,
  };
  for (const [name, value] of Object.entries(headers)) if (value === "") delete headers[name];
  return written({ method: operation.method, path: search ? `${path}?${search}` : path, headers, body });
}

function written({ method, path, headers, body }: WireRequest): WireRequest {
  return {
    method,
    path: withNumbers(path),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withNumbers(value)])),
    body: typeof body === "string" ? withNumbers(body) : body,
  };
}

/**
 * Whether a request needs a condition, or may have one. The one that is sent holds for each existing record, so for none
 * that a PUT creates (RFC 9110, 13.1.1).
 */
const needsCondition = (operation: Operation): boolean =>
  operation.parameters.every((one) => !isCondition(one) || acceptsAny(one)) &&
  ["PUT", "PATCH", "DELETE"].includes(operation.method) &&
  operation.responses.some(({ status }) => /^4(12|28)$/.test(status)) &&
  !createsByPath(operation);

function bodyOf({ body }: Operation, { body: value, write }: Inputs): string | undefined {
  if (value === undefined) return undefined;
  if (write) return write(value);
  return body ? bodyText(body, value) : JSON.stringify(value);
}

/** Returns an operation without the parameters that a query string already has. */
function without(operation: Operation, search: string): Operation {
  const names = search.split("&").map((pair) => decoded(pair.split("=")[0] ?? ""));
  const parameters = operation.parameters.filter(({ in: place, name }) => place !== "query" || !names.includes(name));
  return { ...operation, parameters };
}

/** Appends parameters to the query of a request. */
export function withQuery(request: WireRequest, search: string): WireRequest {
  return { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}${search}` };
}

/** Returns the values that are serialized by style: the given ones, and base values of other required parameters. */
function withRequired(
  { parameters }: Operation,
  { path = {}, query = [], styled = [] }: Inputs,
): [Parameter, unknown][] {
  const inPath = parameters
    .filter((parameter) => parameter.in === "path" && own(path, parameter.name) !== undefined)
    .map((parameter): [Parameter, unknown] => [parameter, path[parameter.name]]);
  const given = [...styled, ...inPath];
  const isGiven = ({ name, in: place }: Parameter) =>
    given.some(([each]) => each.name === name && each.in === place) ||
    (place === "query" && query.some(([each]) => each === name));
  const missing = parameters.filter((parameter) => parameter.required && !isGiven(parameter));
  return [...given, ...missing.map((parameter): [Parameter, unknown] => [parameter, parameterBase(parameter)])];
}

/** Returns all media types that a response may have, JSON first, because errors are JSON. */
function acceptOf({ responses }: Operation): string {
  const types = new Set(["application/json", ...responses.flatMap(({ content }) => Object.keys(content))]);
  return [...types].join(", ");
}

const isCondition = ({ in: place, name }: Pick<Parameter, "in" | "name">): boolean =>
  place === "header" && /^if-match$/i.test(name);

/** Whether a condition may be one that any record meets. */
const acceptsAny = ({ document, schema }: Parameter): boolean => createValidator(document).accepts(schema.pointer, "*");

/**
 * Returns a valid value of a parameter: its example if that is valid, otherwise one that fits its schema. A condition holds
 * for each record, and a key that makes a request unique is another one each time.
 */
export function parameterBase({ document, name, in: place, example, schema }: Parameter): unknown {
  const isValid = (value: unknown) =>
    createValidator(document).accepts(schema.pointer, value) &&
    !(place === "header" && typeof value === "string" && UNSENDABLE.test(value));
  if (isCondition({ in: place, name }) && isValid("*")) return "*";
  const unique = place === "header" && /idempotency-?key$/i.test(name);
  const fresh = unique ? freshValue(flatten(document, schema.node), randomUUID(), isValid) : undefined;
  if (fresh !== undefined) return fresh;
  if (example !== undefined && isValid(example)) return example;
  const base = baseValue(document, schema.node, schema.pointer);
  return isRecord(base) && Object.keys(base).length === 0 ? (withOneField(document, schema, isValid) ?? base) : base;
}

/** What no header can have, such as the line breaks of an example that is written in several lines. */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** An object without fields cannot be written in a query or a header: it would be no parameter at all. */
function withOneField(document: Document, schema: Located<Schema>, isValid: (value: unknown) => boolean) {
  return sitesOf(document, schema)
    .filter(({ path }) => path.length === 1)
    .map(({ path: [name = ""], base }) => ({ [name]: base }))
    .find((value) => isValid(value));
}
