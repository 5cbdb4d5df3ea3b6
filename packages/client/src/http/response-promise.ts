/** The result of a call together with the HTTP response. */
export interface WithResponse<T> {
  data: T;
  /** The HTTP response; its body can be read any number of times. */
  response: Response;
  /** The request ID that the server sent as `x-request-id` or `x-correlation-id`. */
  requestId: string | undefined;
}

/** A promise of the data of a response that also gives access to the response. */
export interface ResponsePromise<T> extends Promise<T> {
  /**
   * Resolves to the data, the HTTP response and its request ID.
   *
   * @example
   * ```ts
   * const { data, response, requestId } = await client.createMetadata("inspection", record).withResponse();
   * ```
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** Turns a promise of data and response into a {@link ResponsePromise}. */
export function responsePromise<T>(sent: Promise<WithResponse<T>>): ResponsePromise<T> {
  const promise = sent.then(({ data }) => data);
  const withResponse = () => {
    // The caller handles a rejection of the promise returned here.
    promise.catch(() => {});
    return sent.then((result) => result);
  };
  return Object.assign(promise, { withResponse });
}
