import type { OperationDescriptor } from "../descriptors.js";
import { ApiError } from "../errors/api-error.js";
import { requestIdOf } from "../errors/client-error.js";
import { InvalidResponseError } from "../errors/invalid-response-error.js";
import { type CallOptions, type ClientOptions, DEFAULTS, retryOptions } from "../options.js";
import type { RawClient } from "../raw-client.js";
import { errorOf, parse, type Read, type Received, UnexpectedBody } from "./attempt.js";
import { BufferedResponse } from "./buffered-response.js";
import type { WithResponse } from "./response-promise.js";
import type { Call, Transport } from "./transport.js";

/** One call of a method. */
export interface MethodCall {
  operation: string;
  descriptor: OperationDescriptor;
  path: Record<string, unknown>;
  query: object | undefined;
  body: unknown;
  options: CallOptions;
}

/** Sends the request of a method; resolves to what `read` makes of the body. */
export type Send = <T>(call: MethodCall, read: Read<T>) => Promise<WithResponse<T>>;

/** openapi-fetch, called with what the operation table says; the types of the generated methods stand for it. */
type UntypedRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: string; error?: unknown; response: Response }>;

/** How requests are sent if no call says otherwise. */
export function callDefaults({ timeout = DEFAULTS.timeout, retry }: ClientOptions): Call {
  return { timeout, retry: retryOptions(retry, DEFAULTS.retry) };
}

/**
 * The transport as the `fetch` of openapi-fetch: an error status is a response, and what else goes wrong is thrown.
 *
 * @param note told of the outcome, which has more to it than the response
 */
export const asFetch =
  (transport: Transport, call: Call, note?: (outcome: Received | ApiError) => void) => async (request: Request) => {
    try {
      const received = await transport(request, call);
      note?.(received);
      return received.response;
    } catch (error) {
      // The reason of a signal may be an error of another call.
      if (!(error instanceof ApiError) || (call.signal ?? request.signal).aborted) throw error;
      note?.(error);
      return error.response;
    }
  };

/** Makes what sends the requests of the methods: through openapi-fetch, its middleware, and the transport beneath. */
export function createSend(raw: RawClient, transport: Transport, client: ClientOptions): Send {
  const defaults = callDefaults(client);
  return async <T>(call: MethodCall, read: Read<T>): Promise<WithResponse<T>> => {
    const { operation, descriptor, path, query, body, options } = call;
    let isValidated = false;
    const readValidated: Read<T> = (parsed) => {
      const violation = isValidated ? undefined : client.validate?.(operation, parsed);
      if (violation) throw new UnexpectedBody(violation);
      return read(parsed);
    };
    let outcome: Received | ApiError | undefined;
    const { signal, timeout = defaults.timeout, retry } = options;
    const fetch = asFetch(
      transport,
      { operation, signal, timeout, retry: retryOptions(retry, defaults.retry), read: readValidated },
      (noted) => {
        outcome = noted;
      },
    );
    const { data, error, response } = await (raw.request as UntypedRequest)(descriptor.method, descriptor.path, {
      params: { path, query },
      body,
      headers: options.headers,
      parseAs: "text",
      fetch,
    });
    const { headers } = response;
    if (outcome?.response === response) {
      if (outcome instanceof ApiError) throw outcome;
      return { data: outcome.data as T, response, requestId: requestIdOf(headers) };
    }
    // Once for each response of the server: what a middleware makes of one that was validated is its own business.
    isValidated = outcome !== undefined;
    const text: string | undefined = data ?? (typeof error === "string" ? error : JSON.stringify(error));
    const foreign = new BufferedResponse(text || null, response);
    return {
      data: readForeign(foreign, text, readValidated, call),
      response: foreign,
      requestId: requestIdOf(headers),
    };
  };
}

/** Reads a response that a middleware made. */
function readForeign<T>(response: Response, text: string | undefined, read: Read<T>, call: MethodCall): T {
  const { method, path } = call.descriptor;
  const context = { operation: call.operation, method, path };
  if (!response.ok) throw errorOf(text ?? "", response, context);
  const { status, headers } = response;
  return parse(text, read, String, (reason, message) => {
    throw new InvalidResponseError(reason, message, { ...context, status, headers });
  });
}
