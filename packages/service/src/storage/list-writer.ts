import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.js";
import { SPLIT_ROWS, splitZones } from "./split-zones.js";
import { bytesOfString } from "./string-bytes.js";

/** A record of a list, ready to be stored. */
export interface ListRecord {
  readonly uid: string;
  /** Literals of `sqlMoment`. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** As JSON. */
  readonly document: string;
  /**
   * For list operations: the rules against which the record was validated, and its texts with other field names
   * (decision 0103).
   */
  readonly shown?: { readonly rules: string; readonly renamed: readonly string[] };
}

/** The result of a batch. */
export interface WrittenCounts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** The rejected records, by uid, with the reasons. */
  readonly refused?: readonly { readonly uid: string; readonly reason: string }[];
}

/** Writes list records. */
export interface ListWriter {
  /**
   * Stores a batch in one transaction; records replace existing ones with the same uid. A batch must not contain
   * duplicate uids.
   */
  upsert(collection: string, records: readonly ListRecord[]): Promise<WrittenCounts>;
  /** Call this after many batches, so that the database can clean up and update its statistics. */
  settle(): Promise<void>;
}

/** Writes records and updates the zones of their collection in the same transaction (decision 0062). */
export function createListWriter(db: Database): ListWriter {
  /** The collections that have a first zone, which is never removed. */
  const begun = new Set<string>();
  return {
    async upsert(collection, records) {
      if (records.length === 0) return { created: 0, changed: 0, unchanged: 0 };
      if (!begun.has(collection)) await beginZones(db, collection);
      begun.add(collection);
      return db.transaction().execute(async (transaction) => {
        // One writer per collection at a time, because zones have counts that must not be updated concurrently.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`metadata-service list ${collection}`}, 0))`.execute(
          transaction,
        );
        const { largestZone, ...counts } = await writeBatch(transaction, collection, records);
        if (largestZone >= SPLIT_ROWS) await splitZones(transaction, collection);
        return counts;
      });
    },
    async settle() {
      // Index-only scans need the visibility map, which only a vacuum creates. It may exceed the time limit of
      // requests.
      await db.connection().execute(async (connection) => {
        await sql`set statement_timeout = 0`.execute(connection);
        await sql`vacuum (analyze) list_records`.execute(connection);
        await sql`vacuum (analyze) list_zones`.execute(connection);
        await sql`reset statement_timeout`.execute(connection);
      });
    },
  };
}

async function beginZones(db: Database, collection: string): Promise<void> {
  await sql`insert into list_zones values (${collection}, '-infinity', '', 0, null, null) on conflict do nothing`.execute(
    db,
  );
}

/**
 * Writes the records and the changes of zone counts in one statement. Zones and records are sorted together, so that
 * the zone of a record is the last one before it; looking up the zone of each record would take a third of the
 * statement's time. The `limit` makes PostgreSQL look up each stored record in the primary key: a join without it
 * reads the whole list for every batch while the table has no statistics, as in a first import.
 *
 * New records have a plain `insert`, because `on conflict` would look up each of them a second time. None of them can
 * be stored in between: a collection has only one writer at a time.
 */
async function writeBatch(
  db: Database,
  collection: string,
  records: readonly ListRecord[],
): Promise<WrittenCounts & { readonly largestZone: number }> {
  const uids = records.map((record) => bytesOfString(record.uid).toString("hex"));
  const created = records.map((record) => record.createdAt);
  const updated = records.map((record) => record.updatedAt);
  const documents = records.map((record) => record.document);
  const renamed = records.map(({ shown }) => (shown?.renamed ?? []).join(NEXT_TEXT));
  const rules = records[0]?.shown?.rules ?? null;
  const insertIncoming = sql`
    insert into list_records (collection, uid, created_at, updated_at, document, checked, renamed)
    select ${collection}, uid, created_at, updated_at, document, checked, renamed from incoming`;
  const { rows } = await sql<Record<"incoming" | "existing" | "differing" | "largest", string | number | bigint>>`
    with sent as materialized (
      select decode(coalesce(uid, ''), 'hex') as uid, created_at::timestamptz, updated_at::timestamptz, document,
        hashtextextended(document, ${rules}::bigint) as checked,
        string_to_array(coalesce(renamed, ''), ${NEXT_TEXT}) as renamed
      from unnest(${column(uids)}, ${column(created)}, ${column(updated)}, ${column(documents)}, ${column(renamed)})
        as sent (uid, created_at, updated_at, document, renamed)
    ),
    incoming as materialized (
      select sent.*, stored.created_at as stored_at, stored.document <> sent.document as differs,
        stored.checked is distinct from sent.checked as is_unchecked
      from sent left join lateral (
        select created_at, document, checked from list_records
        where collection = ${collection} and list_records.uid = sent.uid
        limit 1
      ) as stored on true
    ),
    inserted as (
      ${insertIncoming}
      where stored_at is null
    ),
    replaced as (
      ${insertIncoming}
      where stored_at is not null and (differs or is_unchecked)
      on conflict (collection, uid) do update set created_at = excluded.created_at, updated_at = excluded.updated_at,
        document = excluded.document, checked = excluded.checked, renamed = excluded.renamed
    ),
    moves as (
      select lowest_at as at, lowest_uid as uid, 1 as zone, 0 as change, null::timestamptz as updated_at
      from list_zones where collection = ${collection}
      union all select created_at, uid, null, 1, updated_at from incoming
      union all select stored_at, uid, null, -1, null from incoming where stored_at is not null
    ),
    numbered as (
      select *, count(zone) over (order by at, uid, zone rows unbounded preceding) as zone_number from moves
    ),
    changes as (
      select min(at) filter (where zone = 1) as lowest_at, (array_agg(uid) filter (where zone = 1))[1] as lowest_uid,
        sum(change)::int as change, min(updated_at) as updated_min, max(updated_at) as updated_max
      from numbered group by zone_number having count(*) > 1
    ),
    counted as (
      update list_zones set
        row_count = row_count + changes.change,
        updated_min = least(list_zones.updated_min, changes.updated_min),
        updated_max = greatest(list_zones.updated_max, changes.updated_max)
      from changes
      where collection = ${collection}
        and list_zones.lowest_at = changes.lowest_at and list_zones.lowest_uid = changes.lowest_uid
      returning row_count
    )
    select count(*) as incoming, count(stored_at) as existing, count(*) filter (where differs) as differing,
      (select max(row_count) from counted) as largest
    from incoming`.execute(db);
  const [row] = rows;
  const count = (name: "incoming" | "existing" | "differing" | "largest") => Number(row?.[name] ?? 0);
  return {
    created: count("incoming") - count("existing"),
    changed: count("differing"),
    unchanged: count("existing") - count("differing"),
    largestZone: count("largest"),
  };
}

/**
 * Separators between values of a column, and between texts of a record: JSON contains no unescaped control characters.
 */
const [NEXT_ROW, NEXT_TEXT] = ["\n", "\u0001"];

/** Passes the values of a column as one text, because a PostgreSQL array would require escaping every character. */
function column(values: readonly string[]): RawBuilder<string[]> {
  return sql`string_to_array(${values.join(NEXT_ROW)}, ${NEXT_ROW})`;
}
