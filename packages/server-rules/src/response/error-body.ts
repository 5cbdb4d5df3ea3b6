/** The body of an error (document, section 7). */
export interface ErrorBody {
  errorCode: string;
  message: string;
  /** Details by category; on 500 only. */
  errors?: Record<string, string[]>;
}

/** The default message of each status. Messages of 400 and 405 are more specific. */
export const ERROR_MESSAGES = {
  400: "Bad request",
  401: "Session cannot be retrieved: the token is expired or invalid",
  404: "There is no such path",
  405: "The path does not support this method",
  409: "There is such a record already",
  412: "If-Match does not name the present state of the record",
  429: "Too many requests",
  500: "Internal server error",
  501: "This server does not implement the operation",
} as const;

/**
 * Creates the body of an error.
 *
 * @param status selects the default message
 * @param message what to say; on 400, where and what is wrong
 * @param details for a 500, what to list in `errors.system`
 */
export function errorBody(
  status: keyof typeof ERROR_MESSAGES,
  message: string = ERROR_MESSAGES[status],
  details: readonly string[] = [],
): ErrorBody {
  const body: ErrorBody = { errorCode: "Generic", message };
  if (status === 500 && details.length > 0) body.errors = { system: [...details] };
  return body;
}
