/** The header that names a request, in both directions. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** Characters that are safe in every log, and no more of them than anybody's IDs have. */
const SOUND = /^[\w.:+/=@-]{1,128}$/;

/**
 * The ID of a request: the one that the caller gave, if it can go into a log as it is, and otherwise a new one.
 *
 * @param given the `X-Request-Id` of the request
 */
export function requestId(given?: string | readonly string[]): string {
  return typeof given === "string" && SOUND.test(given) ? given : newId();
}

/** A random UUID; browsers make them only for pages from a secure origin, and random numbers for all. */
function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
