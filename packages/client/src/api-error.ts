import { ClientError, type ErrorContext } from "./errors.js";

/** The service answered with an error status; there is a subclass for each status of the interface document. */
export class ApiError extends ClientError {
  override readonly name: string = "ApiError";
  declare readonly status: number;
  /** The class of the error as the service tells it; `Generic` where the body does not say. */
  readonly errorCode: string;
  /** Details by category, as in `{ system: ["…"] }`; only on 500. */
  readonly errors?: Record<string, string[]>;

  /**
   * @param body the parsed error body, or its text where it is no JSON
   * @param response the answer itself; its body is read already, `text()` and `json()` give it again
   */
  constructor(
    body: unknown,
    readonly response: Response,
    context: ErrorContext = {},
  ) {
    const { errorCode, message, errors } = Object(body) as Record<string, unknown>;
    super(
      typeof message === "string" && message
        ? message
        : `${response.status} ${response.statusText} ${gist(body)}`.trim(),
      { ...context, status: response.status },
    );
    this.errorCode = typeof errorCode === "string" ? errorCode : "Generic";
    if (errors) this.errors = errors as Record<string, string[]>;
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

/** 429: too many requests, and no more time or attempts to wait for better. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
  /** How long the server asks to wait, in milliseconds, where it says so. */
  declare readonly retryAfterMs?: number | undefined;
}

/** 5xx: the service failed. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

/** What a page of HTML or another text says, in one short line. */
export const gist = (body: unknown) =>
  (typeof body === "string" ? body : (JSON.stringify(body) ?? ""))
    .replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);

/** The error of the class that fits the status. */
export function apiError(
  body: unknown,
  response: Response,
  { retryAfterMs, ...context }: ErrorContext & { retryAfterMs?: number | undefined },
): ApiError {
  const { status } = response;
  if (status === 429) return Object.assign(new RateLimitError(body, response, context), { retryAfterMs });
  const Kind =
    status === 400 ? BadRequestError : status === 401 ? UnauthorizedError : status < 500 ? ApiError : ServerError;
  return new Kind(body, response, context);
}
