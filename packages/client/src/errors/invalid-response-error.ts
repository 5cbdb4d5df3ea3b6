import { ClientError, type ErrorContext } from "./client-error.js";

/**
 * What is wrong with a response:
 *
 * - `"incomplete"`: the connection ended before the body did
 * - `"not-json"`: the body is not JSON
 * - `"unexpected"`: the body is not what the operation promises, or `validate` rejected it
 * - `"too-large"`: the body is longer than `maxResponseBytes`
 */
export type InvalidResponseReason = "incomplete" | "not-json" | "unexpected" | "too-large";

/** A successful response cannot be used: it is incomplete, not JSON, not as documented, or too large. */
export class InvalidResponseError extends ClientError {
  override readonly name = "InvalidResponseError";

  constructor(
    /** What is wrong with it. */
    readonly reason: InvalidResponseReason,
    message: string,
    context?: ErrorContext,
    options?: { cause?: unknown },
  ) {
    super(message, context, options);
  }
}
