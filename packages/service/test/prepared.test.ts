import { moment } from "@metadata-service/test-kit/service/records";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createListStore } from "../src/storage/lists/list-store.js";
import { createListWriter } from "../src/storage/lists/list-writer.js";
import { createMetadataStore } from "../src/storage/records/metadata-store.js";
import { openOnServer } from "./support/open-on.js";
import { storeRecords } from "./support/store-records.js";

it("page statements are prepared once per connection, and not at all behind a pooler that loses them", async () => {
  const { db } = await openOnServer({ connections: 1 });
  const at = moment(0);
  await storeRecords(createListWriter(db), "reports", [
    { uid: "1", createdAt: at, updatedAt: at, document: '{"uid":"1"}' },
  ]);
  const store = createListStore(db);
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

it("create statements are prepared once per connection and number of records", async () => {
  const { db } = await openOnServer({ connections: 1 });
  const store = createMetadataStore(db);
  const create = (uids: readonly string[]) =>
    Promise.all(uids.map((uid) => store.create("inspection", uid, []))).then((results) =>
      results.map(({ isSame }) => isSame),
    );
  expect(await create(["a"])).toEqual([true]);
  expect(await create(["b"])).toEqual([true]);
  expect(await create(["a", "c"])).toEqual([true, true]);
  const { rows } = await sql<{ inserts: number }>`
    select count(*)::int as inserts from pg_prepared_statements where statement like '%insert into "metadata"%'`.execute(
    db,
  );
  expect(rows).toEqual([{ inserts: 2 }]);

  // As behind a pooler.
  await sql`deallocate all`.execute(db);
  expect(await create(["a", "d"])).toEqual([true, true]);
});

it("the server does not compile statements to machine code", async () => {
  const { db } = await openOnServer({ connections: 1 });
  const { rows } = await sql<{ jit: string; otherwise: string }>`
    select setting as jit, boot_val as otherwise from pg_settings where name = 'jit'`.execute(db);
  expect(rows).toEqual([{ jit: "off", otherwise: "on" }]);
});
