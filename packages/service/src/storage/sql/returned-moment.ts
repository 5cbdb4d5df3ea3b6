import { type Expression, type RawBuilder, sql } from "kysely";

const MICROSECONDS = 1_000_000n;

/**
 * Converts a timestamp to microseconds since 1970, as text. Unlike `to_char`, it uses only IMMUTABLE functions, as
 * Citus requires in the `returning` of a statement that writes; {@link momentOfMicroseconds} converts the result to the
 * API's format.
 */
export function microsecondsOf(moment: Expression<string>): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${moment} at time zone 'UTC') * ${sql.lit(Number(MICROSECONDS))})::bigint::text`;
}

let last = { text: "", moment: "" };

/** Formats the timestamp for the API (decision 0007), with all digits. The rows of one statement share it. */
export function momentOfMicroseconds(text: string): string {
  if (text !== last.text) last = { text, moment: written(text) };
  return last.moment;
}

function written(text: string): string {
  const microseconds = BigInt(text);
  const fraction = ((microseconds % MICROSECONDS) + MICROSECONDS) % MICROSECONDS;
  const seconds = Number((microseconds - fraction) / MICROSECONDS);
  return `${new Date(seconds * 1000).toISOString().slice(0, -"000Z".length)}${String(fraction).padStart(6, "0")}+00:00`;
}
