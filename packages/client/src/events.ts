import type { ClientError } from "./errors.js";

/** The request that an event is about. */
export interface EventContext {
  /** The operationId; none for a request made through `client.raw`. */
  operation?: string | undefined;
  method: string;
  /** The path of the URL, without query. */
  path: string;
  /** 1 for the first attempt. */
  attempt: number;
}

/** What `onEvent` is told; the key is in none of them. All times in milliseconds. */
export type ClientEvent =
  /** An attempt is sent. */
  | ({ type: "request" } & EventContext)
  /** An attempt was answered and its body read; `elapsed` since it was sent. */
  | ({ type: "response"; status: number; elapsed: number; requestId: string | undefined } & EventContext)
  /** An attempt failed and the next one follows after `delay`. */
  | ({ type: "retry"; delay: number; error: ClientError } & EventContext)
  /** The service asked for less: all requests of the client wait for `delay`, then at most `limit` run at once. */
  | ({ type: "throttle"; delay: number; limit: number } & EventContext)
  /** A page of a list is about to be handed out; `records` is how many new ones it holds. */
  | { type: "page"; operation: string; offset: number; records: number; total: number | undefined }
  /** A list changed while it was pulled. */
  | { type: "drift"; operation: string; message: string };
