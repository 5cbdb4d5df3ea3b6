/**
 * Parses `Retry-After` into milliseconds; 0 if it is missing or invalid. The header holds seconds or an HTTP date (RFC
 * 9110, section 10.2.3). A date is compared with the response's `Date` header, so a wrong local clock does not matter.
 * If it was sent several times, the longest time counts.
 */
export function parseRetryAfter(headers: Headers): number {
  const sentAt = Date.parse(headers.get("date") ?? "");
  const now = Number.isNaN(sentAt) ? Date.now() : sentAt;
  const timeOf = (value: string) => {
    if (/^[ \d.]+$/.test(value)) return Number(value) * 1000;
    // `Date.parse` takes almost any text for a date.
    return /\d:\d\d:\d/.test(value) ? Date.parse(value) - now : 0;
  };
  // A date has a comma, too: the one before the day of the month.
  const values = headers.get("retry-after")?.split(/,(?! \d\d[ -]\w)/) ?? [];
  return Math.max(0, ...values.map((value) => timeOf(value) || 0));
}
