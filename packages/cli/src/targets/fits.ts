import type { ValueType } from "../command-table.js";
import { isPlainText, ODDITY, oddityOf } from "../output/json-text.js";

/**
 * Whether a column can hold a value: as it is, with a small loss (the sign of -0, digits after the microseconds), or
 * not at all.
 */
export type Fit = "exact" | "nearly" | "no";

const exactIf = (condition: boolean): Fit => (condition ? "exact" : "no");

/** Determines whether a column of a type can hold a value. Servers do not always follow their spec. */
export function fitOf(type: ValueType, value: unknown): Fit {
  if (value === null || value === undefined) return "exact";
  if (type === "json") return FIT_OF_JSON[oddityOf(value)];
  if (type === "integer" || type === "number") {
    if (Object.is(value, -0)) return "nearly";
    return exactIf(type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value));
  }
  if (type === "boolean") return exactIf(typeof value === type);
  if (typeof value !== "string") return "no";
  if (type === "timestamp") return fitOfMoment(value);
  return exactIf(type === "date" ? daysOf(value) !== undefined : isPlainText(value));
}

const FIT_OF_JSON: Readonly<Record<ReturnType<typeof oddityOf>, Fit>> = {
  [ODDITY.none]: "exact",
  [ODDITY.negativeZero]: "nearly",
  [ODDITY.unusual]: "no",
  [ODDITY.deep]: "no",
};

/** RFC 3339. The parts are checked afterwards, because `Date.parse` accepts February 30. */
const MOMENT = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|[+-](\d\d):(\d\d))$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAY_MS = 86_400_000;

/** Databases and languages count differently outside of the years 1 to 9999. */
const [FIRST, LAST] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** Most of the date-times that fit. */
const USUAL_MOMENT =
  /^(?!0000|0001|9999)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

function fitOfMoment(text: string): Fit {
  if (USUAL_MOMENT.test(text)) return "exact";
  const [, year, month, day, hour, minute, second, fraction = "", offsetHour = "0", offsetMinute = "0"] =
    MOMENT.exec(text) ?? [];
  // A leap second is valid, but no database can store it.
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  if (!isDay(year, month, day) || !isTime || Number(offsetHour) > 23 || Number(offsetMinute) > 59) return "no";
  // An offset can move the moment into another year.
  if (year === "0001" || year === "9999") {
    const { millis } = splitMoment(text);
    if (millis < FIRST || millis > LAST) return "no";
  }
  return /[1-9]/.test(fraction.slice(6)) ? "nearly" : "exact";
}

function isDay(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return y > 0 && m > 0 && m <= 12 && d > 0 && (d <= 28 || d <= daysIn(y, m));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Splits a valid date-time into the ms since 1970 of its second, and the microseconds after that. */
function splitMoment(text: string): { millis: number; micros: string } {
  const [, fraction = ""] = /\.(\d+)/.exec(text) ?? [];
  const millis = Date.parse(text.replace(/\.\d+/, "").toUpperCase());
  return { millis, micros: fraction.slice(0, 6).padEnd(6, "0") };
}

/** Converts a date-time that fits to microseconds since 1970. */
export function microsOf(text: string): bigint {
  const { millis, micros } = splitMoment(text);
  return BigInt(millis) * 1000n + BigInt(micros);
}

/** PostgreSQL accepts no offset of 16 hours or more, and databases round the digits after the microseconds. */
const COMMON_MOMENT = /^[^t.]+(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4]):\d\d)$/;

/** Formats a date-time that fits as a text that every database reads as the same moment. */
export function commonMoment(text: string): string {
  if (COMMON_MOMENT.test(text)) return text;
  const { millis, micros } = splitMoment(text);
  return new Date(millis).toISOString().replace("000Z", `${micros}Z`);
}

/** Converts a date to days since 1970; returns undefined if the text is not a valid date, such as February 30. */
export function daysOf(text: string): number | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  return isDay(year, month, day) ? Date.parse(text) / DAY_MS : undefined;
}
