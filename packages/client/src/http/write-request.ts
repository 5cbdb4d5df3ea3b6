import type { OperationDescriptor, SecurityScheme } from "../descriptors.js";
import { addCredentials } from "./credentials.js";
import { encodeBody } from "./encode-body.js";
import { requestInit } from "./request-init.js";

/** What a request is written from. */
export interface RequestParts {
  /** The URL of the service: an origin, and a path if it has one. */
  readonly baseUrl: string;
  readonly descriptor: OperationDescriptor;
  /** The path parameters by name. */
  readonly path?: Readonly<Record<string, unknown>>;
  /** The other parameters, by the names that the method takes them by. */
  readonly parameters?: object;
  readonly body?: unknown;
  /** The credentials, each with what is sent (`Bearer` and the like included) as its value. */
  readonly credentials?: readonly (SecurityScheme & { readonly value: string })[];
}

/** A request as it would be sent. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  /** By their names as the spec writes them; without `Content-Type` for `FormData`, whose boundary the runtime chooses. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
}

/**
 * Writes the request of an operation without sending it: parameters and body are serialized as a method would do it.
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
  const how = descriptor.body === true ? ({ kind: "json", type: "application/json" } as const) : descriptor.body;
  const hasBody = how !== undefined && body !== undefined;
  const headers = new Headers(init.headers);
  if (hasBody && how.kind === "json") headers.set("content-type", how.type);
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
    ...(hasBody && { body: encodeBody(body, how) }),
  };
}
