/** The header with the request ID, in requests and responses. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** Accepts only characters that are safe in logs, and a length that covers common ID formats. */
const SOUND = /^[\w.:+/=@-]{1,128}$/;

/** The request ID of a request that Node received; its headers are in lower case. */
export const requestIdOf = (headers: Readonly<Record<string, string | readonly string[] | undefined>>): string =>
  requestId(headers[REQUEST_ID_HEADER.toLowerCase()]);

/**
 * Returns the caller's request ID if it is safe to log, otherwise a new one.
 *
 * @param given the request ID of the request
 */
export function requestId(given?: string | readonly string[]): string {
  return typeof given === "string" && SOUND.test(given) ? given : newId();
}

/**
 * Creates a random UUID. Browsers offer `crypto.randomUUID` only in secure contexts, but `getRandomValues` everywhere.
 */
function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
