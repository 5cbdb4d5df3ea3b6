import { MAX_TIMER } from "./brake.js";
import type { RetryOptions } from "./options.js";

/** The back-off after a failed attempt: full jitter, so that clients that failed together do not return together. */
export const backOff = ({ baseDelay, maxDelay }: Required<RetryOptions>, attempt: number) =>
  Math.random() * Math.min(maxDelay, baseDelay * 2 ** (attempt - 1));

/**
 * What `Retry-After` asks for, in milliseconds: seconds or an HTTP date (RFC 9110, section 10.2.3). A date is measured
 * against the server's own `Date`, so that a clock that is wrong here does no harm.
 */
export function retryAfter({ headers }: Response): number | undefined {
  const value = headers.get("retry-after");
  if (!value) return undefined;
  const delay = /^\s*\d/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - (Date.parse(headers.get("date") ?? "") || Date.now());
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}

/** Waits; ends at once with the signal's own reason when it aborts. */
export const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener("abort", cancel);
        resolve();
      },
      Math.min(ms, MAX_TIMER),
    );
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });

/**
 * Codes of failures before a byte was sent, so that even a create may be repeated.
 * Node names the first eight (its own and undici's), Bun the last.
 */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ENETDOWN|ConnectionRefused)$/;

/** The code of a failed fetch; Node keeps it in the cause. */
export const failureCode = (error: unknown): string | undefined => {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : cause ? failureCode(cause) : undefined;
};

/** Whether a failed fetch provably sent nothing. */
export const wasUnsent = (error: unknown) => UNSENT.test(failureCode(error) ?? "");
