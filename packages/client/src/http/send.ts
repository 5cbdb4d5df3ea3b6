import { ApiError } from "../errors/api-error.js";
import { requestIdOf } from "../errors/client-error.js";
import { type ClientOptions, limitsOf } from "../options.js";
import type { RawClient } from "../raw-client.js";
import { errorOf, formatFor, isResult, parse, type Read, type Received } from "./attempt.js";
import { BufferedResponse } from "./buffered-response.js";
import { UnexpectedBody } from "./read-body.js";
import { type MethodCall, requestInit } from "./request-init.js";
import type { WithResponse } from "./response-promise.js";
import type { Call, Transport } from "./transport.js";

/** Sends the request of a method; resolves to the result of `read` for the body. */
export type Send = <T>(call: MethodCall, read: Read<T>) => Promise<WithResponse<T>>;

/**
 * openapi-fetch, called with the values of the operation table; the types of the generated methods guarantee that they
 * fit.
 */
type UntypedRequest = (method: string, path: string, init: object) => Promise<RawResult>;

interface RawResult {
  data?: string | Blob;
  error?: unknown;
  response: Response;
}

/**
 * The transport as the `fetch` of openapi-fetch: it returns responses with an error status, and throws all other
 * errors.
 *
 * @param note called with the result, which contains more than the response
 */
export const asFetch =
  (transport: Transport, call: Call, note?: (outcome: Received | ApiError) => void) => async (request: Request) => {
    try {
      const received = await transport(request, call);
      note?.(received);
      return received.response;
    } catch (error) {
      if (!error) return throwing(error);
      // The reason of a signal may be an error of another call.
      if (!(error instanceof ApiError) || (call.signal ?? request.signal).aborted) throw error;
      note?.(error);
      return error.response;
    }
  };

/** A response that throws the error when it is used, because openapi-fetch ignores an error such as null or 0. */
const throwing = (error: unknown): Response =>
  new Proxy({} as Response, {
    get(_, name) {
      // Otherwise, returning it from an async function would throw.
      if (name !== "then") throw error;
    },
  });

/**
 * Creates the function that sends the requests of the methods: through openapi-fetch, its middleware and the transport.
 */
export function createSend(raw: RawClient, transport: Transport, client: ClientOptions): Send {
  const defaults = limitsOf(client);
  return async <T>(call: MethodCall, read: Read<T>): Promise<WithResponse<T>> => {
    const { operation, descriptor, options } = call;
    const { security, returns: format, mayBeEmpty } = descriptor;
    let isValidated = false;
    const readValidated: Read<T> = (parsed, text) => {
      const isExempt = isValidated || format || (mayBeEmpty && parsed === undefined);
      const violation = isExempt ? undefined : client.validate?.(operation, parsed);
      if (violation !== undefined) throw new UnexpectedBody(violation);
      return read(parsed, text);
    };
    let outcome: Received | ApiError | undefined;
    const { signal } = options;
    const fetch = asFetch(
      transport,
      { ...limitsOf(options, defaults), operation, signal, read: readValidated, security, format, mayBeEmpty },
      (noted) => {
        outcome = noted;
      },
    );
    const result = await (raw.request as UntypedRequest)(descriptor.method, descriptor.path, {
      ...requestInit(call),
      parseAs: format === "binary" ? "blob" : "text",
      fetch,
    });
    const { response } = result;
    if (outcome?.response === response) {
      if (outcome instanceof ApiError) throw outcome;
      return { data: outcome.data as T, response, requestId: requestIdOf(response.headers) };
    }
    // The transport has validated the server's response. Changes that a middleware makes afterwards are not validated.
    isValidated = outcome !== undefined;
    return readReplaced(result, readValidated, call);
  };
}

/** Reads a response that a middleware created. */
function readReplaced<T>({ data, error, response }: RawResult, read: Read<T>, call: MethodCall): WithResponse<T> {
  const { status, headers } = response;
  const body = data ?? (typeof error === "string" ? error : JSON.stringify(error));
  const foreign = new BufferedResponse(body || null, response);
  const { operation, descriptor } = call;
  const { method, path, returns: format, mayBeEmpty } = descriptor;
  const context = { operation, method, path };
  if (!isResult(response, format)) throw errorOf(`${body ?? ""}`, foreign, context);
  return {
    data: parse(mayBeEmpty ? body || undefined : body, {
      read,
      redact: String,
      context: () => ({ ...context, status, headers }),
      format: formatFor(format, response),
      headers,
      url: response.url,
    }),
    response: foreign,
    requestId: requestIdOf(headers),
  };
}
