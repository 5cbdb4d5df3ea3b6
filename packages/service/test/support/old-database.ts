import type { TestDatabase } from "@metadata-service/test-kit/service/targets";
import { Migrator, sql } from "kysely";
import { hashOfKey } from "../../src/keys/api-key.js";
import { recordsListsKeys } from "../../src/storage/migrations/0001-records-lists-keys.js";
import { sharedLimits } from "../../src/storage/migrations/0002-shared-limits.js";
import { openDatabase } from "../../src/storage/open-database.js";

/** Creates the schema of the first release in an empty database, with keys as that release stored them. */
export async function asFirstRelease({ options }: TestDatabase, keys: readonly string[]): Promise<void> {
  const { data = "", databaseUrl } = options;
  const { db, close } = await openDatabase(
    databaseUrl === undefined ? { kind: "folder", folder: data } : { kind: "server", url: databaseUrl, connections: 2 },
  );
  const provider = {
    getMigrations: async () => ({ "0001-records-lists-keys": recordsListsKeys, "0002-shared-limits": sharedLimits }),
  };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  for (const [n, key] of keys.entries())
    await sql`insert into api_keys (id, label, hash) values (${`key_old${n}`}, 'old', ${hashOfKey(key)})`.execute(db);
  await close();
}
