import { Violation } from "../violation.js";
import { ERROR_MESSAGES, type ErrorBody, errorBody } from "./error-body.js";

/**
 * An error response: its status, its headers and its body. Throw it anywhere while handling a request to send it. (A
 * `Violation` describes the rule that a request breaks; the response to it is a refusal with status 400.)
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly body: ErrorBody;

  /** The status that HTTP has for a 400, which its operation may describe instead. */
  usual: number | undefined;

  /**
   * @param message the message; by default that of the status
   * @param headers in addition to those of every response
   * @param details on 500 only: what to list in `errors.system`
   */
  constructor(
    readonly status: keyof typeof ERROR_MESSAGES,
    message: string = ERROR_MESSAGES[status],
    readonly headers: Readonly<Record<string, string>> = {},
    details: readonly string[] = [],
  ) {
    super(message);
    this.body = errorBody(status, message, details);
  }
}

/** Converts an error to a refusal; a violation becomes a 400. Returns undefined for any other error. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Violation)) return undefined;
  const refusal = new Refusal(400, error.message);
  refusal.usual = error.usual;
  return refusal;
}

/** Creates the 405 for a method that the path does not support. */
export function methodNotAllowed(allow: string): Refusal {
  return new Refusal(405, `${ERROR_MESSAGES[405]}; it allows ${allow}`, { Allow: allow });
}

/**
 * Creates the 429 for a request over a limit.
 *
 * @param retryAfter whole seconds, at least 1
 */
export function tooManyRequests(retryAfter: number): Refusal {
  return new Refusal(429, undefined, retryAfterHeader(retryAfter));
}

/** Creates a `Retry-After` header, in whole seconds (decision 0012). */
export function retryAfterHeader(seconds: number): { "Retry-After": string } {
  return { "Retry-After": String(seconds) };
}
