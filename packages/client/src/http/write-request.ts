import type { OperationDescriptor, SecurityScheme } from "../descriptors.js";
import { addCredentials } from "./credentials.js";
import { bodyOf, encodeBody } from "./encode-body.js";
import { requestInit } from "./request-init.js";

/** The parts that {@link writeRequest} builds a request from. */
export interface RequestParts {
  /** The URL of the service: an origin, and a path if it has one. */
  readonly baseUrl: string;
  readonly descriptor: OperationDescriptor;
  /** The path parameters by name. */
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  /** The other parameters, by the names that the client's method uses. */
  readonly parameters?: object | undefined;
  readonly body?: unknown;
  /** The credentials. Each `value` is sent as given, so include a prefix such as `Bearer `. */
  readonly credentials?: readonly (SecurityScheme & { readonly value: string })[] | undefined;
}

/** The request that would be sent. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  /**
   * The headers, with names spelled as in the spec. `Content-Type` is missing for `FormData`, because the runtime
   * chooses the boundary.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

/**
 * Builds the request of an operation without sending it. Parameters and body are serialized as the client's methods do.
 *
 * @throws TypeError for a path parameter that would lead to another path
 * @example
 * const { url } = writeRequest({ baseUrl, descriptor: { method: "GET", path: "/pets/{id}" }, path: { id: "a/b" } });
 * // "https://pets.example.com/pets/a%2Fb"
 */
export function writeRequest({
  baseUrl,
  descriptor,
  path = {},
  parameters,
  body,
  credentials = [],
}: RequestParts): WrittenRequest {
  const call = { operation: "", descriptor, path: { ...path }, query: parameters, body, options: {} };
  const init = requestInit(call);
  const how = bodyOf(descriptor, body);
  const headers = new Headers();
  for (const [name, value] of Object.entries(init.headers)) if (value !== null) headers.set(name, value);
  const search = init.querySerializer();
  const target = init.pathSerializer(descriptor.path) + (search && `?${search}`);
  const url = addCredentials(baseUrl.replace(/\/+$/, "") + target, headers, [...credentials]);
  // `Headers` has all names in lower case.
  const names = [
    ...Object.keys(init.headers),
    ...credentials.map(({ name }) => name),
    "Accept",
    "Content-Type",
    "Cookie",
  ];
  const spelled = new Map(names.map((name) => [name.toLowerCase(), name]));
  return {
    method: descriptor.method,
    url,
    headers: Object.fromEntries([...headers].map(([name, value]) => [spelled.get(name) ?? name, value])),
    ...(how && { body: encodeBody(body, how) }),
  };
}
