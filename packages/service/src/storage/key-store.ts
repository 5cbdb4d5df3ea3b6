import { sql } from "kysely";
import type { Database } from "./database.js";
import { timestampText } from "./timestamp-text.js";

/** A key as it is kept: never the key itself. */
export interface StoredKey {
  /** Names the key in lists, logs and commands; no secret. */
  readonly id: string;
  readonly label: string;
  readonly createdDate: string;
  /** From then on it is refused; null for never. */
  readonly expiresDate: string | null;
  readonly revokedDate: string | null;
}

/** What is kept of the keys. */
export interface KeyStore {
  /** Keeps a new key; one with the same hash stays as it is. */
  add(key: { id: string; label: string; hash: Uint8Array; expiresDate: string | null }): Promise<void>;
  findByHash(hash: Uint8Array): Promise<StoredKey | undefined>;
  list(): Promise<StoredKey[]>;
  /** Refuses the key from now on. Returns whether there is such a key; revoking twice changes nothing. */
  revoke(id: string): Promise<boolean>;
  /** Runs `make` if no key was ever made, in one process only however many start at once. */
  whenEmpty(make: (store: Pick<KeyStore, "add">) => Promise<void>): Promise<void>;
}

/** Keeps keys in a database. */
export function createKeyStore(db: Database): KeyStore {
  const keys = () =>
    db
      .selectFrom("api_keys")
      .select((eb) => [
        "id",
        "label",
        timestampText(eb.ref("created_at")).as("createdDate"),
        timestampText(sql<string>`expires_at`).as("expiresDate"),
        timestampText(sql<string>`revoked_at`).as("revokedDate"),
      ])
      .$castTo<StoredKey>();
  return {
    add: (key) => add(db, key),
    findByHash: (hash) => keys().where("hash", "=", hash).executeTakeFirst(),
    list: () => keys().orderBy("created_at").orderBy("id").execute(),
    async revoke(id) {
      const { numUpdatedRows } = await db
        .updateTable("api_keys")
        .set({ revoked_at: sql<string>`coalesce(revoked_at, now())` })
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async whenEmpty(make) {
      await db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(hashtextextended('metadata-service first key', 0))`.execute(transaction);
        const known = await transaction.selectFrom("api_keys").select("id").limit(1).executeTakeFirst();
        if (!known) await make({ add: (key) => add(transaction, key) });
      });
    },
  };
}

async function add(db: Database, { expiresDate, ...key }: Parameters<KeyStore["add"]>[0]): Promise<void> {
  await db
    .insertInto("api_keys")
    .values({ ...key, expires_at: expiresDate })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
}
