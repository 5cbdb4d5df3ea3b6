import { sql } from "kysely";
import type { KeyLimits } from "../keys/api-key.js";
import { nameOf } from "../keys/key-ring.js";
import { WELL_KNOWN_HASHES } from "../keys/well-known-keys.js";
import type { Database } from "./database.js";
import { timestampText } from "./timestamp-text.js";

/** A key as it is kept: never the key itself. */
export interface StoredKey extends KeyLimits {
  /** Names the key in lists, logs and commands; no secret. */
  readonly id: string;
  readonly label: string;
  readonly createdDate: string;
  /** From then on it is refused; null for never. */
  readonly expiresDate: string | null;
  readonly revokedDate: string | null;
  /** To within a minute, for it is not written at each request; null for never. */
  readonly lastUsedDate: string | null;
  /** Whether it stands in documentation that everybody can read. */
  readonly wellKnown: boolean;
}

/** A key to keep. */
export interface KeyToKeep extends KeyLimits {
  readonly id: string;
  readonly label: string;
  readonly hash: Uint8Array;
  readonly expiresDate: string | null;
}

/** What is kept of the keys. */
export interface KeyStore {
  /** Keeps a new key, one that carries the seal of this database. */
  add(key: KeyToKeep): Promise<void>;
  findByHash(hash: Uint8Array): Promise<StoredKey | undefined>;
  /** The keys without a seal, by {@link nameOf} their hashes: those that earlier versions made, as far as they are not revoked. */
  unsealed(): Promise<ReadonlyMap<string, StoredKey>>;
  /** The secret of the seal. */
  sealSecret(): Promise<Uint8Array>;
  list(): Promise<StoredKey[]>;
  /** Refuses the key from now on. Returns whether there is such a key; revoking twice changes nothing. */
  revoke(id: string): Promise<boolean>;
  /** Writes down when keys were last used, in ms since 1970, by id. */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>;
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
        "namespace",
        "may_read as mayRead",
        "may_write as mayWrite",
        timestampText(eb.ref("created_at")).as("createdDate"),
        timestampText(sql<string>`expires_at`).as("expiresDate"),
        timestampText(sql<string>`revoked_at`).as("revokedDate"),
        timestampText(sql<string>`last_used_at`).as("lastUsedDate"),
        eb("hash", "in", WELL_KNOWN_HASHES).as("wellKnown"),
      ])
      .$castTo<StoredKey>();
  return {
    add: (key) => add(db, key),
    findByHash: (hash) => keys().where("hash", "=", hash).executeTakeFirst(),
    async unsealed() {
      const found = await keys()
        .select("hash")
        .where("sealed", "=", false)
        .where("revoked_at", "is", null)
        .$castTo<StoredKey & { hash: Uint8Array }>()
        .execute();
      return new Map(found.map(({ hash, ...key }) => [nameOf(hash), key]));
    },
    async sealSecret() {
      const { secret } = await db.selectFrom("key_seal").select("secret").executeTakeFirstOrThrow();
      return secret;
    },
    list: () => keys().orderBy("created_at").orderBy("id").execute(),
    async revoke(id) {
      const { numUpdatedRows } = await db
        .updateTable("api_keys")
        .set({ revoked_at: sql<string>`coalesce(revoked_at, now())` })
        .where("id", "=", id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async recordUses(uses) {
      const rows = [...uses].map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
      await sql`update api_keys set last_used_at = greatest(last_used_at, used.at)
        from json_to_recordset(${JSON.stringify(rows)}::json) as used(id text, at timestamptz)
        where api_keys.id = used.id`.execute(db);
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

async function add(db: Database, { id, label, hash, namespace, ...key }: KeyToKeep): Promise<void> {
  await db
    .insertInto("api_keys")
    .values({
      id,
      label,
      hash,
      namespace,
      may_read: key.mayRead,
      may_write: key.mayWrite,
      sealed: true,
      expires_at: key.expiresDate,
    })
    .execute();
}
