/** The public API of the package. */

export { type Client, createClient } from "./create-client.js";
export {
  ApiError,
  type ApiErrorInit,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
  UnprocessableContentError,
} from "./errors/api-error.js";
export { ClientError, type ErrorContext } from "./errors/client-error.js";
export { InvalidResponseError, type InvalidResponseReason } from "./errors/invalid-response-error.js";
export { NetworkError, TimeoutError } from "./errors/network-error.js";
export { PageDriftError } from "./errors/page-drift-error.js";
export type { ClientEvent, EventContext } from "./events.js";
// `export *`, so that operations and schemas added to the spec are exported without editing this file.
export type * from "./generated/methods.js";
export type * from "./generated/models.js";
export type { ResponsePromise, WithResponse } from "./http/response-promise.js";
export { item, type PlainValue, toObject } from "./items.js";
export type { PagedList } from "./lists/paged-list.js";
export type { Page } from "./lists/read-page.js";
export type {
  CallOptions,
  ClientOptions,
  Credentials,
  ListOptions,
  RetryOptions,
  Secret,
  SyncOptions,
} from "./options.js";
export type { RawClient } from "./raw-client.js";
export type { SyncBatch } from "./sync/sync.js";
