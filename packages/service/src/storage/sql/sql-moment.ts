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

/** The format of most timestamps; others have another offset or fraction. */
const USUAL = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/;
const ZERO = "0".charCodeAt(0);
/** The start of the year 2000 in UTC, in ms. */
const YEAR_2000 = Date.UTC(2000, 0, 1);

/**
 * Converts a time to the number that a `timestamptz` consists of: microseconds since the start of the year 2000 in UTC.
 * Further digits are truncated, as `sqlMoment` does.
 *
 * @throws RangeError if the text is not an RFC 3339 date-time
 */
export function microsOf(moment: string): number | bigint {
  const { ms, micros } = USUAL.test(moment) ? usualParts(moment) : partsOf(parseInstant(moment));
  const sum = (ms - YEAR_2000) * 1000 + micros;
  return Number.isSafeInteger(sum) ? sum : BigInt(ms - YEAR_2000) * 1000n + BigInt(micros);
}

/** A time as whole ms since 1970 and as further microseconds. */
interface MomentParts {
  readonly ms: number;
  readonly micros: number;
}

function usualParts(moment: string): MomentParts {
  const two = (at: number) => 10 * (moment.charCodeAt(at) - ZERO) + moment.charCodeAt(at + 1) - ZERO;
  const ms = Date.UTC(100 * two(0) + two(2), two(5) - 1, two(8), two(11), two(14), two(17));
  return { ms, micros: 10_000 * two(20) + 100 * two(22) + two(24) };
}

function partsOf({ seconds, fraction }: Instant): MomentParts {
  return { ms: 1000 * seconds, micros: Number(fraction.slice(0, 6).padEnd(6, "0")) };
}
