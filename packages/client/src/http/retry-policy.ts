import { ApiError } from "../errors/api-error.js";
import type { ClientError } from "../errors/client-error.js";
import { InvalidResponseError } from "../errors/invalid-response-error.js";
import type { RetryOptions } from "../options.js";

/** An attempt that failed. */
export interface Failure {
  /** Undefined if it is not about the request: the reason of a signal, or an error of the caller's functions. */
  error: ClientError | undefined;
  method: string;
  /** The error of the previous attempt, if there was one. */
  before: ClientError | undefined;
  /** The number of the attempt; 1 is the first. */
  attempt: number;
  /** The time since the start of the first attempt, in milliseconds. */
  elapsed: number;
}

/** Decides whether to retry a request and after what delay. Pure, except for the jitter. */
export function retryPolicy(failure: Failure, retry: Required<RetryOptions>): { repeats: boolean; delay: number } {
  const { error, attempt, elapsed } = failure;
  const backOff = Math.random() * Math.min(retry.maxDelay, retry.baseDelay * 2 ** (attempt - 1));
  const asked = error instanceof ApiError ? error.retryAfterMs : 0;
  // Timers have millisecond resolution.
  const delay = Math.ceil(Math.max(asked, backOff));
  const isInTime = attempt < retry.attempts && elapsed + delay <= retry.maxElapsed;
  return { repeats: isInTime && shouldRetry(failure, retry.repeatCreates), delay };
}

/** Returns whether repeating a request is safe and may succeed. */
function shouldRetry({ error, before, method }: Failure, repeatCreates: boolean): boolean {
  if (!error) return false;
  const { status = 0 } = error;
  if (status === 429 || wasUnsent(error)) return true;
  if (!IDEMPOTENT.test(method) && !repeatCreates) return false;
  if (error instanceof ApiError || status > 299) return status === 408 || status > 499;
  if (!(error instanceof InvalidResponseError)) return true;
  // A server that returns the same invalid body twice will return it again, and a list may have many such pages.
  return error.reason !== "too-large" && !(error.reason === "unexpected" && error.message === before?.message);
}

/** Idempotent methods (RFC 9110, section 9.2.2). */
const IDEMPOTENT = /^(GET|HEAD|OPTIONS|TRACE|PUT|DELETE)$/;

/** The codes of errors that occur before any byte is sent. The last one is from Bun, the others are from Node. */
const UNSENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/;

const wasUnsent = (error: ClientError) => UNSENT.test(`${codeOf(error)}`);

/** Returns the error code of a failed fetch; Node sets it on the `cause`. */
export function codeOf(error: unknown): unknown {
  const { code, cause } = Object(error);
  return cause ? codeOf(cause) : code;
}
