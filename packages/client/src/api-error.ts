import { ClientError } from "./errors.js";
import { retryAfter } from "./retry-after.js";

/**
 * The service answered with an error status; there is a subclass for each status of the interface document. A redirect
 * is one too: none is followed, since it could take the key along.
 */
export class ApiError extends ClientError {
  override readonly name: string = "ApiError";
  declare readonly status: number;
  /** The class of the error as the service tells it; `Generic` where the body does not say. */
  declare readonly errorCode: string;
  /** Details by category, as in `{ system: ["…"] }`; only on 500. */
  declare readonly errors: Record<string, string[]> | undefined;
  /** How long the server asks to wait (`Retry-After`), in milliseconds; 0 where it does not say. */
  declare readonly retryAfterMs: number;
  /** The answer itself; `text()`, `json()` and `clone()` serve its body, as often as asked. */
  declare readonly response: Response;

  /**
   * @param body the parsed error body, or its text where it is no JSON
   * @param hide takes the key out of what the message says
   */
  constructor(body: unknown, response: Response, hide: (text: string) => string = String) {
    const { status, statusText, headers } = response;
    const { message, errorCode = "Generic", errors } = Object(body);
    const said = typeof message === "string" && message.slice(0, 1000);
    super(said || hide(`${status || "a redirect"} ${statusText} ${headers.get("location") ?? gist(body)}`.trim()));
    Object.assign(this, { status, errorCode, errors, response, retryAfterMs: retryAfter(headers) });
  }
}

/** 400: something is wrong with the request; `message` says where and what. */
export class BadRequestError extends ApiError {
  override readonly name = "BadRequestError";
}

/** 401: the key is missing, unknown, expired or revoked. */
export class UnauthorizedError extends ApiError {
  override readonly name = "UnauthorizedError";
}

/** 429: too many requests, and no attempts or no time left to wait for better; `retryAfterMs` says how long it takes. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** 5xx: the service failed. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

/** What a page of HTML or another text says, in one short line. */
export const gist = (body: unknown) =>
  (typeof body === "string" ? body : JSON.stringify(body))
    .replace(/(<[^>]*>|\s)+/g, " ")
    .trim()
    .slice(0, 200);

/** The error of the class that fits the status; the text is the body of the answer. */
export function apiError(text: string, response: Response, hide?: (text: string) => string): ApiError {
  const { status } = response;
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {}
  const kinds: Record<number, typeof ApiError> = { 400: BadRequestError, 401: UnauthorizedError, 429: RateLimitError };
  Object.assign(response, {
    text: async () => text,
    json: async () => body,
    // Not every status may have a body.
    clone: () => new Response(text || null, response),
  });
  return new (kinds[status] ?? (status < 500 ? ApiError : ServerError))(body, response, hide);
}
