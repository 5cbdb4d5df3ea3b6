import { ApiError, type Client, createClient } from "@metadata-service/client";
import { WAIT_LIMIT } from "../../../../vitest.base.js";
import { type Document, type Operation, operationsOf } from "../../src/document/document.js";
import type { Target, WireRequest, WireResponse } from "../../src/index.js";
import { judgeRequest } from "./judge-request.js";

type Method = (...args: unknown[]) => Promise<unknown> & { page(): Promise<unknown> };

/**
 * Uses the client as a target: each request of a case becomes a call of a client method, and what the method returns or
 * throws becomes the response. A case that passes shows that the client sent the right request, and lost or altered
 * nothing in the response. The request is validated against the document too.
 */
export function clientTarget(document: Document, inner: Target & { baseUrl: string }): Target {
  const operations = operationsOf(document);
  return {
    ...inner,
    name: `client over ${inner.name}`,
    speaks: "methods",
    async send(request) {
      const call = callOf(operations, request);
      let wire: Response | undefined;
      const client = createClient({
        baseUrl: inner.baseUrl,
        apiKey: call.apiKey,
        headers: call.headers,
        retry: false,
        // As long as a test may take, so that a busy machine does not lead to failures.
        timeout: WAIT_LIMIT,
        fetch: async (input, init) => {
          const sent = new Request(input, init);
          await judgeRequest(call.operation, sent.clone(), request);
          wire = await fetch(sent);
          return wire;
        },
      });
      try {
        const method = (client as unknown as Record<keyof Client, Method>)[call.operation.id as keyof Client];
        const result = method(...call.args);
        const body = await (call.operation.pagination ? result.page() : result);
        return answer(wire, body);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { errorCode, message, errors } = error;
        return answer(error.response, { errorCode, message, ...(errors && { errors }) });
      }
    },
  };
}

/** The response as users of the client see it: status and headers from the network, the body as returned. */
function answer(response: Response | undefined, body: unknown): WireResponse {
  if (!response) throw new Error("the client returned without sending a request");
  return { status: response.status, headers: Object.fromEntries(response.headers), body: JSON.stringify(body) };
}

/** Converts a serialized request to the arguments of a method. */
function callOf(operations: Operation[], { method, path, headers, body }: WireRequest) {
  const url = new URL(path, "http://client.invalid");
  for (const operation of operations.filter((other) => other.method === method)) {
    const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const pattern = operation.path.replaceAll(/\{[^}]+\}/g, "([^/]+)");
    const match = new RegExp(`^${pattern}$`).exec(url.pathname);
    if (!match) continue;
    const query: Record<string, string | string[]> = {};
    for (const name of new Set(url.searchParams.keys())) {
      const values = url.searchParams.getAll(name);
      query[name] = values.length === 1 ? (values[0] ?? "") : values;
    }
    const hasQuery = operation.parameters.some((parameter) => parameter.in === "query");
    const { [operation.keyHeader ?? ""]: apiKey = "", Accept: _a, "Content-Type": _c, ...rest } = headers;
    return {
      operation,
      apiKey,
      headers: rest,
      args: [
        ...match.slice(1, names.length + 1).map(decodeURIComponent),
        ...(operation.body ? [JSON.parse(String(body))] : []),
        ...(hasQuery ? [query] : []),
      ],
    };
  }
  throw new Error(`no client method sends ${method} ${path}`);
}
