/**
 * A point in time with any number of fraction digits. `Date` keeps only three, the API uses six, and callers may send
 * more.
 */
export interface Instant {
  /** Whole seconds since 1970-01-01T00:00:00Z. */
  readonly seconds: number;
  /** The digits of the fraction without trailing zeros; they compare as text. */
  readonly fraction: string;
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Reads an RFC 3339 date-time. A leap second counts as the first second of the next minute, as in POSIX time.
 *
 * @throws RangeError if the text is not an RFC 3339 date-time
 */
export function parseInstant(text: string): Instant {
  const match = DATE_TIME.exec(text);
  if (!match) throw new RangeError(`${text} is not an RFC 3339 date-time`);
  const [, year, month, day, hour, minute, second, fraction = "", sign, offsetHour = "0", offsetMinute = "0"] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60 * (sign === "-" ? -1 : 1);
  return { seconds: date.getTime() / 1000 - offset, fraction: withoutZeros(fraction) };
}

export function roundUp({ seconds, fraction }: Instant, digits: number): Instant {
  if (fraction.length <= digits) return { seconds, fraction };
  const kept = String(Number(fraction.slice(0, digits)) + 1).padStart(digits, "0");
  return kept.length > digits ? { seconds: seconds + 1, fraction: "" } : { seconds, fraction: withoutZeros(kept) };
}

/** A loop, because `/0+$/` takes quadratic time on text such as `000…01`. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
