/** The request that an error is about. */
export interface ErrorContext {
  /** The operationId; undefined for a request made through `client.raw`. */
  operation?: string | undefined;
  method?: string | undefined;
  /** The path of the URL, without query. */
  path?: string | undefined;
  /** Which attempt this was; 1 is the first. */
  attempt?: number | undefined;
  /** The HTTP status, if there was a response. */
  status?: number | undefined;
  /** The headers of the response, if there was one. If they contained the API key, it is replaced by `[apiKey]`. */
  headers?: Headers | undefined;
}

/**
 * The base class of all errors of this package. A cancelled call does not reject with a `ClientError` but with the
 * reason of its signal.
 *
 * @example
 * ```ts
 * try {
 *   await client.createMetadata("inspection", record);
 * } catch (error) {
 *   if (!(error instanceof ClientError)) throw error;
 *   logger.error(error.toJSON());
 * }
 * ```
 */
export class ClientError extends Error implements ErrorContext {
  // A literal, since minifiers rename classes.
  override readonly name: string = "ClientError";
  declare readonly operation: string | undefined;
  declare readonly method: string | undefined;
  declare readonly path: string | undefined;
  declare readonly attempt: number | undefined;
  declare readonly status: number | undefined;
  /** The request ID that the server sent as `x-request-id` or `x-correlation-id`. */
  declare readonly requestId: string | undefined;
  declare readonly headers: Headers | undefined;

  constructor(message: string, context: ErrorContext = {}, options?: { cause?: unknown }) {
    super(message, options);
    const { headers, ...shown } = context;
    Object.assign(this, { ...shown, requestId: requestIdOf(headers) });
    hide(this, "headers", headers);
  }

  /** Returns the fields for a log line as plain JSON: without headers and body, and never with the API key. */
  toJSON(): Record<string, unknown> {
    return {
      ...(this as object),
      message: this.message,
      cause: this.cause === undefined ? undefined : String(this.cause),
    };
  }
}

/** Adds a non-enumerable field, so that an uncaught error is printed in a few lines. */
export const hide = (error: Error, name: string, value: unknown) =>
  Object.defineProperty(error, name, { value, configurable: true });

/** Returns the request ID from `x-request-id` or `x-correlation-id`. */
export const requestIdOf = (headers: Headers | undefined): string | undefined =>
  headers?.get("x-request-id") ?? headers?.get("x-correlation-id") ?? undefined;
