const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** Whether a text is an existing date, such as `2028-02-29`. */
export function isDate(text) {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  // Day 0 is the last day of the previous month. Date treats the years 0 to 99 as 1900 to 1999; only for 0 does this
  // change whether it is a leap year.
  const last = new Date(Date.UTC(Number(year) + 400, Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

/**
 * Parses an RFC 3339 date-time with all its digits; a JavaScript Date would round it to milliseconds.
 *
 * @returns whole seconds and the digits after the point, or undefined if the text is not a date-time
 */
export function readInstant(text) {
  const [, date, hour, minute, second, fraction = "", sign, offsetHour = "0", offsetMinute = "0"] =
    DATE_TIME.exec(text) ?? [];
  if (date === undefined || !isDate(date)) return undefined;
  if (hour > "23" || minute > "59" || second > "60" || Number(offsetHour) > 23 || Number(offsetMinute) > 59)
    return undefined;
  const offset = (sign === "-" ? -60 : 60) * (Number(offsetHour) * 60 + Number(offsetMinute));
  const day = new Date(`${date}T00:00:00Z`).getTime() / 1000;
  const seconds = day + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
  // A leap second is the last second of a day in UTC.
  if (second === "60" && seconds % 86_400 !== 0) return undefined;
  return { seconds, fraction: fraction.replace(/0+$/, "") };
}

/** Compares two instants: negative if a is earlier. */
export function compareInstants(a, b) {
  if (a.seconds !== b.seconds) return a.seconds - b.seconds;
  if (a.fraction === b.fraction) return 0;
  return a.fraction < b.fraction ? -1 : 1;
}

/** Returns the current time in the format of the service: with fractional seconds, and an offset instead of `Z`. */
export const timestamp = (date) => date.toISOString().replace("Z", "000+00:00");
