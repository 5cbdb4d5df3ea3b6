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
  // A literal, since minifiers rename classes.
  override readonly name: string = "ClientError";
  /** The operationId; none for a request made through `client.raw`. */
  declare readonly operation?: string;
  declare readonly method?: string;
  /** The path of the URL, without query. */
  declare readonly path?: string;
  /** The HTTP status, where there was an answer. */
  declare readonly status?: number;
  /** Which attempt this was; 1 is the first. */
  declare readonly attempt?: number;
  /** What the server sent as `x-request-id` or `x-correlation-id`. */
  declare readonly requestId?: string;
}

/** No answer came: the connection could not be made, or ended before the headers of an answer. */
export class NetworkError extends ClientError {
  override readonly name = "NetworkError";
}

/** An attempt took longer than `timeout`, its body included. */
export class TimeoutError extends ClientError {
  override readonly name = "TimeoutError";
}

/** An answer that is no proper one: cut, not JSON, or not the promised shape. */
export class InvalidResponseError extends ClientError {
  override readonly name = "InvalidResponseError";
}

/** A list changed while it was pulled, in a way that may have hidden records. See the `drift` option of a list. */
export class PageDriftError extends ClientError {
  override readonly name = "PageDriftError";
}
