import { ClientError } from "./client-error.js";

/** There was no response: the connection failed, or ended before the response headers arrived. */
export class NetworkError extends ClientError {
  override readonly name = "NetworkError";
}

/** An attempt, including reading the body, took longer than `timeout`. */
export class TimeoutError extends ClientError {
  override readonly name = "TimeoutError";
}
