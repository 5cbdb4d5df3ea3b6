import type { ClientEvent } from "./events.js";
import type { securitySchemes } from "./generated/operation-table.js";

/** Every default of the client. */
export const DEFAULTS = {
  timeout: 30_000,
  concurrency: 20,
  maxResponseBytes: 67_108_864,
  maxErrorBytes: 1_048_576,
  retry: { attempts: 5, baseDelay: 500, maxDelay: 8_000, maxElapsed: 120_000, repeatCreates: false },
  drift: "restart",
  maxWalks: 5,
  overlap: 300_000,
} as const;

/**
 * When and how often a request is repeated. All times are in milliseconds. Negative numbers and NaN are rejected with a
 * `RangeError`.
 */
export interface RetryOptions {
  /**
   * The maximum number of times a request is sent, the first time included. Less than 1 means 1.
   *
   * @default 5
   */
  attempts?: number | undefined;
  /**
   * The delay before attempt n + 1 is a random time between 0 and `baseDelay * 2 ** (n - 1)` ("full jitter").
   *
   * @default 500
   */
  baseDelay?: number | undefined;
  /**
   * The longest delay. A longer `Retry-After` of the server is still respected.
   *
   * @default 8000
   */
  maxDelay?: number | undefined;
  /**
   * How long a request may take over all its attempts and delays, from the start of the first. If a delay would end
   * later, the request fails at once.
   *
   * @default 120000
   */
  maxElapsed?: number | undefined;
  /**
   * Also repeats a create request (POST, or PATCH) whose outcome is unknown: after a 5xx, a broken connection or a
   * timeout. Only safe if the service responds to a repeated create request with the record already stored, as this one
   * does. Without it, a create request is repeated only if it cannot have been carried out: after a 429, or when no
   * connection was made.
   *
   * @default false
   */
  repeatCreates?: boolean | undefined;
}

/** An API key, a token or `user:password`, or a function that returns one. The function is called for each attempt. */
export type Secret = string | (() => string | Promise<string>);

/** A credential for each security scheme of the API. Each request uses those that its operation needs. */
export type Credentials = { [Scheme in keyof typeof securitySchemes]?: Secret | undefined };

/** Options of {@link createClient}. */
export interface ClientOptions {
  /**
   * The URL of the service: an origin, and a path if it has one. The API key is only sent to this origin.
   *
   * @example "https://metadata.example.com"
   */
  baseUrl: string;
  /**
   * The API key, or a function that returns it. The function is called in each attempt, so a key can be renewed.
   * White space around the key is removed. For an API with several security schemes: an object with one for each of
   * them.
   *
   * @example () => vault.read("metadata-service/key")
   */
  apiKey: Secret | Credentials;
  /**
   * Sends one attempt of a request. It is always called with a URL and an init; a body is an `ArrayBuffer`.
   *
   * @default globalThis.fetch
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers of every request, for example `user-agent`. The methods set `content-type` to the type of their body. */
  headers?: Record<string, string> | undefined;
  /**
   * How long one attempt may take, from asking for the key to the end of the body, in milliseconds: at least 1, or
   * `Infinity` for no limit. `createClient` throws a `RangeError` for any other number.
   *
   * Runtimes have limits of their own. Node's `fetch` waits at most 300 s for the headers, and 300 s between two parts of
   * the body; then the message of the error has the code `UND_ERR_HEADERS_TIMEOUT` or `UND_ERR_BODY_TIMEOUT`. Lift these
   * limits with the option `fetch`.
   *
   * @default 30000
   * @example
   * ```ts
   * import { Agent, fetch } from "undici";
   *
   * const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
   * const client = createClient({
   *   baseUrl,
   *   apiKey,
   *   timeout: Infinity,
   *   fetch: (url, init) => fetch(url, { ...init, dispatcher }),
   * });
   * ```
   */
  timeout?: number | undefined;
  /** When and how often a request is retried; `false` disables retries. */
  retry?: RetryOptions | false | undefined;
  /**
   * The maximum number of requests in flight at once, over all calls of this client together. It halves when the
   * service responds with 429 or 503, and recovers by itself. Less than 1, or NaN, means 1. With `Infinity`, half of the
   * requests in flight count.
   *
   * @default 20
   */
  concurrency?: number | undefined;
  /**
   * The maximum size of a response body, in bytes after decompression. A longer one is cancelled while it is read, and
   * fails with an {@link InvalidResponseError}. Of the body of an error, only the first 1 MiB is read: an
   * {@link ApiError} has what arrived, even if the rest is missing.
   *
   * @default 67108864
   */
  maxResponseBytes?: number | undefined;
  /**
   * Validates the body of every success. It is called once for each response, with the operationId and the parsed body
   * (undefined if there was none), and returns the first violation as one sentence, or undefined.
   *
   * For a violation, the attempt fails with an {@link InvalidResponseError} whose message contains this sentence. A GET
   * is retried; a create request, which has already succeeded, is retried only with `repeatCreates`. Requests through
   * `client.raw` are not validated.
   *
   * @default no validation, except for the fields that pagination needs
   * @example
   * ```ts
   * import { validateResponse } from "@metadata-service/client/validate";
   *
   * const client = createClient({ baseUrl, apiKey, validate: validateResponse });
   * ```
   */
  validate?: ((operation: string, body: unknown) => string | undefined) | undefined;
  /** Called for every event, for example for logs, metrics or progress bars. If it throws, the call fails. */
  onEvent?: ((event: ClientEvent) => void) | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Cancels the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /**
   * How long one attempt may take, in milliseconds: at least 1, or `Infinity`.
   *
   * @default the `timeout` of the client
   */
  timeout?: number | undefined;
  /**
   * When and how often a request is repeated; `false` for never. Omitted fields default to those of the client.
   *
   * @default the `retry` of the client
   */
  retry?: RetryOptions | false | undefined;
  /**
   * Additional headers. They override headers of the client with the same name. A `content-type` overrides the one of
   * the body, except for a multipart form, whose boundary it would lose.
   */
  headers?: Record<string, string> | undefined;
}

/** Options of a list call. */
export interface ListOptions extends CallOptions {
  /**
   * The maximum number of pages fetched at once.
   *
   * @default the `concurrency` of the client
   */
  concurrency?: number | undefined;
  /**
   * What happens if the list changes while it is being read.
   *
   * - `"restart"`: Duplicates are dropped. If the change may have hidden a record, the list is read again, and what was
   *   missed is returned at the end. A list that keeps changing fails with a {@link PageDriftError} after 5 tries.
   * - `"throw"`: Fails with a {@link PageDriftError} at the first sign of a change, even if the list only grew.
   * - `"continue"`: Duplicates are dropped, and records may be missed.
   *
   * @default "restart"
   */
  drift?: "throw" | "restart" | "continue" | undefined;
}

/** Options of an incremental sync. */
export interface SyncOptions extends CallOptions {
  /**
   * Returns records updated at or after this time; ignored if there is a `checkpoint`.
   *
   * @default everything
   * @example "2026-11-01T00:00:00Z"
   */
  since?: string | Date | undefined;
  /**
   * Returns records updated before this time. A time in the future means now.
   *
   * @default now
   */
  until?: string | Date | undefined;
  /** The last `checkpoint` that you stored; the sync continues from there. An empty string means none. */
  checkpoint?: string | undefined;
  /**
   * The base URL that the service had when `checkpoint` was stored, if the same service has moved to another one since.
   * Without it, a checkpoint that names another server is rejected.
   *
   * @example "http://metadata.example.com"
   */
  movedFrom?: string | undefined;
  /**
   * How far the window of a sync overlaps the previous one, in milliseconds. It must be at least the time from the
   * update of a record until lists include it. Records updated within the overlap are returned again by the next sync.
   *
   * @default 300000
   */
  overlap?: number | undefined;
  /**
   * The number of records per request.
   *
   * @default the maximum of the operation
   */
  limit?: number | undefined;
}

/** What limits a call. */
export interface Limits {
  timeout: number;
  retry: Required<RetryOptions>;
}

/**
 * Returns the limits of a call: its own, completed by those of the client and the defaults.
 *
 * @throws RangeError for NaN, and for a number that would turn off what it limits
 */
export function limitsOf(own: Pick<CallOptions, "timeout" | "retry">, base: Limits = DEFAULTS): Limits {
  const { timeout = base.timeout } = own;
  const given = Object.entries(own.retry === false ? { attempts: 1 } : (own.retry ?? {}));
  const retry = { ...base.retry, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
  for (const [name, value] of Object.entries({ timeout, ...retry })) {
    const minimum = name === "timeout" ? 1 : 0;
    if (!((value as number) >= minimum)) throw new RangeError(`${name} must be at least ${minimum}, not ${value}`);
  }
  return { timeout, retry };
}
