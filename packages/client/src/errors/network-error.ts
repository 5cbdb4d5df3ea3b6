import { ClientError } from "./client-error.js";

/** There was no response: the connection could not be made, or ended before the headers of a response. */
export class NetworkError extends ClientError {
  override readonly name = "NetworkError";
}

/** An attempt took longer than `timeout`, body included. */
export class TimeoutError extends ClientError {
  override readonly name = "TimeoutError";
}
