import { createHash } from "node:crypto";
import { type CompiledQuery, sql } from "kysely";
import { canonicalJson } from "./canonical-json.js";
import type { Database } from "./database.js";
import { bytesOfString, stringOfBytes } from "./string-bytes.js";
import { timestampText } from "./timestamp-text.js";

/** What became of a create (decision 0005). `different`: the uid is there with other items; nothing was changed. */
export type CreateOutcome = "stored" | "same" | "different";

export interface CreateResult {
  readonly outcome: CreateOutcome;
  /** Of the record that is stored now, whoever stored it. */
  readonly createdDate: string;
  readonly updatedDate: string;
}

/** A record as stored: the items as they were sent. */
export interface StoredRecord extends Omit<CreateResult, "outcome"> {
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

interface CreateRow {
  readonly created: string;
  readonly updated: string;
  readonly same: boolean;
  readonly fresh: boolean;
}

/** Keeps metadata records in a database. */
export function createMetadataStore(db: Database): MetadataStore {
  const insert = compileInsert(db);
  return {
    async create(namespace, uid, items) {
      const text = canonicalJson(items);
      const digest = digestOf(text);
      const parameters = [namespace, bytesOfString(uid), text, digest, digest];
      const { rows } = await db.executeQuery<CreateRow>({ ...insert, parameters });
      const row = rows[0];
      if (!row) throw new Error("The database answered a create with no row");
      const outcome = row.fresh ? "stored" : row.same ? "same" : "different";
      return { outcome, createdDate: row.created, updatedDate: row.updated };
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

/**
 * The one statement that decides. Where the uid is taken, it writes the row over with itself: that waits for whoever is
 * storing the same uid at the moment, and returns the row that won, which `do nothing` cannot. It is compiled once.
 */
function compileInsert(db: Database): CompiledQuery<CreateRow> {
  const placeholder = new Uint8Array();
  return db
    .insertInto("metadata")
    .values({ namespace: "", uid: placeholder, items: "", digest: placeholder })
    .onConflict((conflict) =>
      conflict.columns(["namespace", "uid"]).doUpdateSet({ updated_at: (eb) => eb.ref("metadata.updated_at") }),
    )
    .returning((eb) => [
      timestampText(eb.ref("metadata.created_at")).as("created"),
      timestampText(eb.ref("metadata.updated_at")).as("updated"),
      sql<boolean>`metadata.digest = ${placeholder}`.as("same"),
      // `now()` is the start of this transaction: only a row of this very statement has it.
      sql<boolean>`metadata.created_at = now()`.as("fresh"),
    ])
    .compile();
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
