/**
 * What `Retry-After` asks for, in milliseconds, 0 where there is none: seconds or an HTTP date (RFC 9110, section
 * 10.2.3). A date is measured against the server's own `Date`, so that a clock that is wrong here does no harm.
 */
export function retryAfter(headers: Headers): number {
  const value = headers.get("retry-after") ?? "";
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  const delay = Number(value) * 1000;
  return Math.max(0, (Number.isFinite(delay) ? delay : Date.parse(value) - now) || 0);
}
