import { sql } from "kysely";
import { nameOf } from "../keys/key-ring.js";
import type { KeyStore, NewStoredKey, StoredKey } from "../keys/stored-key.js";
import { WELL_KNOWN_HASHES } from "../keys/well-known-keys.js";
import type { Database } from "./database.js";
import { timestampText } from "./sql/timestamp-text.js";

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

async function add(db: Database, { id, label, hash, namespace, ...key }: NewStoredKey): Promise<void> {
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
