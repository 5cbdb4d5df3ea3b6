import { type RawBuilder, sql } from "kysely";

/** The size of rows that are read at once, in bytes; reading them takes a few milliseconds. */
export const MOST_BYTES = 512 * 1024;

/** Rows that are read at once; `available` is the number of all that were selected. */
export interface SizedRow {
  readonly available: string | number | bigint;
}

/**
 * Selects the first of some rows until they have the size {@link MOST_BYTES}, at least one.
 *
 * @param rows selects them
 * @param text the column whose size counts
 * @param order the columns by which they are ordered
 */
export function upToSize<Row extends SizedRow>(
  rows: RawBuilder<unknown>,
  text: "document" | "items",
  order: readonly string[],
): RawBuilder<Row> {
  const [size, by] = [sql`octet_length(${sql.ref(text)})`, sql.join(order.map((column) => sql.ref(column)))];
  return sql<Row>`
    select * from (
      select *, count(*) over () as available, sum(${size}) over (order by ${by}) - ${size} as before
      from (${rows}) as selected
    ) as sized
    where before < ${MOST_BYTES} order by ${by}`;
}

/** Returns the last of some rows if there may be more after it. */
export function lastBeforeMore<Row extends SizedRow>(rows: readonly Row[], limit: number): Row | undefined {
  const last = rows.at(-1);
  return rows.length < limit && rows.length === Number(last?.available ?? 0) ? undefined : last;
}
