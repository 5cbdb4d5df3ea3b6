/** The surface of the package: everything public is named here. */

export { ApiError, BadRequestError, RateLimitError, ServerError, UnauthorizedError } from "./api-error.js";
export { type Client, createClient } from "./create-client.js";
export {
  ClientError,
  InvalidResponseError,
  NetworkError,
  PageDriftError,
  TimeoutError,
} from "./errors.js";
export type { ClientEvent, EventContext } from "./events.js";
export type { Methods } from "./generated/methods.js";
// The one star: a schema added to the spec is part of the surface without an edit here.
export type * from "./generated/models.js";
export { item, type PlainValue, toObject } from "./items.js";
export type { ClientOptions, RetryOptions } from "./options.js";
export type { RawClient } from "./raw.js";
export type {
  CallOptions,
  ListOptions,
  ListWindow,
  Page,
  PagedList,
  SyncBatch,
  SyncOptions,
} from "./types.js";
