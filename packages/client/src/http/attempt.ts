import type { ResultFormat, SecurityNeeds } from "../descriptors.js";
import { apiError } from "../errors/api-error.js";
import { ClientError, type ErrorContext, requestIdOf } from "../errors/client-error.js";
import { describePage, excerpt } from "../errors/excerpt.js";
import { InvalidResponseError } from "../errors/invalid-response-error.js";
import { NetworkError, TimeoutError } from "../errors/network-error.js";
import type { EventContext } from "../events.js";
import { type ClientOptions, DEFAULTS } from "../options.js";
import { abortable, timer } from "./abort.js";
import { BufferedResponse } from "./buffered-response.js";
import { addCredentials, readCredentials } from "./credentials.js";
import { now } from "./limiter.js";
import { type Body, join, readBody, UnexpectedBody } from "./read-body.js";
import { type Redact, redactCause, redactHeaders, redactor } from "./redact.js";
import { codeOf } from "./retry-policy.js";

/**
 * Converts the parsed body of a successful response to the result of an operation; throws {@link UnexpectedBody} if the
 * body is not as documented. The text of a JSON body shows numbers as they were sent.
 */
export type Read<T = unknown> = (body: unknown, text?: string) => T;

/** A request as it is sent in each attempt, without the key. */
export interface Outgoing {
  url: string;
  init: RequestInit & { headers: Headers };
}

export interface AttemptOptions {
  context: EventContext;
  signal: AbortSignal | undefined;
  timeout: number;
  /** Undefined for a request through `client.raw`, whose body may be anything. */
  read?: Read;
  /** The format of a successful response body, if it is not JSON. */
  format?: ResultFormat | undefined;
  /** Whether a successful response may have an empty body. */
  mayBeEmpty?: boolean | undefined;
  /** The security schemes that the operation needs, if these are not the usual ones. */
  security?: SecurityNeeds | undefined;
}

/** A successful response, with its body in memory. */
export interface Received<T = unknown> {
  /** The result of reading the body; undefined for a request through `client.raw`. */
  data: T;
  response: Response;
}

/** The state of an attempt in progress. */
interface Progress {
  /** Set when the credentials are known, just before the request is sent. */
  redact?: Redact;
  /** Set when the response headers have arrived. */
  response?: Response;
  /** The parts of the body that have arrived. */
  chunks: Uint8Array<ArrayBuffer>[];
}

/**
 * Sends a request once and reads its body, all within the timeout.
 *
 * @throws ClientError if the attempt fails
 * @throws the reason of the signal, and errors of the caller's functions, unchanged
 */
export async function attempt(client: ClientOptions, outgoing: Outgoing, options: AttemptOptions): Promise<Received> {
  const { context, signal, timeout } = options;
  const sentAt = now();
  const progress: Progress = { chunks: [] };
  let body: Body;
  try {
    body = await withTimeout(
      signal,
      timeout,
      (attemptSignal) => exchange(client, outgoing, options, progress, attemptSignal),
      () =>
        new TimeoutError(
          `no complete response from ${new URL(outgoing.url).origin} within ${timeout} ms`,
          contextOf(context, progress),
        ),
    );
  } catch (error) {
    const { response, redact, chunks } = progress;
    // Before the request is sent, only the caller's functions can fail.
    if (signal?.aborted || !redact) throw error;
    if (!response || response.ok) throw lostError(error, contextOf(context, progress), progress, outgoing.url);
    // An error status says what happened, with or without the rest of its body.
    body = join(chunks);
  } finally {
    const { response, redact = String } = progress;
    if (response) {
      const { status, headers } = response;
      const id = requestIdOf(headers);
      const requestId = id && redact(id);
      const elapsed = now() - sentAt;
      client.onEvent?.({ type: "response", ...context, status, requestId, elapsed });
    }
  }
  return interpret(body, options, progress, outgoing.url);
}

/** Sends the request and reads the body of the response. */
async function exchange(
  client: ClientOptions,
  { url, init }: Outgoing,
  { context, security }: AttemptOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<Body> {
  const { carried, secrets } = await readCredentials(client.apiKey, security);
  signal.throwIfAborted();
  client.onEvent?.({ type: "request", ...context });
  const headers = new Headers(init.headers);
  const address = addCredentials(url, headers, carried);
  progress.redact = redactor(secrets);
  // Looked up in each attempt, because tests replace it after creating the client.
  const fetch = client.fetch ?? globalThis.fetch;
  const response = await fetch(address, { ...init, headers, signal });
  progress.response = response;
  const { maxResponseBytes = DEFAULTS.maxResponseBytes } = client;
  const maxBytes = response.ok ? maxResponseBytes : Math.min(maxResponseBytes, DEFAULTS.maxErrorBytes);
  return readBody(response, maxBytes, progress.chunks);
}

/** Calls `run` with a separate signal; rejects at once on timeout, even if `run` ignores that signal. */
const withTimeout = <T>(
  signal: AbortSignal | undefined,
  timeout: number,
  run: (signal: AbortSignal) => Promise<T>,
  timeoutError: () => Error,
) =>
  abortable<T>(signal, (resolve) => {
    const controller = new AbortController();
    const started = timer(() => {
      const reason = timeoutError();
      resolve(Promise.reject(reason));
      controller.abort(reason);
    }, timeout);
    const running = run(controller.signal);
    const finish = () => {
      clearTimeout(started);
      resolve(running);
    };
    running.then(finish, finish);
    return () => {
      clearTimeout(started);
      controller.abort(signal?.reason);
    };
  });

/** Returns the details of the request and the response for an error, with the key redacted. */
function contextOf(context: EventContext, { response, redact = String }: Progress) {
  return response ? { ...context, status: response.status, headers: redactHeaders(response.headers, redact) } : context;
}

/** The error for a missing or incomplete response. */
function lostError(
  cause: unknown,
  context: ReturnType<typeof contextOf>,
  { response, redact = String }: Progress,
  url: string,
) {
  if (cause instanceof ClientError) return cause;
  if (cause instanceof UnexpectedBody) return new InvalidResponseError("too-large", cause.message, context);
  const code = codeOf(cause);
  const text = redact(`${typeof code === "string" ? code : (Object(cause).message ?? cause)}`);
  const reason = /[SY]_TIMEOUT/.test(text) ? `${text}, a limit of fetch: see timeout` : text;
  const options = { cause: redactCause(cause, redact) };
  return response
    ? new InvalidResponseError("incomplete", `the response was cut off: ${reason}`, context, options)
    : new NetworkError(`no response from ${new URL(url).origin}: ${reason}`, context, options);
}

/** Converts a complete response to a result or throws its error. */
function interpret(
  body: Body,
  { context, read, format, mayBeEmpty }: AttemptOptions,
  progress: Progress,
  url: string,
): Received {
  const { response, redact } = progress as Required<Progress>;
  const { status, statusText, headers } = response;
  const how = formatFor(format, response);
  if (!isResult(response, format)) {
    const text = redact(textOf(body) ?? "");
    const safe = { status, url, statusText: redact(statusText), headers: redactHeaders(headers, redact) };
    throw errorOf(text, new BufferedResponse(text || null, safe), context);
  }
  let content: Body | undefined = body;
  try {
    if (read && how !== "binary") content = textOf(body, true);
  } catch {
    throw new InvalidResponseError("not-json", "not UTF-8", contextOf(context, progress));
  }
  return {
    data:
      read &&
      parse(mayBeEmpty ? content || undefined : content, {
        read,
        redact,
        context: () => contextOf(context, progress),
        format: how,
        headers,
        url,
      }),
    // The URL that was sent may have a key in its query.
    response: new BufferedResponse(content || null, { status, statusText, headers, url }),
  };
}

/** Whether a response is the result of an operation: any success, and a redirect if that is what it returns. */
export const isResult = ({ ok, status }: Response, format: ResultFormat | undefined): boolean =>
  ok || (format === "location" && status >= 300 && status < 400);

/** The format of a body; if none is documented, its media type decides. */
export function formatFor(format: ResultFormat | undefined, { headers }: Response): ResultFormat | undefined {
  if (format !== "unknown") return format;
  const type = headers.get("content-type") ?? "text";
  if (/json/.test(type)) return undefined;
  return /text|xml/.test(type) ? "text" : "binary";
}

/** @param fatal whether to throw for bytes that are not UTF-8, which would otherwise be replaced */
const textOf = (body: Body, fatal = false): string | undefined =>
  body === null || typeof body === "string" ? (body ?? undefined) : new TextDecoder("utf-8", { fatal }).decode(body);

/** Creates the error for an error status and the text of the body. */
export function errorOf(text: string, response: Response, context: Partial<EventContext>) {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON: a gateway's page, for example.
  }
  return apiError({ ...context, body, response });
}

/** The options for parsing and reading a body. */
interface Reading<T> {
  read: Read<T>;
  redact: Redact;
  /** Returns the details for an error. */
  context: () => ErrorContext;
  format: ResultFormat | undefined;
  headers: Headers;
  /** What the `Location` of a redirect is relative to. */
  url: string;
}

/** Parses a body and converts it to the result. The body is undefined if the response has none. */
export function parse<T>(
  body: Body | Blob | undefined,
  { read, redact, context, format, headers, url }: Reading<T>,
): T {
  if (format === "location") return read(targetOf(headers, url, context));
  if (format === "binary") return read(new Blob(body ? [body] : [], { type: headers.get("content-type") ?? "" }));
  if (format) return read(format === "none" ? undefined : (body ?? ""));
  let parsed: unknown;
  try {
    parsed = body === undefined ? undefined : JSON.parse(`${body}`);
  } catch {
    // No `cause`, because the runtime's error would quote the body. The text is truncated before keys are removed,
    // because searching a long text takes time.
    const start = redact(`${body}`.slice(0, 20_000));
    throw new InvalidResponseError("not-json", describeText(start, url), context());
  }
  try {
    return read(parsed, typeof body === "string" ? body : undefined);
  } catch (error) {
    throw error instanceof UnexpectedBody ? new InvalidResponseError("unexpected", error.message, context()) : error;
  }
}

const describeText = (text: string, url: string): string =>
  describePage(text, url, true) ?? `not JSON: ${excerpt(text)}`;

function targetOf(headers: Headers, url: string, context: () => ErrorContext): string {
  const to = headers.get("location");
  if (to === null || !URL.canParse(to, url))
    throw new InvalidResponseError("unexpected", "no URL in Location", context());
  return new URL(to, url).href;
}
