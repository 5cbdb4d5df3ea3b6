import { canonicalJson } from "@metadata-service/server-rules";
import type { CompiledQuery } from "kysely";
import { sha256 } from "../sha256.js";
import { createBatcher } from "./create-batcher.js";
import type { Database } from "./database.js";
import { mayBeCausedByOneRow } from "./database-failure.js";
import { toPrepare } from "./prepared.js";
import { microsecondsOf, momentOfMicroseconds } from "./returned-moment.js";
import { BEGIN_WAIT } from "./server-pool.js";
import { bytesOfString, stringOfBytes } from "./string-bytes.js";
import { timestampText } from "./timestamp-text.js";

/** The result of a create request (decision 0005). */
export interface CreateResult {
  /** Whether the stored items are those of the request; otherwise the uid already existed and nothing was changed. */
  readonly isSame: boolean;
  /** The timestamp of the stored record, whoever stored it. */
  readonly createdDate: string;
  readonly updatedDate: string;
}

/** A stored record, with the items as sent. */
export interface StoredRecord extends Omit<CreateResult, "isSame"> {
  readonly uid: string;
  readonly items: unknown[];
}

/** Stores the metadata records of all namespaces. */
export interface MetadataStore {
  /** Stores a record unless its uid exists. Resolves after the commit. */
  create(namespace: string, uid: string, items: readonly unknown[]): Promise<CreateResult>;
  /** Returns every record of a namespace, in uid order, with limited memory. */
  readAll(namespace: string): AsyncIterable<StoredRecord>;
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

/**
 * Creates the store of metadata records in a database.
 *
 * @param beginWait the time that a create request may wait for the database to start, in ms
 */
export function createMetadataStore(db: Database, beginWait: number = BEGIN_WAIT): MetadataStore {
  const create = createBatcher<Create, CreateRow>({
    ...CREATE_BATCH,
    maxWait: beginWait,
    run: insertAll(db),
    mayBeCausedByOneJob: mayBeCausedByOneRow,
    identity: ({ identity }) => identity,
    bytes: ({ items }) => items.length,
  });
  return {
    async create(namespace, uid, items) {
      const text = canonicalJson(items);
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
    async *readAll(namespace) {
      let after: Uint8Array = new Uint8Array();
      for (;;) {
        const rows = await db
          .selectFrom("metadata")
          .select((eb) => [
            "uid",
            "items",
            timestampText(eb.ref("created_at")).as("created"),
            timestampText(eb.ref("updated_at")).as("updated"),
          ])
          .where("namespace", "=", namespace)
          .where("uid", ">", after)
          .orderBy("uid")
          .limit(READ_BATCH)
          .execute();
        for (const row of rows)
          yield {
            uid: stringOfBytes(row.uid),
            items: JSON.parse(row.items) as unknown[],
            createdDate: row.created,
            updatedDate: row.updated,
          };
        const last = rows.at(-1);
        if (!last || rows.length < READ_BATCH) return;
        after = last.uid;
      }
    },
  };
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
