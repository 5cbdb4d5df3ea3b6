import { sameJson } from "@metadata-service/server-rules";
import { sql } from "kysely";
import type { Database } from "../database.js";
import { createBatch, type ListRecord } from "../records/record-batch.js";
import type { RecordStore, RecordTimes, StoredRecord } from "../records/record-store.js";
import { bytesOfString } from "../sql/string-bytes.js";
import { timestampText } from "../sql/timestamp-text.js";
import type { StoredJson } from "../stored-json.js";
import type { ListStore } from "./list-store.js";
import { beginZones, lockList, writeColumns } from "./list-writer.js";

/** Makes the record that is stored of the fields of a request, and validates it. Throws a `Violation`. */
export type Complete = (collection: string, fields: unknown, times: RecordTimes) => ListRecord;

/**
 * Stores single records of collections beside imported ones. One writer of a collection waits for another, as for
 * imports.
 */
export function createListedRecords(
  db: Database,
  lists: ListStore,
  { complete, json }: { readonly complete: Complete; readonly json: StoredJson },
): RecordStore {
  const write = async <T>(collection: string, uid: string, work: (one: Database, current: Found) => Promise<T>) => {
    return db.transaction().execute(async (transaction) => {
      await lockList(transaction, collection);
      await beginZones(transaction, collection);
      return work(transaction, await readOne(transaction, json, collection, uid));
    });
  };
  const store = async (one: Database, collection: string, fields: unknown, times: RecordTimes) => {
    const record = complete(collection, fields, times);
    const batch = createBatch((columns) => writeColumns(one, collection, columns));
    batch.add(record);
    await batch.store();
    return { content: json.parse(record.document), ...times };
  };
  return {
    create: (collection, uid, content) =>
      write(collection, uid, async (one, { now, record }) => {
        if (record) return { ...record, isSame: hasFields(record.content, content), isNew: false };
        const times = { createdDate: now, updatedDate: now };
        return { ...(await store(one, collection, content, times)), isSame: true, isNew: true };
      }),
    get: async (collection, uid) => (await readOne(db, json, collection, uid)).record,
    change: (collection, uid, change) =>
      write(collection, uid, async (one, { now, record }) => {
        if (!record) return undefined;
        const times = { createdDate: record.createdDate, updatedDate: now };
        return store(one, collection, change(record), times);
      }),
    remove: (collection, uid, check) =>
      write(collection, uid, async (one, { record }) => {
        if (!record) return false;
        check?.(record);
        await removeOne(one, collection, uid);
        return true;
      }),
    page: lists.page,
  };
}

function hasFields(stored: unknown, fields: unknown): boolean {
  return Object.entries(fields as object).every(([name, value]) =>
    sameJson(Reflect.get(stored as object, name), value),
  );
}

interface Found {
  readonly now: string;
  readonly record: StoredRecord | undefined;
}

async function readOne(db: Database, json: StoredJson, collection: string, uid: string): Promise<Found> {
  const { rows } = await sql<{ now: string; document: string | null; created: string; updated: string }>`
    select document, ${timestampText(sql.ref("created_at"))} as created, ${timestampText(sql.ref("updated_at"))} as updated,
      ${timestampText(sql`greatest(clock_timestamp(), updated_at + interval '1 microsecond')`)} as now
    from (select 1) as one
    left join list_records on collection = ${collection} and uid = ${bytesOfString(uid)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The database returned no row for a record");
  if (row.document === null) return { now: row.now, record: undefined };
  const content = json.parse(row.document);
  return { now: row.now, record: { content, createdDate: row.created, updatedDate: row.updated } };
}

async function removeOne(db: Database, collection: string, uid: string): Promise<void> {
  await sql`
    with removed as (
      delete from list_records where collection = ${collection} and uid = ${bytesOfString(uid)} returning created_at, uid
    ),
    zone as (
      select lowest_at, lowest_uid from list_zones, removed
      where collection = ${collection} and (lowest_at, lowest_uid) <= (removed.created_at, removed.uid)
      order by lowest_at desc, lowest_uid desc limit 1
    )
    update list_zones set row_count = row_count - 1 from zone
    where collection = ${collection} and list_zones.lowest_at = zone.lowest_at
      and list_zones.lowest_uid = zone.lowest_uid`.execute(db);
}
