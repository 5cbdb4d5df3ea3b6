import { type BodyKind, kindOf } from "./body-kind.js";
import { alternativesOf, type Credential, keyHeaderOf, type SecurityScheme } from "./credentials.js";

/** The parts of an OpenAPI 3.1 document that the suite reads. */
export interface Document {
  info: { title: string; version: string };
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, unknown>>;
  components?: Record<string, Record<string, unknown>>;
  [member: string]: unknown;
}

/** A JSON Schema (2020-12) of such a document; `$ref` points inside the document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
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
  readOnly?: boolean;
}

/** A node of the document together with the JSON pointer that leads to it, references followed. */
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
  /** Of a parameter that is described by `content`; it is written in that media type, which is JSON. */
  mediaType?: string;
  example?: unknown;
}

/** What is sent in the body, in the first media type that is documented. */
export interface Body {
  required: boolean;
  mediaType: string;
  kind: BodyKind;
  schema: Located<Schema>;
  examples: unknown[];
  /** All media types that are documented. */
  mediaTypes: string[];
}

export interface ResponseHeader {
  name: string;
  required: boolean;
  schema: Located<Schema>;
  /** How an object is written by the style `simple`. */
  explode: boolean;
  /** Whether its text is JSON, since it is described by `content`. */
  isJson: boolean;
}

export interface ResponseDescription {
  /** As the document writes it: `201`, `4XX`, `default`. */
  status: string;
  headers: ResponseHeader[];
  /** By media type. */
  content: Record<string, { schema?: Located<Schema>; examples: unknown[] }>;
}

/** How a list operation pages, from `x-pagination`. */
export interface Pagination {
  shape: "standard" | "linked" | "array";
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
  /** By what requests are let in, each alternative with all its credentials; empty where nothing is asked for. */
  credentials: Credential[][];
  /** Where references in its schemas lead. */
  document: Document;
  /** The header that carries the API key; none where the operation needs no key, or something else. */
  keyHeader?: string;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Follows `$ref` until it reaches a node without one. */
export function resolve<T>(document: Document, node: unknown, pointer: string): Located<T> {
  let current = node as { $ref?: string } | undefined;
  let at = pointer;
  for (let steps = 0; typeof current?.$ref === "string"; steps++) {
    at = current.$ref.replace(/^#/, "");
    current = nodeAt(document, at) as { $ref?: string } | undefined;
    if (current === undefined) throw new Error(`The document has a reference to something that does not exist: #${at}`);
    if (steps > 50) throw new Error(`The document has a reference that leads to itself: #${at}`);
  }
  return { node: current as T, pointer: at };
}

/** The node that a JSON pointer (RFC 6901) leads to; undefined if there is none. */
export function nodeAt(document: unknown, pointer: string): unknown {
  let node = document;
  for (const part of pointer.split("/").slice(1))
    node = (node as Record<string, unknown> | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
  return node;
}

/** A JSON pointer to a field of what another pointer leads to. */
export const member = (pointer: string, ...names: (string | number)[]): string =>
  [pointer, ...names.map((name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");

/** All operations of a document, in its order. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => METHODS.includes(method))
      .map((method) => operationOf(document, path, method)),
  );
}

function operationOf(document: Document, path: string, method: string): Operation {
  const pointer = member("/paths", path, method);
  const item = document.paths[path] as { parameters?: unknown[] };
  const raw = nodeAt(document, pointer) as {
    operationId?: string;
    parameters?: unknown[];
    requestBody?: unknown;
    responses: Record<string, unknown>;
    security?: Record<string, string[]>[];
    "x-pagination"?: Pagination;
  };
  const own = (raw.parameters ?? []).map((node, i) => parameterOf(document, node, member(pointer, "parameters", i)));
  const isOwn = ({ name, in: place }: Parameter) => own.some((each) => each.name === name && each.in === place);
  const parameters = [
    ...(item.parameters ?? [])
      .map((node, i) => parameterOf(document, node, member("/paths", path, "parameters", i)))
      .filter((shared) => !isOwn(shared)),
    ...own,
  ].filter((parameter) => !isOthers(parameter));
  const credentials = alternativesOf(schemesOf(document), raw.security ?? document.security ?? []);
  return {
    id: raw.operationId ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    pointer,
    parameters,
    body: raw.requestBody === undefined ? undefined : bodyOf(document, raw.requestBody, member(pointer, "requestBody")),
    responses: Object.entries(raw.responses).map(([status, node]) =>
      responseOf(document, status, node, member(pointer, "responses", status)),
    ),
    pagination: raw["x-pagination"],
    credentials,
    document,
    keyHeader: keyHeaderOf(credentials),
  };
}

const schemesOf = (document: Document): Record<string, SecurityScheme> =>
  Object.fromEntries(
    Object.entries(document.components?.["securitySchemes"] ?? {}).map(([name, node]) => [
      name,
      resolve<SecurityScheme>(document, node, "").node,
    ]),
  );

/** Headers that OpenAPI leaves to other parts of a document (4.8.12.1). */
const isOthers = ({ name, in: place }: Parameter) =>
  place === "header" && ["accept", "content-type", "authorization"].includes(name.toLowerCase());

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
      ? resolve(document, content.schema ?? {}, member(at, "content", mediaType ?? "", "schema"))
      : resolve(document, raw.schema ?? {}, member(at, "schema")),
    style,
    explode: raw.explode ?? style === "form",
    ...(mediaType === undefined ? {} : { mediaType }),
    example: examplesOf(document, content ?? raw)[0],
  };
}

function bodyOf(document: Document, node: unknown, pointer: string): Body | undefined {
  const found = resolve<{ required?: boolean; content: Record<string, MediaType> }>(document, node, pointer);
  const [mediaType, content] = Object.entries(found.node.content)[0] ?? [];
  if (mediaType === undefined || content === undefined) return undefined;
  return {
    required: found.node.required ?? false,
    mediaType,
    kind: kindOf(mediaType),
    schema: resolve(document, content.schema ?? {}, member(found.pointer, "content", mediaType, "schema")),
    examples: examplesOf(document, content),
    mediaTypes: Object.keys(found.node.content),
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
    headers: Object.entries(found.node.headers ?? {}).map(([name, raw]) => {
      const at = member(found.pointer, "headers", name);
      const { node, pointer } = resolve<RawHeader>(document, raw, at);
      const [mediaType, content] = Object.entries(node.content ?? {})[0] ?? [];
      return {
        name,
        required: node.required ?? false,
        explode: node.explode ?? false,
        isJson: mediaType !== undefined,
        schema: content
          ? resolve(document, content.schema ?? {}, member(pointer, "content", mediaType ?? "", "schema"))
          : resolve(document, node.schema ?? {}, member(pointer, "schema")),
      };
    }),
    content: Object.fromEntries(
      Object.entries(found.node.content ?? {}).map(([type, content]) => [
        type,
        {
          schema:
            content.schema &&
            resolve<Schema>(document, content.schema, member(found.pointer, "content", type, "schema")),
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

interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, unknown>;
}

function examplesOf(document: Document, content: MediaType): unknown[] {
  // An example with an `externalValue` has its value elsewhere.
  const named = Object.values(content.examples ?? {})
    .map((node) => resolve<{ value?: unknown }>(document, node, "").node)
    .flatMap((node) => ("value" in node ? [node.value] : []));
  return content.example === undefined ? named : [content.example, ...named];
}

/** The description of a status: the exact one, else its class (`4XX`), else `default`. */
export function responseFor(operation: Operation, status: number): ResponseDescription | undefined {
  const find = (name: string) => operation.responses.find((response) => response.status.toUpperCase() === name);
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? find("DEFAULT");
}

/** The first documented status of success; `default`, where it is all that there is. */
export function successOf(operation: Operation): ResponseDescription {
  const found =
    operation.responses.find(({ status }) => status.startsWith("2")) ??
    operation.responses.find(({ status }) => status === "default");
  if (!found) throw new Error(`${operation.id} documents no status of success`);
  return found;
}

/** Whether a status is the one documented: itself, one of its class (`2XX`), or any success for a `default`. */
export function isStatus(documented: string, status: number): boolean {
  const [exact, group] = [String(status), `${Math.floor(status / 100)}XX`];
  return documented === exact || documented.toUpperCase() === group || (documented === "default" && group === "2XX");
}
