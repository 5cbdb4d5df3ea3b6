import { sql } from "kysely";
import type { Database } from "../database.js";

/**
 * The number of records in a zone after a split. It balances the two costs of a page: a sum over zones and a walk
 * within one.
 */
const ZONE_ROWS = 4096;
/** The number of records at which a zone is split. */
export const SPLIT_ROWS = 2 * ZONE_ROWS;

interface Zone {
  readonly lowest_at: string;
  readonly lowest_uid: Uint8Array;
  readonly next_at: string;
  readonly next_uid: Uint8Array;
}

/**
 * Splits every zone of a collection that has grown to twice the target size, so that scans within a zone stay short.
 * The bounds of `updated_at` are computed again for the parts, and thus are exact again.
 */
export async function splitZones(db: Database, collection: string): Promise<void> {
  const { rows } = await sql<Zone>`
    select lowest_at::text, lowest_uid, next_at::text, next_uid from (
      select *, lead(lowest_at, 1, 'infinity') over ordered as next_at, lead(lowest_uid, 1, '') over ordered as next_uid
      from list_zones where collection = ${collection}
      window ordered as (order by lowest_at, lowest_uid)
    ) as bounded
    where row_count >= ${SPLIT_ROWS}`.execute(db);
  for (const zone of rows) await splitZone(db, collection, zone);
}

/** The first part keeps the lower bound of the zone, which may be lower than its first record. */
async function splitZone(db: Database, collection: string, zone: Zone): Promise<void> {
  await sql`
    with parts as materialized (
      select part, min(created_at) as first_at, min(updated_at) as updated_min, max(updated_at) as updated_max,
        count(*) as row_count, (array_agg(uid order by created_at, uid))[1] as first_uid
      from (
        select created_at, uid, updated_at,
          (row_number() over (order by created_at, uid) - 1) / ${ZONE_ROWS}::int as part
        from list_records
        where collection = ${collection}
          and (created_at, uid) >= (${zone.lowest_at}::timestamptz, ${zone.lowest_uid}::bytea)
          and (created_at, uid) < (${zone.next_at}::timestamptz, ${zone.next_uid}::bytea)
      ) as numbered
      group by part
    )
    insert into list_zones (collection, lowest_at, lowest_uid, row_count, updated_min, updated_max)
    select ${collection},
      case when part = 0 then ${zone.lowest_at}::timestamptz else first_at end,
      case when part = 0 then ${zone.lowest_uid}::bytea else first_uid end,
      row_count, updated_min, updated_max
    from parts
    on conflict (collection, lowest_at, lowest_uid) do update set
      row_count = excluded.row_count, updated_min = excluded.updated_min, updated_max = excluded.updated_max`.execute(
    db,
  );
}
