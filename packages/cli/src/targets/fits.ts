import type { ValueType } from "../command-table.js";

/** Whether a column of a type can hold a value without changing it. Servers do not always follow their spec. */
export function fits(type: ValueType, value: unknown): boolean {
  if (value === null || type === "json") return true;
  if (type === "integer") return Number.isSafeInteger(value);
  if (type === "number" || type === "boolean") return typeof value === type;
  if (typeof value !== "string") return false;
  if (type === "timestamp") return microsOf(value) !== undefined;
  return type === "date" ? daysOf(value) !== undefined : !value.includes("\0");
}

const MOMENT = /^(?!0000)(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;
const DAY = /^(?!0000)\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

/** Converts an RFC 3339 date-time to microseconds since 1970; returns undefined if the text is not one. */
export function microsOf(text: string): bigint | undefined {
  const [, moment, fraction = "", offset] = MOMENT.exec(text) ?? [];
  const millis = Date.parse(`${moment}${offset}`.toUpperCase());
  if (Number.isNaN(millis)) return undefined;
  return BigInt(millis) * 1000n + BigInt(fraction.slice(0, 6).padEnd(6, "0"));
}

/** Converts a date to days since 1970; returns undefined if the text is not a valid date, such as February 30. */
export function daysOf(text: string): number | undefined {
  const time = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
    ? time.getTime() / DAY_MS
    : undefined;
}
