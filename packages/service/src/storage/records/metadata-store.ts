import { canonicalJson } from "@metadata-service/server-rules";
import { type CompiledQuery, sql } from "kysely";
import { sha256 } from "../../sha256.js";
import type { Database } from "../database.js";
import { mayBeCausedByOneRow } from "../database-failure.js";
import { BEGIN_WAIT } from "../server/server-pool.js";
import { toPrepare } from "../sql/prepared.js";
import { microsecondsOf, momentOfMicroseconds } from "../sql/returned-moment.js";
import { bytesOfString, stringOfBytes } from "../sql/string-bytes.js";
import { timestampText } from "../sql/timestamp-text.js";
import { lastBeforeMore, type SizedRow, upToSize } from "../sql/up-to-size.js";
import { PLAIN_JSON, type StoredJson } from "../stored-json.js";
import { createBatcher, OverloadError } from "./create-batcher.js";
import { type MetadataPagesOptions, metadataPages } from "./metadata-pages.js";
import type { RecordStore, RecordTimes } from "./record-store.js";

/** A stored record, with the items as sent. */
export interface ExportedRecord extends RecordTimes {
  readonly uid: string;
  readonly items: unknown[];
}

/**
 * Stores the metadata records of all namespaces. The content of a record is its items; if a spec gives records further
 * fields, it is an object with all of them.
 */
export interface MetadataStore extends RecordStore {
  /** Returns every record of a namespace, in uid order, with limited memory. */
  readAll(namespace: string): AsyncIterable<ExportedRecord>;
}

const READ_BATCH = 500;

/** The maximum number of create requests per statement; two concurrent statements keep the database busy. */
const CREATE_BATCH = { maxJobs: 50, maxBytes: 4 * 1024 * 1024, maxRunning: 2 };

interface Create {
  /** The identity of the record; see {@link identityOf}. */
  readonly identity: string;
  readonly namespace: string;
  readonly uid: Buffer;
  readonly items: string;
  readonly digest: Buffer;
}

interface CreateRow {
  readonly namespace: string;
  readonly uid: Uint8Array;
  readonly digest: Uint8Array;
  /** Timestamps in microseconds, as text. */
  readonly created: string;
  readonly updated: string;
}

interface ExportedRow extends SizedRow {
  readonly uid: Uint8Array;
  readonly items: string;
  readonly created: string;
  readonly updated: string;
}

/**
 * Creates the store of metadata records in a database.
 *
 * @param beginWait the time that a create request may wait for the database to start, in ms
 */
export function createMetadataStore(
  db: Database,
  beginWait: number = BEGIN_WAIT,
  options: MetadataPagesOptions = { holdsThread: false, json: PLAIN_JSON },
): MetadataStore {
  const { json } = options;
  const create = createBatcher<Create, CreateRow>({
    ...CREATE_BATCH,
    maxWait: beginWait,
    run: insertAll(db),
    mayBeCausedByOneJob: mayBeCausedByOneRow,
    identity: ({ identity }) => identity,
    bytes: ({ items }) => items.length,
  });
  return {
    async create(namespace, uid, content) {
      const text = json.write(canonicalJson(content));
      const digest = sha256(text);
      const bytes = bytesOfString(uid);
      const row = await create({ identity: identityOf(namespace, bytes), namespace, uid: bytes, items: text, digest });
      // The stored data decides, not the time, because two create requests may have the same timestamp.
      return {
        isSame: digest.equals(row.digest),
        createdDate: momentOfMicroseconds(row.created),
        updatedDate: momentOfMicroseconds(row.updated),
      };
    },
    get: async (namespace, uid) => (await readOne(db, json, namespace, uid))?.record,
    async change(namespace, uid, change) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const found = await readOne(db, json, namespace, uid);
        if (!found) return undefined;
        const content = change(found.record);
        const times = await replaceIfUnchanged(db, {
          namespace,
          uid,
          before: found.digest,
          items: json.write(canonicalJson(content)),
        });
        if (times) return { content, ...times };
      }
      throw new OverloadError("other requests change the record again and again");
    },
    async remove(namespace, uid, check) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const found = await readOne(db, json, namespace, uid);
        if (!found) return false;
        check?.(found.record);
        const { numDeletedRows } = await db
          .deleteFrom("metadata")
          .where("namespace", "=", namespace)
          .where("uid", "=", bytesOfString(uid))
          .where("digest", "=", found.digest)
          .executeTakeFirst();
        if (numDeletedRows > 0n) return true;
      }
      throw new OverloadError("other requests change the record again and again");
    },
    page: metadataPages(db, options),
    async *readAll(namespace) {
      let after: Uint8Array = new Uint8Array();
      for (;;) {
        const selected = sql`
          select uid, items, ${timestampText(sql.ref("created_at"))} as created,
            ${timestampText(sql.ref("updated_at"))} as updated
          from metadata where namespace = ${namespace} and uid > ${after} order by uid limit ${READ_BATCH}`;
        const { rows } = await upToSize<ExportedRow>(selected, "items", ["uid"]).execute(db);
        for (const row of rows)
          yield {
            uid: stringOfBytes(row.uid),
            items: json.parse(row.items) as unknown[],
            createdDate: row.created,
            updatedDate: row.updated,
          };
        const last = lastBeforeMore(rows, READ_BATCH);
        if (!last) return;
        after = last.uid;
      }
    },
  };
}

/** How often to change a record, if others change it in the meantime. */
const ATTEMPTS = 10;

async function readOne(db: Database, json: StoredJson, namespace: string, uid: string) {
  const row = await db
    .selectFrom("metadata")
    .select((eb) => [
      "items",
      "digest",
      timestampText(eb.ref("created_at")).as("created"),
      timestampText(eb.ref("updated_at")).as("updated"),
    ])
    .where("namespace", "=", namespace)
    .where("uid", "=", bytesOfString(uid))
    .executeTakeFirst();
  if (!row) return undefined;
  const record = { content: json.parse(row.items), createdDate: row.created, updatedDate: row.updated };
  return { record, digest: row.digest };
}

interface Replacement {
  readonly namespace: string;
  readonly uid: string;
  /** The digest of the content that is replaced. */
  readonly before: Uint8Array;
  /** The new content, as JSON. */
  readonly items: string;
}

/**
 * Replaces the content of a record; undefined if it is not the expected one any more. The time of the change is later
 * than that of the one before, whatever the clock says, so that a sync finds it.
 */
async function replaceIfUnchanged(
  db: Database,
  { namespace, uid, before, items }: Replacement,
): Promise<RecordTimes | undefined> {
  const row = await db
    .updateTable("metadata")
    .set((eb) => ({
      items,
      digest: sha256(items),
      updated_at: sql<string>`greatest(now(), ${eb.ref("updated_at")} + interval '1 microsecond')`,
    }))
    .where("namespace", "=", namespace)
    .where("uid", "=", bytesOfString(uid))
    .where("digest", "=", before)
    .returning((eb) => [
      microsecondsOf(eb.ref("created_at")).as("created"),
      microsecondsOf(eb.ref("updated_at")).as("updated"),
    ])
    .executeTakeFirst();
  return row && { createdDate: momentOfMicroseconds(row.created), updatedDate: momentOfMicroseconds(row.updated) };
}

function identityOf(namespace: string, uid: Uint8Array): string {
  return `${namespace} ${Buffer.from(uid.buffer, uid.byteOffset, uid.byteLength).toString("latin1")}`;
}

/**
 * Runs the statement that stores one or more create requests. If a uid exists, it overwrites the row with
 * itself: that waits for concurrent requests with the same uid, and returns the row that was stored, which `do nothing`
 * cannot do. Rows are sorted by key to avoid deadlocks between processes.
 */
function insertAll(db: Database) {
  const statements = new Map<number, CompiledQuery>();
  return async (creates: readonly Create[]): Promise<CreateRow[]> => {
    const statement = statements.get(creates.length) ?? toPrepare(compileInsert(db, creates.length));
    statements.set(creates.length, statement);
    const sorted = [...creates].sort((left, right) => (left.identity < right.identity ? -1 : 1));
    const parameters = sorted.flatMap(({ namespace, uid, items, digest }) => [namespace, uid, items, digest]);
    const { rows } = await db.executeQuery<CreateRow>({ ...statement, parameters });
    const found = new Map(rows.map((row) => [identityOf(row.namespace, row.uid), row]));
    return creates.map(({ identity }) => {
      const row = found.get(identity);
      if (!row) throw new Error("The database returned no row for a create request");
      return row;
    });
  };
}

/** Compiles the statement once for each number of rows, because compiling costs more than running. */
function compileInsert(db: Database, count: number): CompiledQuery {
  const placeholder = { namespace: "", uid: new Uint8Array(), items: "", digest: new Uint8Array() };
  return db
    .insertInto("metadata")
    .values(Array.from({ length: count }, () => placeholder))
    .onConflict((conflict) =>
      conflict.columns(["namespace", "uid"]).doUpdateSet({ updated_at: (eb) => eb.ref("metadata.updated_at") }),
    )
    .returning((eb) => [
      "namespace",
      "uid",
      "digest",
      microsecondsOf(eb.ref("metadata.created_at")).as("created"),
      microsecondsOf(eb.ref("metadata.updated_at")).as("updated"),
    ])
    .compile();
}
