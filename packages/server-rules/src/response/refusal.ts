import { Violation } from "../violation.js";
import { ERROR_MESSAGES, type ErrorBody, errorBody } from "./error-body.js";

/**
 * An error response: its status, its headers and its body. It can be thrown anywhere on the way of a request and is sent
 * as it is. (A `Violation` is one rule that a request breaks; as a response it is a refusal with status 400.)
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly body: ErrorBody;

  /**
   * @param message what to say; the usual text of the status unless given
   * @param headers beside those that every response has
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

/** The refusal for an error: a violation is a 400. Undefined for every other error. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  return error instanceof Violation ? new Refusal(400, error.message) : undefined;
}

/** Refuses a method that the path does not have. */
export function methodNotAllowed(allow: string): Refusal {
  return new Refusal(405, `${ERROR_MESSAGES[405]}; it allows ${allow}`, { Allow: allow });
}

/**
 * Refuses a request for which there is no room now.
 *
 * @param retryAfter whole seconds, at least 1
 */
export function tooManyRequests(retryAfter: number): Refusal {
  return new Refusal(429, undefined, retryAfterHeader(retryAfter));
}

/** The header that says when to try again, in whole seconds (decision 0012). */
export function retryAfterHeader(seconds: number): { "Retry-After": string } {
  return { "Retry-After": String(seconds) };
}
