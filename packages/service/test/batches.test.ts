import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMetadataStore } from "../src/storage/metadata-store.js";
import { migrate } from "../src/storage/migrate.js";
import { type OpenDatabase, openDatabase } from "../src/storage/open-database.js";
import { TARGETS, type TestDatabase } from "./support/targets.js";

describe.each(TARGETS)("create requests that share a statement on $name", (target) => {
  let database: TestDatabase;
  let open: OpenDatabase;
  beforeAll(async () => {
    database = await target.create();
    const { data = "", databaseUrl: url } = database.options;
    open = await openDatabase(
      url === undefined ? { kind: "folder", folder: data } : { kind: "server", url, connections: 4 },
    );
    await migrate(open.db);
    // Stands for a shard that is down: every row of it fails its statement.
    await sql`alter table metadata add constraint shard check (uid not like 'down-%')`.execute(open.db);
  });
  afterAll(async () => {
    await open.close();
    await database.remove();
  });

  it("fail only if their own row cannot be stored", async () => {
    const store = createMetadataStore(open.db);
    const uids = Array.from({ length: 120 }, (_, n) => `${n % 3 === 0 ? "down" : "up"}-${n}`);
    const outcomes = await Promise.allSettled(uids.map((uid) => store.create("inspection", uid, [])));
    const failed = uids.filter((_, n) => outcomes[n]?.status === "rejected");
    expect(failed).toEqual(uids.filter((uid) => uid.startsWith("down")));
    const stored: string[] = [];
    for await (const { uid } of store.readAll("inspection")) stored.push(uid);
    expect(stored.sort()).toEqual(uids.filter((uid) => uid.startsWith("up")).sort());
  });
});
