import { sql } from "kysely";
import type { Database } from "./database.js";
import { splitZones } from "./split-zones.js";
import { bytesOfString } from "./string-bytes.js";

/** A record of a list, ready to be stored. */
export interface ListRecord {
  readonly uid: string;
  /** Literals of `sqlMoment`. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** As JSON. */
  readonly document: string;
}

/** What became of the records of a batch. */
export interface WrittenCounts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Records that could not be stored, by uid, each with the reason. */
  readonly refused?: readonly { readonly uid: string; readonly reason: string }[];
}

/** Writes the records of lists. */
export interface ListWriter {
  /** Stores a batch, all of it or nothing: a record whose uid is there replaces it. Each uid at most once in a batch. */
  upsert(collection: string, records: readonly ListRecord[]): Promise<WrittenCounts>;
  /** To be called after many batches: lets the database clean up and learn what it holds now. */
  settle(): Promise<void>;
}

/** Writes records and keeps the zones of their collection in step, in the same transaction (decision 0062). */
export function createListWriter(db: Database): ListWriter {
  return {
    async upsert(collection, records) {
      if (records.length === 0) return { created: 0, changed: 0, unchanged: 0 };
      return db.transaction().execute(async (transaction) => {
        // One writer per collection at a time: zones are counted, and two counts must not cross.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`metadata-service list ${collection}`}, 0))`.execute(
          transaction,
        );
        await sql`insert into list_zones values (${collection}, '-infinity', '', 0, null, null) on conflict do nothing`.execute(
          transaction,
        );
        const counts = await writeBatch(transaction, collection, records);
        await splitZones(transaction, collection);
        return counts;
      });
    },
    async settle() {
      // Index-only scans need the visibility map, which only a vacuum makes; it may take longer than a request may.
      await db.connection().execute(async (connection) => {
        await sql`set statement_timeout = 0`.execute(connection);
        await sql`vacuum (analyze) list_records`.execute(connection);
        await sql`vacuum (analyze) list_zones`.execute(connection);
        await sql`reset statement_timeout`.execute(connection);
      });
    },
  };
}

/** One statement: the records, and by how much each zone grows or shrinks. */
async function writeBatch(db: Database, collection: string, records: readonly ListRecord[]): Promise<WrittenCounts> {
  const uids = records.map((record) => bytesOfString(record.uid).toString("hex"));
  const created = records.map((record) => record.createdAt);
  const updated = records.map((record) => record.updatedAt);
  const documents = records.map((record) => record.document);
  const { rows } = await sql<{ incoming: unknown; existing: unknown; written: unknown }>`
    with incoming as materialized (
      select decode(uid, 'hex') as uid, created_at, updated_at, document
      from unnest(${uids}::text[], ${created}::timestamptz[], ${updated}::timestamptz[], ${documents}::text[])
        as sent (uid, created_at, updated_at, document)
    ),
    existing as materialized (
      select uid, list_records.created_at from list_records join incoming using (uid) where collection = ${collection}
    ),
    written as (
      insert into list_records (collection, uid, created_at, updated_at, document)
      select ${collection}, uid, created_at, updated_at, document from incoming
      on conflict (collection, uid) do update set
        created_at = excluded.created_at, updated_at = excluded.updated_at, document = excluded.document
      where list_records.document <> excluded.document
      returning 1
    ),
    moves as (
      select created_at, uid, 1 as change, updated_at from incoming
      union all select created_at, uid, -1, null from existing
    ),
    changes as (
      select zone.lowest_at, zone.lowest_uid,
        sum(change)::int as change, min(updated_at) as updated_min, max(updated_at) as updated_max
      from moves cross join lateral (
        select lowest_at, lowest_uid from list_zones
        where collection = ${collection} and (lowest_at, lowest_uid) <= (moves.created_at, moves.uid)
        order by lowest_at desc, lowest_uid desc limit 1
      ) as zone
      group by zone.lowest_at, zone.lowest_uid
    ),
    counted as (
      update list_zones set
        row_count = row_count + changes.change,
        updated_min = least(list_zones.updated_min, changes.updated_min),
        updated_max = greatest(list_zones.updated_max, changes.updated_max)
      from changes
      where collection = ${collection}
        and list_zones.lowest_at = changes.lowest_at and list_zones.lowest_uid = changes.lowest_uid
    )
    select (select count(*) from incoming) as incoming,
      (select count(*) from existing) as existing, (select count(*) from written) as written`.execute(db);
  const { incoming, existing, written } = rows[0] ?? { incoming: 0, existing: 0, written: 0 };
  const fresh = Number(incoming) - Number(existing);
  return { created: fresh, changed: Number(written) - fresh, unchanged: Number(incoming) - Number(written) };
}
