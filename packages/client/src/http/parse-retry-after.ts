/**
 * Parses `Retry-After` into milliseconds; 0 if it is missing. The header holds seconds or an HTTP date (RFC 9110,
 * section 10.2.3). A date is compared with the response's `Date` header, so a wrong local clock does not matter.
 */
export function parseRetryAfter(headers: Headers): number {
  const value = headers.get("retry-after") ?? "";
  const seconds = Number(value);
  if (Number.isFinite(seconds * 1000)) return Math.max(0, seconds * 1000);
  const date = Date.parse(headers.get("date") ?? "");
  return Math.max(0, Date.parse(value) - (Number.isNaN(date) ? Date.now() : date) || 0);
}
