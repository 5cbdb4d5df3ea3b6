import { type Expression, type RawBuilder, sql } from "kysely";

/** A moment as the API writes it (decision 0007), made by the database, which keeps microseconds where `Date` drops them. */
export function timestampText(moment: Expression<string>): RawBuilder<string> {
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')`;
}
