import { createHash } from "node:crypto";
import { uidTaken } from "@metadata-service/server-rules";
import { sql } from "kysely";
import type { Database } from "../database.js";
import type { ListWriter } from "../lists/list-writer.js";
import { sqlMoment } from "../sql/sql-moment.js";
import { bytesOfString } from "../sql/string-bytes.js";
import type { ListRecord, WrittenCounts } from "./record-batch.js";

/**
 * Writes exported metadata records with their timestamps. As for create requests, nothing is overwritten (decision
 * 0005): an existing record is not changed, and a record whose uid exists with other items is rejected.
 */
export function createMetadataWriter(db: Database): ListWriter {
  return {
    batch(namespace) {
      const records = new Map<string, ListRecord>();
      return {
        get size() {
          return records.size;
        },
        has: (uid) => records.has(uid),
        add(record) {
          const replaces = records.delete(record.uid);
          records.set(record.uid, record);
          return replaces;
        },
        store: () => store(db, namespace, [...records.values()]),
      };
    },
    settle: async () => {},
  };
}

async function store(db: Database, namespace: string, records: readonly ListRecord[]): Promise<WrittenCounts> {
  const rows = records.map((record) => ({
    ...record,
    createdAt: record.createdAt && sqlMoment(record.createdAt),
    updatedAt: record.updatedAt && sqlMoment(record.updatedAt),
    key: hex(bytesOfString(record.uid)),
    digest: digestOf(record),
  }));
  const inserted = new Set(await insert(db, namespace, rows));
  const others = rows.filter(({ key }) => !inserted.has(key));
  const stored = await storedDigests(db, namespace, others);
  const refused = others.filter(({ key, digest }) => stored.get(key) !== digest);
  return {
    created: inserted.size,
    changed: 0,
    unchanged: others.length - refused.length,
    refused: refused.map(({ uid }) => ({ uid, reason: uidTaken(uid).message })),
  };
}

type Row = ListRecord & { readonly key: string; readonly digest: string };

/** Returns the keys of the rows that are new. */
async function insert(db: Database, namespace: string, rows: readonly Row[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const column = (name: keyof Row) => rows.map((row) => row[name] || null);
  // Sorted by key, to avoid deadlocks between processes.
  const { rows: inserted } = await sql<{ key: string }>`
    insert into metadata (namespace, uid, items, digest, created_at, updated_at)
    select ${namespace}, decode(key, 'hex'), items, decode(digest, 'hex'),
      coalesce(created_at, updated_at, now()), coalesce(updated_at, created_at, now())
    from unnest(${column("key")}::text[], ${column("document")}::text[], ${column("digest")}::text[],
      ${column("createdAt")}::timestamptz[], ${column("updatedAt")}::timestamptz[])
      as sent (key, items, digest, created_at, updated_at)
    order by key
    on conflict (namespace, uid) do nothing
    returning encode(uid, 'hex') as key`.execute(db);
  return inserted.map(({ key }) => key);
}

async function storedDigests(db: Database, namespace: string, rows: readonly Row[]): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const keys = rows.map(({ key }) => key);
  const { rows: found } = await sql<{ key: string; digest: string }>`
    select encode(uid, 'hex') as key, encode(digest, 'hex') as digest from metadata
    where namespace = ${namespace} and uid in (select decode(key, 'hex') from unnest(${keys}::text[]) as wanted (key))`.execute(
    db,
  );
  return new Map(found.map(({ key, digest }) => [key, digest]));
}

function digestOf({ document }: ListRecord): string {
  return createHash("sha256").update(document, "utf8").digest("hex");
}

function hex(bytes: Buffer): string {
  return bytes.toString("hex");
}
