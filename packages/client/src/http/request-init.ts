import type { OperationDescriptor, ParameterDescriptor } from "../descriptors.js";
import type { CallOptions } from "../options.js";
import { own } from "../own.js";
import { contentTypeOf, encodeBody } from "./encode-body.js";
import { serializeHeader, serializePairs, serializeParameters, serializePath } from "./serialize.js";

/** The arguments of a method call. */
export interface MethodCall {
  operation: string;
  descriptor: OperationDescriptor;
  path: Record<string, unknown>;
  /** The parameters in query, headers and cookies. */
  query: object | undefined;
  body: unknown;
  options: CallOptions;
}

/**
 * Builds the options for openapi-fetch from a method call: each parameter in its location, serialized as the spec
 * requires.
 */
export function requestInit({ descriptor, path, query = {}, body, options }: MethodCall) {
  const { parameters = {}, accept } = descriptor;
  const placed = Object.entries(query).map(([key, value]) => ({ key, value, how: own(parameters, key) ?? {} }));
  const inQuery = Object.fromEntries(placed.filter(({ how }) => !how.in).map(({ key, value }) => [key, value]));
  return {
    params: { path, query: inQuery },
    pathSerializer: (template: string) => serializePath(template, path, parameters),
    querySerializer: () => serializeParameters(inQuery, parameters),
    headers: { ...(accept && { accept }), ...headersOf(placed), ...bodyHeaders(descriptor, body), ...options.headers },
    ...bodyInit(descriptor, body),
  };
}

interface Placed {
  key: string;
  value: unknown;
  how: ParameterDescriptor;
}

/** Returns the headers with the parameters that are sent in headers and cookies. */
function headersOf(placed: Placed[]): Record<string, string> {
  const given = placed.filter(({ value }) => value !== undefined && value !== null);
  const headers = given
    .filter(({ how }) => how.in === "header")
    .map(({ key, value, how }) => [how.name ?? key, serializeHeader(value, how)]);
  const cookies = given
    .filter(({ how }) => how.in === "cookie")
    .flatMap(({ key, value, how }) => serializePairs(how.name ?? key, value, how));
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { cookie: cookies.join("; ") }) };
}

function bodyHeaders({ body: how }: OperationDescriptor, body: unknown): Record<string, string> {
  const type = body === undefined || !how || how === true ? undefined : contentTypeOf(body, how);
  return type ? { "content-type": type } : {};
}

function bodyInit({ body: how }: OperationDescriptor, body: unknown): object {
  if (!how || how === true || body === undefined) return { body };
  // A stream is read before it is sent, since an attempt may be repeated; runtimes require `duplex` for it.
  const stream = body instanceof ReadableStream && { duplex: "half" };
  return { body, bodySerializer: () => encodeBody(body, how), ...stream };
}
