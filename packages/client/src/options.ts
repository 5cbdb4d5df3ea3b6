import type { InvalidResponseError } from "./errors.js";
import type { ClientEvent } from "./events.js";

/** When and how often a request is repeated. All times in milliseconds. */
export interface RetryOptions {
  /**
   * How often a request is sent at most, the first time included.
   *
   * @default 5
   */
  attempts?: number;
  /**
   * The back-off before attempt n + 1 is a random time between 0 and `baseDelay * 2 ** (n - 1)` ("full jitter").
   *
   * @default 500
   */
  baseDelay?: number;
  /**
   * The longest back-off. A longer `Retry-After` of the server is still kept.
   *
   * @default 8000
   */
  maxDelay?: number;
  /**
   * How long a request may take over all its attempts and waits, from the start of the first. A wait that would end
   * later is not begun: the request fails at once.
   *
   * @default 120000
   */
  maxElapsed?: number;
  /**
   * Also repeat a create (any method but GET) whose outcome is unknown: after a 5xx, a broken connection, a timeout. Safe
   * only where the service answers a repeated create with the record that is stored already, as this one does (decision
   * 0005). Without it a create is repeated only when it cannot have been carried out: after a 429, or when no connection
   * was made.
   *
   * @default false
   */
  repeatCreates?: boolean;
}

/** What {@link createClient} takes. */
export interface ClientOptions {
  /**
   * Where the service is, without the path of an operation: an origin, with a path where it has one.
   *
   * @example "https://metadata.example.com"
   */
  baseUrl: string;
  /**
   * The API key, or a function that gives it; it is asked in each attempt, so that a key can be renewed.
   * White space around it is dropped.
   *
   * @example () => vault.read("metadata-service/key")
   */
  apiKey: string | (() => string | Promise<string>);
  /**
   * What sends a request.
   *
   * @default globalThis.fetch
   */
  fetch?: typeof globalThis.fetch;
  /** Headers of every request, such as `user-agent`. */
  headers?: Record<string, string>;
  /**
   * How long one attempt may take, from asking for the key to the end of the body, in milliseconds; `Infinity` for no limit.
   *
   * @default 30000
   */
  timeout?: number;
  /** When and how often a request is repeated; `false` for never. */
  retry?: RetryOptions | false;
  /**
   * How many requests of this client may be in flight at once, over all its calls together. The limit halves when the
   * service answers 429 or 503, and recovers by itself. Less than 1 is 1.
   *
   * @default 20
   */
  concurrency?: number;
  /**
   * Holds the body of every success to more than that it can be read. It is told the operationId and the parsed body,
   * which is undefined where there was none, and gives the first violation in one sentence, or undefined.
   *
   * An answer with a violation counts as a broken one, an {@link InvalidResponseError} with that sentence: a GET is
   * repeated; a create, which has been carried out, is not, unless `repeatCreates` says so. Requests through `client.raw`
   * are not looked at.
   *
   * @default none: only what paging rests on is looked at
   * @example
   * ```ts
   * import { validateResponse } from "@metadata-service/client/validate";
   *
   * const client = createClient({ baseUrl, apiKey, validate: validateResponse });
   * ```
   */
  validate?: (operation: string, body: unknown) => string | undefined;
  /** Told of everything that happens, for a log, a metric or a progress bar. What it throws fails the call. */
  onEvent?: (event: ClientEvent) => void;
}
