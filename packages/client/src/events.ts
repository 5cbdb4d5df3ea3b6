import type { ClientError } from "./errors/client-error.js";

/** The request that an event is about. */
export interface EventContext {
  /** The operationId; undefined for a request made through `client.raw`. */
  operation?: string | undefined;
  method: string;
  /** The path of the URL, without query. */
  path: string;
  /** 1 for the first attempt. */
  attempt: number;
}

/** The argument of `onEvent`. No event contains the key. All times are in milliseconds. */
export type ClientEvent =
  /** An attempt is sent. */
  | ({ type: "request" } & EventContext)
  /** The response to an attempt was read; `elapsed` is the time since it was sent. */
  | ({ type: "response"; status: number; elapsed: number; requestId: string | undefined } & EventContext)
  /** An attempt failed, and the next one follows after `delay`. */
  | ({ type: "retry"; delay: number; error: ClientError } & EventContext)
  /** The service returned 429 or 503: all requests of the client wait for `delay`; then at most `limit` run at once. */
  | ({ type: "throttle"; delay: number; limit: number } & EventContext)
  /** A page of a list is about to be returned; `records` is the number of new records in it. */
  | { type: "page"; operation: string; offset: number; records: number; total: number | undefined }
  /** A list changed while it was being read. */
  | { type: "drift"; operation: string; message: string };
