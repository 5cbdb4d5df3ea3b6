import { type Instant, parseInstant } from "@metadata-service/server-rules";

/** What needs no arithmetic: a moment in UTC, of a year that PostgreSQL counts as we do, no leap second. */
const PLAIN_UTC = /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:(?!60)\d\d(?:\.\d{1,6})?)\d*(?:Z|[+-]00:00)$/;

/**
 * A moment as a literal for a `timestamptz`, cut to the microseconds that it holds. PostgreSQL would
 * round them, knows no offset above 15:59 and no year 0, which to it is 1 BC.
 *
 * @throws RangeError when a text is not an RFC 3339 date-time
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
