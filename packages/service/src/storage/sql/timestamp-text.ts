import { type Expression, type RawBuilder, sql } from "kysely";

/**
 * Formats a timestamp for the API (decision 0007) in the database, which keeps microseconds; `Date` would drop them.
 */
export function timestampText(moment: Expression<string>): RawBuilder<string> {
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`;
}
