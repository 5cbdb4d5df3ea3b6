import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { createListStore } from "../src/storage/list-store.js";
import { createListWriter } from "../src/storage/list-writer.js";
import { migrate } from "../src/storage/migrate.js";
import { openDatabase } from "../src/storage/open-database.js";
import { NEVER } from "./support/start-patient-service.js";
import { TARGETS } from "./support/targets.js";

it("page statements are prepared once per connection, and not at all behind a pooler that loses them", async () => {
  const [, servers] = TARGETS;
  const database = await servers?.create();
  if (!database) throw new Error("Expected two targets");
  onTestFinished(() => database.remove());
  const url = database.options.databaseUrl ?? "";
  const { db, close } = await openDatabase({ kind: "server", url, connections: 1, statementTimeout: NEVER });
  onTestFinished(close);
  await migrate(db);
  const at = "2026-01-01 00:00:00+00";
  await createListWriter(db).upsert("reports", [{ uid: "1", createdAt: at, updatedAt: at, document: '{"uid":"1"}' }]);
  const store = createListStore(db, { holdsThread: false });
  const page = (offset: number) =>
    store.page({ collection: "reports", limit: 10, offset, filters: [], text: { rules: "1", renamed: undefined } });
  const prepared = async () => {
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db);
    return rows.length;
  };

  const found = { parts: [{ records: '{"uid":"1"}', marks: "i" }], total: 1 };
  expect(await page(0)).toEqual(found);
  expect(await page(1)).toEqual({ parts: [], total: 1 });
  expect(await prepared()).toBe(1);

  // Simulates that the next statement uses another connection to the server, as behind a connection pooler.
  await sql`deallocate all`.execute(db);
  expect(await page(0)).toEqual(found);
  expect(await page(0)).toEqual(found);
  expect(await prepared()).toBe(0);
});
