import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { ApiError } from "./api-error.js";
import type { Read } from "./attempt.js";
import type { paths } from "./generated/schema.js";
import type { Transport } from "./transport.js";

/** The typed openapi-fetch client: it returns `{ data, error, response }` and throws only where no answer came. */
export type RawClient = FetchClient<paths, "application/json">;

/** What {@link createRaw} makes. */
export type Raw = ReturnType<typeof createRaw>;

/** openapi-fetch, called with what the operation table says; the types of the generated methods stand for it. */
type UntypedRequest = (method: string, path: string, init: object) => Promise<{ error?: unknown; response: Response }>;

/**
 * openapi-fetch on top of the transport, and the way of the methods through its middleware.
 *
 * It takes what it needs of the client and imports nothing of it, so that bundlers can keep it in a file of its own.
 */
export function createRaw(
  { baseUrl, headers }: { baseUrl: string; headers: Record<string, string> },
  transport: Transport,
  apiError: (text: string, response: Response) => ApiError,
  Refusal: typeof ApiError,
) {
  const fetchWith =
    (onError: (error: ApiError) => void, operation?: string, read?: Read) => async (request: Request) => {
      const { method, signal } = request;
      // A Request gives its body only once.
      const content = /GET|HEAD/.test(method) ? null : await request.arrayBuffer();
      // Whatever a middleware made of it, the key goes nowhere else.
      const init = { method, signal, body: content, headers: request.headers, redirect: "manual" } as const;
      try {
        const { answer, body } = await transport(request, init, operation, read);
        return body === undefined ? answer : new Response(body, answer);
      } catch (error) {
        // The reason of a signal, or what the caller threw, may carry a response too.
        if (signal.aborted || !(error instanceof Refusal)) throw error;
        onError(error);
        return error.response;
      }
    };
  const client: RawClient = createFetchClient<paths>({
    baseUrl,
    headers,
    fetch: fetchWith(() => {}),
  });

  return {
    /** Any of its methods. */
    call: (name: string, args: unknown[]) =>
      (client as unknown as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args),

    /** A request of a method: as the transport would send it, through the middleware. */
    async send(method: string, path: string, init: object, operation: string, read: Read) {
      let thrown: ApiError | undefined;
      const { error, response } = await (client.request as UntypedRequest)(method, path, {
        ...init,
        bodySerializer: String,
        parseAs: "stream",
        fetch: fetchWith((reason) => (thrown = reason), operation, read),
      });
      if (!response.ok) throw thrown ?? Object.assign(apiError(JSON.stringify(error), response), { operation });
      return { answer: response, data: read(response.body ? await response.json() : undefined) };
    },
  };
}
