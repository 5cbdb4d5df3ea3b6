import { type Instant, parseInstant } from "@metadata-service/server-rules";

/** Times that need no conversion: in UTC, not in the year 0, and without a leap second. */
const PLAIN_UTC = /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:(?!60)\d\d(?:\.\d{1,6})?)\d*(?:Z|[+-]00:00)$/;

/**
 * Formats a time as a literal for a `timestamptz`, truncated to microseconds. PostgreSQL would round further digits. It
 * does not support offsets above 15:59, and it calls the year 0 “1 BC”.
 *
 * @throws RangeError if a text is not an RFC 3339 date-time
 */
export function sqlMoment(moment: string | Instant): string {
  const plain = typeof moment === "string" ? PLAIN_UTC.exec(moment)?.[1] : undefined;
  if (plain) return `${plain}+00`;
  const { seconds, fraction } = typeof moment === "string" ? parseInstant(moment) : moment;
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const shown = String(year > 0 ? year : 1 - year).padStart(4, "0");
  const rest = date
    .toISOString()
    .replace(/^[+-]?\d+/, "")
    .replace(/\.\d+Z$/, "");
  return `${shown}${rest}.${fraction.slice(0, 6).padEnd(1, "0")}+00${year > 0 ? "" : " BC"}`;
}
