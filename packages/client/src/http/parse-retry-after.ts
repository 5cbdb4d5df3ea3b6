/**
 * Parses `Retry-After` into milliseconds; 0 if it is missing. The header holds seconds or an HTTP date (RFC 9110, section
 * 10.2.3). A date is measured against the server's own `Date`, so a wrong clock on this side does no harm.
 */
export function parseRetryAfter(headers: Headers): number {
  const value = headers.get("retry-after") ?? "";
  const seconds = Number(value);
  if (Number.isFinite(seconds * 1000)) return Math.max(0, seconds * 1000);
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, Date.parse(value) - now || 0);
}
