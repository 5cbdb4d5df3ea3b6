/** Where and when a request failed: what a log line needs. */
export interface ErrorContext {
  /** The operationId; none for a request made through `client.raw`. */
  operation?: string | undefined;
  method?: string | undefined;
  /** The path of the URL, without query. */
  path?: string | undefined;
  /** The HTTP status, where there was an answer. */
  status?: number | undefined;
  /** Which attempt this was; 1 is the first. */
  attempt?: number | undefined;
  /** What the server sent as `x-request-id` or `x-correlation-id`. */
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * The root of all errors of this package. Cancellation is not one of them: it rejects with the signal's own reason.
 *
 * @example
 * ```ts
 * try {
 *   await client.createMetadata("inspection", record);
 * } catch (error) {
 *   if (!(error instanceof ClientError)) throw error;
 *   console.error(error.name, error.message, error.operation, error.status, error.attempt, error.requestId);
 * }
 * ```
 */
export class ClientError extends Error {
  // A literal, not `new.target.name`: minifiers rename classes.
  override readonly name: string = "ClientError";
  declare readonly operation?: string;
  declare readonly method?: string;
  declare readonly path?: string;
  declare readonly status?: number;
  declare readonly attempt?: number;
  declare readonly requestId?: string;

  constructor(message: string, { cause, ...context }: ErrorContext = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, context);
  }
}

/** No answer came: the connection could not be made, or ended before the headers of an answer. */
export class NetworkError extends ClientError {
  override readonly name = "NetworkError";
}

/** An attempt took longer than `timeout`, its body included. */
export class TimeoutError extends ClientError {
  override readonly name = "TimeoutError";
}

/** An answer that is no proper one: cut, not JSON, not the promised shape, or a redirect to another origin. */
export class InvalidResponseError extends ClientError {
  override readonly name = "InvalidResponseError";
}

/** A list changed while it was pulled, in a way that may have hidden records. See the `drift` option of a list. */
export class PageDriftError extends ClientError {
  override readonly name = "PageDriftError";
}
