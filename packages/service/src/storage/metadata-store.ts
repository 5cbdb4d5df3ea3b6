import { hash } from "node:crypto";
import { canonicalJson } from "@metadata-service/server-rules";
import type { CompiledQuery } from "kysely";
import { createBatcher } from "./create-batcher.js";
import type { Database } from "./database.js";
import { mayBeOfOneRow } from "./database-failure.js";
import { microsecondsOf, momentOfMicroseconds } from "./returned-moment.js";
import { BEGIN_WAIT } from "./server-pool.js";
import { bytesOfString, stringOfBytes } from "./string-bytes.js";
import { timestampText } from "./timestamp-text.js";

/** What became of a create (decision 0005). */
export interface CreateResult {
  /** Whether the items that are stored now are those of this create; if not, the uid was taken and nothing was changed. */
  readonly isSame: boolean;
  /** Of the record that is stored now, whoever stored it. */
  readonly createdDate: string;
  readonly updatedDate: string;
}

/** A record as stored: the items as they were sent. */
export interface StoredRecord extends Omit<CreateResult, "isSame"> {
  readonly uid: string;
  readonly items: unknown[];
}

/** The metadata records of all namespaces. */
export interface MetadataStore {
  /** Stores a record unless its uid is taken. Resolves after the commit. */
  create(namespace: string, uid: string, items: readonly unknown[]): Promise<CreateResult>;
  /** Every record of a namespace, in the order of uids, in bounded memory. */
  readAll(namespace: string): AsyncIterable<StoredRecord>;
}

const READ_BATCH = 500;

/** A statement takes so many creates; two under way keep the database busy while one is prepared. */
const CREATE_BATCH = { maxJobs: 50, maxBytes: 4 * 1024 * 1024, maxRunning: 2 };

interface Create {
  /** What it shares with no other record; see {@link identityOf}. */
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
  /** Moments as text of microseconds. */
  readonly created: string;
  readonly updated: string;
}

/**
 * Keeps metadata records in a database.
 *
 * @param beginWait how long a create may wait for the database to begin with it, in ms
 */
export function createMetadataStore(db: Database, beginWait: number = BEGIN_WAIT): MetadataStore {
  const create = createBatcher<Create, CreateRow>({
    ...CREATE_BATCH,
    maxWait: beginWait,
    run: insertAll(db),
    mayBeOfOne: mayBeOfOneRow,
    identity: ({ identity }) => identity,
    bytes: ({ items }) => items.length,
  });
  return {
    async create(namespace, uid, items) {
      const text = canonicalJson(items);
      const digest = hash("sha256", text, "buffer");
      const bytes = bytesOfString(uid);
      const row = await create({ identity: identityOf(namespace, bytes), namespace, uid: bytes, items: text, digest });
      // What is stored decides, and no clock: two creates may be of one moment.
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
 * Runs the one statement that decides, for one create or for several. Where a uid is taken, it writes the row over with
 * itself: that waits for whoever is storing the same uid at the moment, and returns the row that won, which `do nothing`
 * cannot. Rows go in the order of their keys, so that two processes can wait for each other in one direction only.
 */
function insertAll(db: Database) {
  const statements = new Map<number, CompiledQuery>();
  return async (creates: readonly Create[]): Promise<CreateRow[]> => {
    const statement = statements.get(creates.length) ?? compileInsert(db, creates.length);
    statements.set(creates.length, statement);
    const sorted = [...creates].sort((left, right) => (left.identity < right.identity ? -1 : 1));
    const parameters = sorted.flatMap(({ namespace, uid, items, digest }) => [namespace, uid, items, digest]);
    const { rows } = await db.executeQuery<CreateRow>({ ...statement, parameters });
    const found = new Map(rows.map((row) => [identityOf(row.namespace, row.uid), row]));
    return creates.map(({ identity }) => {
      const row = found.get(identity);
      if (!row) throw new Error("The database answered a create with no row");
      return row;
    });
  };
}

/** Compiled once for each number of rows: compiling would cost more than running. */
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
