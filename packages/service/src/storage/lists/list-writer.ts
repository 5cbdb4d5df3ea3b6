import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database.js";
import { type Columns, createBatch, type RecordBatch, type WrittenCounts } from "../records/record-batch.js";
import { writeOneRow } from "../records/write-one-row.js";
import { SPLIT_ROWS, splitZones } from "../server/split-zones.js";

/** Writes list records. */
export interface ListWriter {
  /** Begins a batch for a collection; its records replace stored ones with the same uid. */
  batch(collection: string): RecordBatch;
  /** Call this after many batches, so that the database can clean up and update its statistics. */
  settle(): Promise<void>;
}

/** Writes records and updates the zones of their collection in the same transaction. */
export function createListWriter(db: Database): ListWriter {
  /** The collections that have a first zone, which is never removed. */
  const begun = new Set<string>();
  /** The collections that PostgreSQL's statistics contain. */
  const known = new Set<string>();
  const write = async (collection: string, columns: Columns): Promise<WrittenCounts> => {
    const isNew = !begun.has(collection) && (await beginZones(db, collection));
    begun.add(collection);
    if (!isNew && !known.has(collection)) {
      await requireStatistics(db, collection);
      known.add(collection);
    }
    return db.transaction().execute(async (transaction) => {
      await lockList(transaction, collection);
      // The commit does not wait for the disk: an import is acknowledged when it is settled.
      await sql`select set_config('synchronous_commit', 'off', true)`.execute(transaction);
      return writeColumns(transaction, collection, columns);
    });
  };
  return {
    batch: (collection) => createBatch((columns) => write(collection, columns)),
    async settle() {
      await db.connection().execute(async (connection) => {
        // Waits until the batches are on disk, because their commits did not.
        await writeOneRow(connection);
        // Index-only scans need the visibility map, which only a vacuum creates.
        await maintain(connection, sql`vacuum (analyze)`);
      });
    },
  };
}

/** Runs `analyze` or `vacuum` on the tables of lists. It may exceed the time limit of requests. */
async function maintain(connection: Database, command: RawBuilder<unknown>): Promise<void> {
  await sql`set statement_timeout = 0`.execute(connection);
  // Statistics of the texts would take half of its time, and no plan depends on them.
  await sql`${command} list_records (collection, uid, created_at, updated_at)`.execute(connection);
  await sql`${command} list_zones`.execute(connection);
  await sql`reset statement_timeout`.execute(connection);
}

/**
 * Creates statistics if those that PostgreSQL has do not contain a collection, as after the first batch of its first
 * import. PostgreSQL would assume that the collection has one record, and use an index in which it has to read the whole
 * list to find a uid, for each record of a batch.
 */
async function requireStatistics(db: Database, collection: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql`
      select from pg_stats
      where schemaname = (select relnamespace::regnamespace::text from pg_class where oid = 'list_records'::regclass)
        and tablename = 'list_records' and attname = 'collection'
        and most_common_vals::text::text[] @> array[${collection}]`.execute(connection);
    if (rows.length === 0) await maintain(connection, sql`analyze`);
  });
}

/** Waits for other writers of a collection, because zones have counts that must not be updated concurrently. */
export async function lockList(transaction: Database, collection: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`metadata-service list ${collection}`}, 0))`.execute(
    transaction,
  );
}

/** Writes records, and updates the zones of their collection, which the transaction has locked. */
export async function writeColumns(
  transaction: Database,
  collection: string,
  columns: Columns,
): Promise<WrittenCounts> {
  const { largestZone, ...counts } = await writeBatch(transaction, collection, columns);
  if (largestZone >= SPLIT_ROWS) await splitZones(transaction, collection);
  return counts;
}

/** Returns whether the collection had no zone. */
export async function beginZones(db: Database, collection: string): Promise<boolean> {
  const { rows } = await sql`
    insert into list_zones values (${collection}, '-infinity', '', 0, null, null) on conflict do nothing
    returning collection`.execute(db);
  return rows.length > 0;
}

/**
 * Writes the records and the changes of zone counts in one statement. Zones and records are sorted together, so that
 * the zone of a record is the last one before it; looking up the zone of each record would take a third of the
 * statement's time. The `limit` makes PostgreSQL look up each stored record in the primary key: a join without it
 * reads the whole list for every batch while the table has no statistics, as in a first import. A uid above all stored
 * ones needs no lookup, and new records often have such uids.
 *
 * New records have a plain `insert`, because `on conflict` would look up each of them a second time. None of them can
 * be stored in between: a collection has only one writer at a time.
 */
async function writeBatch(
  db: Database,
  collection: string,
  { uid, createdAt, updatedAt, document, renamed, rules }: Columns,
): Promise<WrittenCounts & { readonly largestZone: number }> {
  const names = renamed.map((_column, index) => sql.ref(`renamed_${index}`));
  const insertIncoming = sql`
    insert into list_records (collection, uid, created_at, updated_at, document, checked, renamed)
    select ${collection}, uid, created_at, updated_at, document, checked, renamed from incoming`;
  const { rows } = await sql<Record<"incoming" | "existing" | "differing" | "largest", string | number | bigint>>`
    with incoming as materialized (
      select sent.*, stored.created_at as stored_at, stored.document <> sent.document as differs,
        stored.checked is distinct from sent.checked as is_unchecked
      from (
        select uid, created_at, updated_at, document, hashtextextended(document, ${rules}::bigint) as checked,
          array[${sql.join(names)}]::text[] as renamed
        from (
          select ${sql.join([
            sql`unnest(${uid.value()}::bytea[]) as uid`,
            sql`unnest(${createdAt.value()}::timestamptz[]) as created_at`,
            sql`unnest(${updatedAt.value()}::timestamptz[]) as updated_at`,
            sql`unnest(${document.value()}::text[]) as document`,
            ...renamed.map((column, index) => sql`unnest(${column.value()}::text[]) as ${names[index]}`),
          ])}
        ) as elements
        offset 0
      ) as sent left join lateral (
        select created_at, document, checked from list_records
        where collection = ${collection} and list_records.uid = sent.uid
          and sent.uid <= (select uid from list_records where collection = ${collection} order by uid desc limit 1)
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
