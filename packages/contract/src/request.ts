import type { Operation, Parameter } from "./document.js";
import type { WireRequest } from "./target.js";

/** What goes into a request of an operation, before it is written out. */
export interface Inputs {
  path?: Record<string, unknown>;
  /** Pairs rather than an object, so that a name can be there twice. */
  query?: [name: string, value: string][];
  /** A JSON value; it is written out as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  rawBody?: string | Uint8Array;
  /** Added last; an empty value takes a header away. */
  headers?: Record<string, string>;
}

/** Writes a request out: parameters that are required and not given take their base value. */
export function requestOf(operation: Operation, inputs: Inputs, apiKey: string): WireRequest {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((other) => other.in === "path" && other.name === name);
    return encodeURIComponent(String(inputs.path?.[name] ?? (parameter && parameterBase(parameter))));
  });
  const query = inputs.query ?? [];
  const given = new Set(query.map(([name]) => name));
  const required = operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.required && !given.has(parameter.name))
    .map((parameter): [string, string] => [parameter.name, String(parameterBase(parameter))]);
  const search = [...query, ...required]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
  const body = inputs.rawBody ?? (inputs.body === undefined ? undefined : JSON.stringify(inputs.body));
  const headers: Record<string, string> = {
    Accept: "application/json",
    ...(operation.keyHeader ? { [operation.keyHeader]: apiKey } : {}),
    ...(body === undefined ? {} : { "Content-Type": operation.body?.mediaType ?? "application/json" }),
    ...inputs.headers,
  };
  for (const [name, value] of Object.entries(headers)) if (value === "") delete headers[name];
  return { method: operation.method, path: search ? `${path}?${search}` : path, headers, body };
}

/** A valid value of a parameter: its example, else one of its schema's keywords. */
function parameterBase({ example, schema: { node } }: Parameter): unknown {
  return example ?? node.const ?? node.enum?.[0] ?? node.default ?? node.examples?.[0] ?? node.minimum ?? "x";
}
