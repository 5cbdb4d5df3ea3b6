import type { OperationDescriptor, ParameterDescriptor } from "../descriptors.js";
import type { CallOptions } from "../options.js";
import { own } from "../own.js";
import { bodyOf, contentTypeOf, encodeBody } from "./encode-body.js";
import { serializeHeader, serializePairs, serializePath } from "./serialize.js";

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
  const how = bodyOf(descriptor, body);
  const type = how ? contentTypeOf(body, how) : null;
  const contentType = { "content-type": type };
  const inQuery = Object.fromEntries(Object.entries(query).filter(([key]) => !own(parameters, key)?.in));
  return {
    params: { path, query: inQuery },
    pathSerializer: (template: string) => serializePath(template, path, parameters),
    querySerializer: () => pairsIn(undefined, placed).join("&"),
    headers: {
      ...(accept && { accept }),
      ...headersOf(placed),
      ...(type && contentType),
      ...options.headers,
      // In openapi-fetch, null removes a header, including one of the client.
      ...(!type && contentType),
    },
    body,
    // Bytes are a body that is serialized already, from callers that must not change it.
    ...(how && { bodySerializer: () => (ArrayBuffer.isView(body) ? body : encodeBody(body, how)) }),
    // A stream is read before it is sent, since an attempt may be repeated; runtimes require `duplex` for it.
    ...(body instanceof ReadableStream && { duplex: "half" }),
  };
}

interface Placed {
  key: string;
  value: unknown;
  how: ParameterDescriptor;
}

/** Returns the parameters that are sent in the query or in cookies. */
const pairsIn = (place: ParameterDescriptor["in"], placed: Placed[]): string[] =>
  placed.flatMap(({ key, value, how }) => (how.in === place ? serializePairs(how.name ?? key, value, how) : []));

/** Returns the headers with the parameters that are sent in headers and cookies. */
function headersOf(placed: Placed[]): Record<string, string> {
  const cookies = pairsIn("cookie", placed);
  const headers = placed
    .filter(({ value, how }) => how.in === "header" && value !== undefined && value !== null)
    .map(({ key, value, how }) => [how.name ?? key, serializeHeader(value, how)]);
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { cookie: cookies.join("; ") }) };
}
