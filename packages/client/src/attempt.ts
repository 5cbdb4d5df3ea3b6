import { gist } from "./api-error.js";
import { MAX_TIMER } from "./brake.js";
import { ClientError, type ErrorContext, InvalidResponseError, NetworkError, TimeoutError } from "./errors.js";
import { apiKeyHeader } from "./generated/operation-table.js";
import { failureCode } from "./retry.js";

/** What one attempt needs to know. */
export interface Attempt {
  request: Request;
  /** The body as text; a Request gives its own only once. */
  body: string | undefined;
  fetch: typeof globalThis.fetch;
  key: string;
  /** In milliseconds. */
  timeout: number;
  context: ErrorContext & { method: string; path: string };
  /** Throws where the parsed body of a success is not the promised one; none for a request through `client.raw`. */
  check: ((body: unknown) => void) | undefined;
}

/** How much of an error body is read: more would help nobody. */
const MAX_ERROR_BODY = 65_536;
const MAX_REDIRECTS = 5;

/**
 * Sends a request once and reads its body, all within the timeout.
 *
 * The answer comes back with its body read: `text()`, `json()` and `clone()` serve it from memory, as often as asked.
 */
export async function attempt(given: Attempt): Promise<Response> {
  const { request, key, timeout, context } = given;
  const { signal } = request;
  const headers = new Headers(request.headers);
  try {
    headers.set(apiKeyHeader, key);
  } catch {
    // The runtime's own error quotes the value.
    throw new ClientError("apiKey is not a valid header value", context);
  }
  const controller = new AbortController();
  const relay = () => controller.abort(signal.reason);
  const timer = timeout < MAX_TIMER ? setTimeout(() => controller.abort(), timeout) : undefined;
  signal.addEventListener("abort", relay);
  let response: Response | undefined;
  try {
    const init: RequestInit = { headers, signal: controller.signal, redirect: "manual" };
    if (given.body) init.body = given.body;
    response = await follow(given, init);
    Object.assign(context, { status: response.status, requestId: requestId(response) });
    return await readBody(response, given);
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    if (cause instanceof ClientError) throw Object.assign(cause, context);
    if (controller.signal.aborted)
      throw new TimeoutError(`no complete answer within ${timeout} ms`, { ...context, cause });
    const reason = failureCode(cause) ?? (cause as Error).message;
    throw response
      ? new InvalidResponseError(`the answer was cut: ${reason}`, { ...context, cause })
      : new NetworkError(`no answer: ${reason}`, { ...context, cause });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", relay);
  }
}

/** Fetches; a redirect is followed within the origin only, since a runtime would take the key along to another one. */
async function follow({ request, fetch, context }: Attempt, init: RequestInit): Promise<Response> {
  for (let hops = 0, target = request; ; hops++) {
    const response = await fetch(target, init);
    const { status } = response;
    const location = response.headers.get("location");
    // Browsers hide where a redirect leads to.
    const hidden = response.type === "opaqueredirect";
    if (!hidden && !(location && status > 300 && status < 400)) return response;
    await response.body?.cancel();
    const to = new URL(location ?? "", target.url);
    const repeats = request.method === "GET" || status > 306;
    if (hidden || to.origin !== new URL(target.url).origin || !repeats || hops === MAX_REDIRECTS)
      throw new InvalidResponseError(
        `a redirect to ${location ? to.origin + to.pathname : "elsewhere"} was not followed`,
        {
          ...context,
          status,
        },
      );
    target = new Request(to, { method: request.method });
  }
}

async function readBody(response: Response, { key, context, check }: Attempt): Promise<Response> {
  const { ok, status, headers } = response;
  const isJson = /[/+]json/.test(headers.get("content-type") ?? "");
  // What client.raw asks for may be anything, a stream even.
  if (ok && !check && !isJson) return response;
  const plain = (text: string) => (key ? text.replaceAll(key, "[apiKey]") : text);
  const text = ok ? await response.text() : plain(await readStart(response));
  let data: unknown = text;
  try {
    data = JSON.parse(text);
  } catch {
    // No cause: the runtime's own error quotes the text, and a server may echo the key.
    if (ok && (check ? status !== 204 : text))
      throw new InvalidResponseError(`not JSON: ${gist(plain(text)) || "an empty body"}`, context);
  }
  if (ok) check?.(data);
  return Object.assign(response, {
    text: async () => text,
    json: async () => data,
    clone: () => new Response(text || null, response),
  });
}

async function readStart({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader && text.length < MAX_ERROR_BODY) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

/** The identifier that the server gave to a request. */
export const requestId = ({ headers }: Response) =>
  headers.get("x-request-id") ?? headers.get("x-correlation-id") ?? undefined;
