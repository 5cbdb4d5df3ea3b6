import { parseRetryAfter } from "../http/parse-retry-after.js";
import { ClientError, type ErrorContext, hide } from "./client-error.js";
import { describePage, excerpt } from "./excerpt.js";

/** The parts of an {@link ApiError}. */
export interface ApiErrorInit extends ErrorContext {
  response: Response;
  /** The parsed body of the error, or its text if it is not JSON. */
  body: unknown;
  /** @default what the `Retry-After` header says */
  retryAfterMs?: number | undefined;
}

/** The maximum length of a message taken from a body. */
const MAX_MESSAGE = 1000;

/**
 * The service responded with an error status. Each documented status has a subclass. A redirect is an `ApiError`, too:
 * the client does not follow redirects, because that could send the key to another origin. `message` is the message in
 * the body, followed by the details in `errors`.
 */
export class ApiError extends ClientError {
  override readonly name: string = "ApiError";
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The `errorCode` in the body; `Generic` if the body has none. */
  declare readonly errorCode: string;
  /** Details by category, for example `{ system: ["…"] }`; only on 500. */
  declare readonly errors: Record<string, string[]> | undefined;
  /** How long the server asks to wait (`Retry-After`), in milliseconds; 0 if it does not say. */
  declare readonly retryAfterMs: number;
  /** The response; its body can be read any number of times. */
  declare readonly response: Response;

  constructor({ body, response, retryAfterMs, ...context }: ApiErrorInit) {
    const { message, errorCode, errors } = Object(body);
    const { status, headers } = response;
    const text = typeof message === "string" && [message, ...sentences(errors)].join(": ").slice(0, MAX_MESSAGE);
    super(text || summarize(response, body), {
      ...context,
      status,
      headers,
    });
    const wait = retryAfterMs ?? parseRetryAfter(headers);
    Object.assign(this, { errorCode: errorCode ?? "Generic", errors });
    // Only a log line of a response that asks to wait has it.
    if (wait > 0) this.retryAfterMs = wait;
    else hide(this, "retryAfterMs", wait);
    hide(this, "response", response);
  }
}

/** Summarizes a response whose body has no message. The page of a gateway, with a 5xx, says nothing about the base URL. */
function summarize({ status, statusText, headers, url }: Response, body: unknown): string {
  const head = `${status || "a redirect, whose target browsers hide"} ${statusText}`.trim();
  const location = headers.get("location");
  const page = location === null ? describePage(body, url, status === 404 || status === 405) : undefined;
  return page ? `${head}: ${page}` : `${head} ${location ?? excerpt(body)}`.trim();
}

/** Returns all strings in the arrays of `errors`. */
const sentences = (errors: unknown): string[] =>
  Object.values(Object(errors))
    .filter(Array.isArray)
    .flat()
    .filter((text) => typeof text === "string");

/** 400: something is wrong with the request; `message` says where and what. */
export class BadRequestError extends ApiError {
  override readonly name = "BadRequestError";
}

/** 401: the key is missing, unknown, expired or revoked. */
export class UnauthorizedError extends ApiError {
  override readonly name = "UnauthorizedError";
}

/** 403: the key is valid but not permitted to do this. */
export class ForbiddenError extends ApiError {
  override readonly name = "ForbiddenError";
}

/** 404: there is no such record, or no such path. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}

/** 409: the request conflicts with stored data, for example because the record already exists. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}

/** 412: a precondition failed, for example because another client changed the record. */
export class PreconditionFailedError extends ApiError {
  override readonly name = "PreconditionFailedError";
}

/** 422: the request is well-formed, but its content is not acceptable. */
export class UnprocessableContentError extends ApiError {
  override readonly name = "UnprocessableContentError";
}

/** 429: too many requests, and no retries or time left. `retryAfterMs` is the time to wait. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}

/** 5xx: the service failed. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

const CLASSES: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: UnprocessableContentError,
  429: RateLimitError,
};

/** Creates an error of the class for the status. */
export function apiError(init: ApiErrorInit): ApiError {
  const { status } = init.response;
  return new (CLASSES[status] ?? (status < 500 ? ApiError : ServerError))(init);
}
