/**
 * What GROWING.md promises of the schema, as far as PostgreSQL alone can show it: the rule that a cluster imposes on a table can
 * be asked of the catalogue, and PostgreSQL's own partitions route rows as shards do. `npm run test:cluster` runs on Citus.
 */
import { readFile } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DISTRIBUTED_TABLES, SHARDS } from "../src/storage/distribute.js";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";
import { TARGETS } from "./support/targets.js";

const page = await readFile(new URL("../GROWING.md", import.meta.url), "utf8");
/** The statements of the page, without comments. */
const STATEMENTS = [...page.matchAll(/```sql\n(.*?)```/gs)]
  .flatMap(([, block = ""]) => block.replaceAll(/^--.*$/gm, "").split(";"))
  .map((statement) => statement.trim())
  .filter((statement) => statement !== "");
/** What only the engine itself can run, and why. */
const NEEDS_THE_ENGINE: Record<string, string> = {
  "create extension if not exists citus": "the extension is not there",
  "alter table metadata add primary key (uid hash, namespace asc) split into 64 tablets": "syntax of YugabyteDB",
};
/**
 * Stands in for the functions of Citus on the page, by their documented names and arguments. To distribute a table does
 * what Citus does first: it refuses a column that a unique index leaves out.
 */
const STAND_INS = `
  create function create_distributed_table(table_name regclass, distribution_column text,
    distribution_type text default 'hash', colocate_with text default 'default', shard_count int default null)
  returns void language plpgsql as $$
  declare
    lacking text;
  begin
    select string_agg(indexrelid::regclass::text, ', ') into lacking from pg_index
    where indrelid = table_name and indisunique and not exists (
      select from pg_attribute
      where attrelid = table_name and attname = distribution_column and attnum = any (indkey)
    );
    if lacking is not null then raise 'cannot create constraint on %: % lacks %', table_name, lacking, distribution_column;
    end if;
  end $$;
  create function citus_add_node(nodename text, nodeport int) returns int language sql as 'select 1';
  create function citus_rebalance_start() returns bigint language sql as 'select 1::bigint';`;

const [, server] = TARGETS;
if (server?.name !== "PostgreSQL") throw new Error("There is a target PostgreSQL");
const item = (value: number) => ({ key: "k", type: "number", value });

describe("growing past one machine", () => {
  let under: ServiceUnderTest;
  let db: pg.Client;
  beforeAll(async () => {
    under = await startOn(server);
    db = new pg.Client({ connectionString: under.database.options.databaseUrl });
    await db.connect();
  });
  afterAll(async () => {
    await db.end();
    await under.end();
  });
  const ask = async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
    (await db.query<Row>(statement, values)).rows;
  /** Runs statements that leave nothing behind. */
  const tried = async (run: () => Promise<void>) => {
    await db.query("begin");
    try {
      await run();
    } finally {
      await db.query("rollback");
    }
  };

  it("has statements that PostgreSQL takes, but for those that only the engine itself can run", async () => {
    expect(STATEMENTS.length).toBeGreaterThan(5);
    expect(STATEMENTS).toEqual(expect.arrayContaining(Object.keys(NEEDS_THE_ENGINE)));
    await tried(async () => {
      await db.query(STAND_INS);
      for (const statement of STATEMENTS.filter((one) => !(one in NEEDS_THE_ENGINE))) await db.query(statement);
    });
  });

  it("holds the column to distribute by in every unique index", async () => {
    for (const [table, column] of Object.entries(DISTRIBUTED_TABLES)) {
      const indexes = await ask<{ columns: string[] }>(
        `select array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey)) as columns
        from pg_index where indrelid = $1::regclass and indisunique`,
        [table],
      );
      expect(indexes.length).toBeGreaterThan(0);
      for (const { columns } of indexes) expect(columns).toContain(column);
    }
    // The stand-in is no formality: it refuses what Citus would.
    await tried(async () => {
      await db.query(STAND_INS);
      await expect(ask("select create_distributed_table('metadata', 'digest')")).rejects.toThrow(/metadata_pkey lacks/);
    });
  });

  it("says what the command distribute does", () => {
    const distributed = [...page.matchAll(/create_distributed_table\('(\w+)', '(\w+)', shard_count => (\d+)\)/g)];
    expect(distributed.map((match) => match.slice(1))).toEqual(
      Object.entries(DISTRIBUTED_TABLES).map((one) => [...one, String(SHARDS)]),
    );
  });

  it("has no table that refers to another, and no id out of a sequence", async () => {
    expect(await ask("select conname from pg_constraint where contype = 'f'")).toEqual([]);
    expect(await ask("select relname from pg_class where relkind = 'S'")).toEqual([]);
  });

  it.each([
    [
      "whose key has its columns in another order and another name",
      `alter table metadata drop constraint metadata_pkey;
      alter table metadata add constraint other primary key (uid, namespace)`,
    ],
    [
      "that is spread by uid over partitions",
      `alter table metadata rename to whole;
      create table metadata (like whole including defaults) partition by hash (uid);
      alter table metadata add primary key (namespace, uid);
      ${[0, 1, 2, 3].map((n) => `create table part_${n} partition of metadata for values with (modulus 4, remainder ${n})`).join(";")}`,
    ],
  ])("serves from a table %s as from its own", async (name, statements) => {
    await db.query(statements);
    const uids = Array.from({ length: 40 }, (_, n) => `${name} ${n}`);
    const create = (uid: string, value: number, namespace?: string) =>
      under.create({ uid, items: [item(value)] }, namespace);
    const first = await Promise.all(uids.map((uid) => json(create(uid, 1), 201)));
    expect(await Promise.all(uids.map((uid) => json(create(uid, 1), 201)))).toEqual(first);
    for (const uid of uids.slice(0, 5)) await json(create(uid, 2), 400);
    await Promise.all(uids.map((uid) => json(create(uid, 2, "analytics"), 201)));
    const race = await Promise.all([1, 2, 3, 4].map((value) => create(`${name}: race`, value)));
    expect(race.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);

    const exported: string[] = [];
    for await (const line of under.service.administration.exportMetadata("inspection"))
      exported.push((JSON.parse(line) as { uid: string }).uid);
    expect(exported).toEqual([...exported].sort());
    expect(uids.filter((uid) => !exported.includes(uid))).toEqual([]);
  });

  it("puts a uid of all namespaces on one shard, and uids on all of them", async () => {
    const places = await ask<{ places: number; records: number }>(
      "select count(distinct tableoid)::int as places, count(*)::int as records from metadata group by uid",
    );
    expect(new Set(places.map((one) => one.places))).toEqual(new Set([1]));
    expect(places.filter((one) => one.records === 2).length).toBeGreaterThan(10);
    expect(await ask("select distinct tableoid::regclass::text from metadata")).toHaveLength(4);
  });
});
