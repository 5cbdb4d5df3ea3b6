import { own } from "../lib/objects.js";
import { remembered } from "../lib/remembered.js";
import { type BodyKind, kindOf } from "./body-kind.js";
import { alternativesOf, type Credential, keyHeaderOf, type SecurityScheme } from "./credentials.js";
import { partsOf } from "./document-parts.js";
import { decoded } from "./path-pattern.js";
import { type Limits, operationPromises, type Promises, promisesOf } from "./promises.js";
import { serverPrefixes } from "./server-paths.js";

/** The parts of an OpenAPI 3.1 document that the suite reads. */
export interface Document {
  info: { title: string; version: string };
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, unknown>>;
  components?: Record<string, Record<string, unknown>>;
  [member: string]: unknown;
}

/** A JSON Schema (2020-12) in such a document; `$ref` points into the document. */
export interface Schema {
  $ref?: string;
  discriminator?: { propertyName?: string; mapping?: Record<string, string> };
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  contains?: Schema;
  minContains?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  default?: unknown;
  examples?: unknown[];
  /** The form of OpenAPI 3.0. */
  example?: unknown;
  readOnly?: boolean;
  writeOnly?: boolean;
}

/** A node of the document with the JSON pointer to it, after following references. */
export interface Located<T> {
  node: T;
  pointer: string;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required: boolean;
  schema: Located<Schema>;
  style: string;
  explode: boolean;
  /** The media type of a parameter with `content`; always JSON. Undefined for parameters with `schema`. */
  mediaType?: string;
  example?: unknown;
  /** The document that references in its schema point into. */
  document: Document;
}

/** The request body, in the first documented media type. */
export interface Body {
  required: boolean;
  mediaType: string;
  kind: BodyKind;
  schema: Located<Schema>;
  document: Document;
  examples: unknown[];
  /** All media types that are documented. */
  mediaTypes: string[];
  /** How its fields are serialized, if it is a form (OpenAPI 3.1, 4.8.15). */
  encoding: Record<string, Encoding>;
  /** The names of its write-only fields, at any level: responses leave them out. */
  writeOnly: ReadonlySet<string>;
  /** Its limits in `x-limits`, which no keyword can express. */
  limits: Limits;
}

export interface ResponseHeader {
  name: string;
  required: boolean;
  schema: Located<Schema>;
  /** Whether the style `simple` writes an object as `name=value` pairs. */
  explode: boolean;
  /** Whether its text is JSON, because it is described by `content`. */
  isJson: boolean;
}

export interface ResponseDescription {
  /** The status as written in the document: `201`, `4XX`, `default`. */
  status: string;
  headers: ResponseHeader[];
  /** By media type. */
  content: Record<string, { schema?: Located<Schema>; examples: unknown[] }>;
}

/** The shapes of a page: an array in an object with limit and offset, or with links, or alone. */
export type PageShape = "standard" | "linked" | "array";

/** The paging of a list operation, from `x-pagination`. */
export interface Pagination {
  shape: PageShape;
  records?: string;
  total?: string;
  identity: string;
  createdAt?: string;
  updatedAt?: string;
  updatedFrom?: string;
  updatedTo?: string;
}

/** One operation with every reference followed. */
export interface Operation {
  id: string;
  /** Upper case. */
  method: string;
  /** With `{name}` for each path parameter. */
  path: string;
  pointer: string;
  parameters: Parameter[];
  body?: Body;
  responses: ResponseDescription[];
  pagination?: Pagination;
  /** The accepted credentials: alternatives, each with all its credentials; empty if none are required. */
  credentials: Credential[][];
  /** The document that references in its schemas point into. */
  document: Document;
  /** The header of the API key; undefined if the operation needs no key or other credentials. */
  keyHeader?: string;
  /** What the document promises about it beyond OpenAPI; empty without `x-promises`. */
  promises: Promises;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Follows `$ref` until it reaches a node without one. */
export function resolve<T>(document: Document, node: unknown, pointer: string): Located<T> {
  let current = node as { $ref?: string } | undefined;
  let at = pointer;
  for (let steps = 0; typeof current?.$ref === "string"; steps++) {
    at = pointerOf(current.$ref);
    current = nodeAt(document, at) as { $ref?: string } | undefined;
    if (current === undefined) throw new Error(`The document has a reference to something that does not exist: #${at}`);
    if (steps > 50) throw new Error(`The document has a reference that leads to itself: #${at}`);
  }
  return { node: current as T, pointer: at };
}

/** The JSON pointer of a reference within the document, in which a URI may have percent-encoded characters. */
export const pointerOf = (reference: string): string => decoded(reference.replace(/^#/, ""));

/** Returns the node at a JSON pointer (RFC 6901); undefined if there is none. */
export function nodeAt(document: unknown, pointer: string): unknown {
  let node = document;
  for (const part of pointer.split("/").slice(1))
    node = own(Object(node), part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return node;
}

/** Appends a field name to a JSON pointer. */
export const pointerTo = (pointer: string, ...names: (string | number)[]): string =>
  [pointer, ...names.map((name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");

/** Returns all operations of a document, in document order; they are read once. */
export const operationsOf: (document: Document) => Operation[] = remembered(readOperations);

function readOperations(document: Document): Operation[] {
  const known = new Set<string>();
  const prefixOf = serverPrefixes(document);
  return Object.entries(document.paths).flatMap(([path, node]) => {
    const item = resolve<PathItem>(document, node, pointerTo("/paths", path));
    return Object.keys(item.node)
      .filter((method) => METHODS.includes(method))
      .map((method) => {
        const operation = operationOf(document, path, method, item);
        // Of several operations with one operationId, the first keeps it.
        const id = known.has(operation.id) ? `${method} ${path}` : operation.id;
        known.add(id);
        const prefix = prefixOf(item.node, Object(nodeAt(document, operation.pointer)));
        return { ...operation, id, path: prefix + path };
      });
  });
}

interface PathItem {
  parameters?: unknown[];
}

interface RawOperation {
  operationId?: string;
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  security?: Record<string, string[]>[];
  "x-pagination"?: Pagination;
  "x-promises"?: unknown;
}

function operationOf(document: Document, path: string, method: string, item: Located<PathItem>): Operation {
  const pointer = pointerTo(item.pointer, method);
  const raw = nodeAt(document, pointer) as RawOperation;
  const own = (raw.parameters ?? []).map((node, i) => parameterOf(document, node, pointerTo(pointer, "parameters", i)));
  const isOwn = ({ name, in: place }: Parameter) => own.some((each) => each.name === name && each.in === place);
  const credentials = alternativesOf(schemesOf(document), raw.security ?? document.security ?? []);
  // A credential that is also described as a parameter is sent once, with the key.
  const isCredential = ({ name, in: place }: Parameter) =>
    credentials.flat().some((each) => each.in === place && each.name.toLowerCase() === name.toLowerCase());
  const parameters = [
    ...(item.node.parameters ?? [])
      .map((node, i) => parameterOf(document, node, pointerTo(item.pointer, "parameters", i)))
      .filter((shared) => !isOwn(shared)),
    ...own,
  ].filter((parameter) => !isOthers(parameter) && !isCredential(parameter));
  // The content of a GET or HEAD has no meaning (RFC 9110, 9.3.1).
  const hasBody = raw.requestBody !== undefined && !["get", "head"].includes(method);
  const body = hasBody ? bodyOf(document, raw.requestBody, pointerTo(pointer, "requestBody")) : undefined;
  return {
    id: raw.operationId ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    pointer,
    parameters,
    body,
    responses: Object.entries(raw.responses ?? {}).map(([status, node]) =>
      responseOf(document, status, node, pointerTo(pointer, "responses", status)),
    ),
    pagination: raw["x-pagination"],
    credentials,
    document,
    keyHeader: keyHeaderOf(credentials),
    promises: { ...promisesOf(document), ...operationPromises(raw["x-promises"]) },
  };
}

const schemesOf = (document: Document): Record<string, SecurityScheme> =>
  Object.fromEntries(
    Object.entries(document.components?.["securitySchemes"] ?? {}).map(([name, node]) => [
      name,
      resolve<SecurityScheme>(document, node, "").node,
    ]),
  );

/** Header parameters that OpenAPI ignores, because other parts of the document describe them (3.1.1, section 4.8.12.2.1). */
const DESCRIBED_ELSEWHERE = ["accept", "content-type", "authorization"];

/** Headers that say how a body is sent, so that another value would be about another body (RFC 9110, 8.4 and 8.6; RFC 9112, 6.1). */
const OF_TRANSFER = ["content-encoding", "content-length", "transfer-encoding"];

/** Whether a header parameter is not a value that a caller chooses. */
const isOthers = ({ name, in: place }: Parameter) =>
  place === "header" && [...DESCRIBED_ELSEWHERE, ...OF_TRANSFER].includes(name.toLowerCase());

const STYLES = { path: "simple", query: "form", header: "simple", cookie: "form" };

interface RawParameter {
  name: string;
  in: Parameter["in"];
  required?: boolean;
  schema?: Schema;
  style?: string;
  explode?: boolean;
  content?: Record<string, MediaType>;
  example?: unknown;
  examples?: Record<string, unknown>;
}

function parameterOf(document: Document, node: unknown, pointer: string): Parameter {
  const { node: raw, pointer: at } = resolve<RawParameter>(document, node, pointer);
  const [mediaType, content] = Object.entries(raw.content ?? {})[0] ?? [];
  const style = raw.style ?? STYLES[raw.in];
  return {
    name: raw.name,
    in: raw.in,
    required: raw.required ?? false,
    schema: content
      ? resolve(document, content.schema ?? {}, pointerTo(at, "content", mediaType ?? "", "schema"))
      : resolve(document, raw.schema ?? {}, pointerTo(at, "schema")),
    style,
    explode: raw.explode ?? style === "form",
    document,
    ...(mediaType === undefined ? {} : { mediaType }),
    example: examplesOf(document, content ?? raw)[0],
  };
}

/** Returns a document without the header parameters of these names, which every request has already. */
export function withoutHeaders(document: Document, names: readonly string[]): Document {
  if (names.length === 0) return document;
  const lower = names.map((name) => name.toLowerCase());
  const isOther = (node: unknown) => {
    const { in: place, name } = resolve<RawParameter>(document, node, "").node;
    return place !== "header" || !lower.includes(name.toLowerCase());
  };
  const without = (node: object): object => {
    const { parameters } = node as PathItem;
    // Paths and references are as before, and only which parameters there are changes.
    return Array.isArray(parameters) ? { ...node, parameters: parameters.filter(isOther) } : node;
  };
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([field, node]) => [
      field,
      METHODS.includes(field) ? without(Object(node)) : node,
    ]);
    return [path, without(Object.fromEntries(operations))];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

interface RawBody {
  required?: boolean;
  content?: Record<string, MediaType>;
}

function bodyOf(document: Document, node: unknown, pointer: string): Body | undefined {
  const found = resolve<RawBody>(document, node, pointer);
  const contents = Object.entries(found.node.content ?? {});
  // The suite tests JSON completely, so it sends that where a server takes it, too.
  const [mediaType, content] = contents.find(([type]) => kindOf(type) === "json") ?? contents[0] ?? [];
  if (mediaType === undefined || content === undefined) return undefined;
  const schema = resolve<Schema>(
    document,
    content.schema ?? {},
    pointerTo(found.pointer, "content", mediaType, "schema"),
  );
  return {
    required: found.node.required ?? false,
    mediaType,
    kind: isFile(mediaType, schema.node) ? "binary" : kindOf(mediaType),
    schema,
    document,
    writeOnly: writeOnlyNames(document, schema.node),
    examples: examplesOf(document, content),
    mediaTypes: Object.keys(found.node.content ?? {}),
    encoding: content.encoding ?? {},
    limits: content["x-limits"] ?? {},
  };
}

/** Whether a body of a range of media types is a file, as `format: binary` says although OpenAPI 3.1 does not define it. */
const isFile = (mediaType: string, { format, contentMediaType }: Schema): boolean =>
  mediaType.includes("*") && (format === "binary" || contentMediaType === "application/octet-stream");

function writeOnlyNames(document: Document, schema: unknown): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    const { $ref, properties } = node as { $ref?: unknown; properties?: object };
    if (typeof $ref === "string") visit(resolve(document, node, "").node);
    for (const [name, property] of Object.entries(properties ?? {}))
      if (resolve<Schema | undefined>(document, property, "").node?.writeOnly) names.add(name);
    for (const [, below] of partsOf(node)) visit(below);
  };
  visit(schema);
  return names;
}

function headerOf(document: Document, name: string, raw: unknown, at: string): ResponseHeader {
  const { node, pointer } = resolve<RawHeader>(document, raw, at);
  const [mediaType, content] = Object.entries(node.content ?? {})[0] ?? [];
  return {
    name,
    required: node.required ?? false,
    explode: node.explode ?? false,
    isJson: mediaType !== undefined,
    schema: content
      ? resolve(document, content.schema ?? {}, pointerTo(pointer, "content", mediaType ?? "", "schema"))
      : resolve(document, node.schema ?? {}, pointerTo(pointer, "schema")),
  };
}

function responseOf(document: Document, status: string, node: unknown, pointer: string): ResponseDescription {
  const found = resolve<{ headers?: Record<string, unknown>; content?: Record<string, MediaType> }>(
    document,
    node,
    pointer,
  );
  return {
    status,
    headers: Object.entries(found.node.headers ?? {}).flatMap(([name, raw]) =>
      // The media types describe it, and this is ignored (OpenAPI 3.1, section 4.8.17.1).
      name.toLowerCase() === "content-type"
        ? []
        : headerOf(document, name, raw, pointerTo(found.pointer, "headers", name)),
    ),
    content: Object.fromEntries(
      Object.entries(found.node.content ?? {}).map(([type, content]) => [
        type,
        {
          schema:
            content.schema &&
            resolve<Schema>(document, content.schema, pointerTo(found.pointer, "content", type, "schema")),
          examples: examplesOf(document, content),
        },
      ]),
    ),
  };
}

interface RawHeader {
  required?: boolean;
  explode?: boolean;
  schema?: Schema;
  content?: Record<string, MediaType>;
}

interface Encoding {
  contentType?: string;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
}

interface MediaType {
  schema?: Schema;
  encoding?: Record<string, Encoding>;
  "x-limits"?: Limits;
  example?: unknown;
  examples?: Record<string, unknown>;
}

/** Returns the examples of a schema; a keyword of the wrong type, such as a map of them, is ignored. */
export const schemaExamples = ({ examples, example }: Schema): unknown[] =>
  [...(Array.isArray(examples) ? examples : []), example].filter((each) => each !== undefined);

function examplesOf(document: Document, content: MediaType): unknown[] {
  // The value of an example with `externalValue` is not in the document.
  const named = Object.values(content.examples ?? {})
    .map((node) => resolve<{ value?: unknown }>(document, node, "").node)
    .flatMap((node) => ("value" in node ? [node.value] : []));
  return content.example === undefined ? named : [content.example, ...named];
}

/** Returns the description of a status: the exact one, otherwise its class (`4XX`), otherwise `default`. */
export function responseFor(operation: Operation, status: number): ResponseDescription | undefined {
  const find = (name: string) => operation.responses.find((response) => response.status.toUpperCase() === name);
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? find("DEFAULT");
}

/**
 * Returns the first documented success status; otherwise a redirect, beside which `default` describes errors, or else
 * `default`. If a document describes only errors, any success is expected.
 */
export function successOf({ responses }: Operation): ResponseDescription {
  const found = [/^2/, /^3(?!04)/, /^default$/, /^3/].map((pattern) =>
    responses.find(({ status }) => pattern.test(status)),
  );
  return found.find((one) => one !== undefined) ?? { status: "2XX", headers: [], content: {} };
}

/** Returns the content of a success in JSON, such as `application/json` or `application/hal+json`, if it has one. */
export function jsonSuccessOf(operation: Operation): ResponseDescription["content"][string] | undefined {
  const { content } = successOf(operation);
  return Object.entries(content).find(([mediaType]) => kindOf(mediaType) === "json")?.[1];
}

/** Whether a status matches a documented one: the same, one of its class (`2XX`), or any success for `default`. */
export function isStatus(documented: string, status: number): boolean {
  const [exact, group] = [String(status), `${Math.floor(status / 100)}XX`];
  return documented === exact || documented.toUpperCase() === group || (documented === "default" && group === "2XX");
}

/** Returns the pointer to the schema of error bodies; a `default` that describes the success does not count. */
export function errorBodyOf(operation: Operation): string | undefined {
  const described = responseFor(operation, 400);
  if (described === successOf(operation)) return undefined;
  return Object.values(described?.content ?? {})[0]?.schema?.pointer;
}
