/**
 * Checks the claims of GROWING.md about the schema with plain PostgreSQL: the rules of a cluster for tables can be
 * checked in the catalogue, and PostgreSQL's partitions route rows like shards. `npm run extra -- cluster` runs on Citus.
 */
import { readFile } from "node:fs/promises";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DISTRIBUTED_TABLES, SHARDS } from "../src/storage/server/distribute.js";
import { json, type ServiceUnderTest, startOn } from "./support/start.js";

const page = await readFile(new URL("../GROWING.md", import.meta.url), "utf8");
/** The statements in GROWING.md, without comments. */
const STATEMENTS = [...page.matchAll(/```sql\n(.*?)```/gs)]
  .flatMap(([, block = ""]) => block.replaceAll(/^--.*$/gm, "").split(";"))
  .map((statement) => statement.trim())
  .filter((statement) => statement !== "");
/** Statements that only the respective database can run, with the reasons. */
const NEEDS_THE_ENGINE: Record<string, string> = {
  "create extension if not exists citus": "the extension is not installed",
  "alter system set citus.node_conninfo = 'sslmode=require tcp_user_timeout=3000 keepalives_idle=3 keepalives_interval=1 keepalives_count=3'":
    "a setting of the extension",
  "alter system set citus.node_connection_timeout = '3s'": "a setting of the extension",
  "alter table metadata add primary key (uid hash, namespace asc) split into 64 tablets": "syntax of YugabyteDB",
};
/**
 * Replaces the functions of Citus in GROWING.md, with their documented names and arguments. Distributing a table does
 * what Citus does first: it rejects a column that is missing in a unique index.
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
  create table pg_dist_node (nodeid int, nodename text);
  create function citus_update_node(node_id int, new_node_name text, new_node_port int) returns void
    language sql as 'select null::void';
  create function citus_rebalance_start() returns bigint language sql as 'select 1::bigint';`;

const [, server] = TARGETS;
if (server?.name !== "PostgreSQL") throw new Error("No PostgreSQL target");
const item = (value: number) => ({ key: "k", type: "number", value });

describe("scaling beyond one machine:", () => {
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
  /** Runs statements and rolls them back. */
  const tried = async (run: () => Promise<void>) => {
    await db.query("begin");
    try {
      await run();
    } finally {
      await db.query("rollback");
    }
  };

  it("the guide contains only statements that PostgreSQL accepts, except those that need another database", async () => {
    expect(STATEMENTS.length).toBeGreaterThan(5);
    expect(STATEMENTS).toEqual(expect.arrayContaining(Object.keys(NEEDS_THE_ENGINE)));
    await tried(async () => {
      await db.query(STAND_INS);
      for (const statement of STATEMENTS.filter((one) => !(one in NEEDS_THE_ENGINE))) await db.query(statement);
    });
  });

  it("every unique index contains the distribution column", async () => {
    for (const [table, column] of Object.entries(DISTRIBUTED_TABLES)) {
      const indexes = await ask<{ columns: string[] }>(
        `select array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey)) as columns
        from pg_index where indrelid = $1::regclass and indisunique`,
        [table],
      );
      expect(indexes.length).toBeGreaterThan(0);
      for (const { columns } of indexes) expect(columns).toContain(column);
    }
    // The replacement really rejects what Citus would reject.
    await tried(async () => {
      await db.query(STAND_INS);
      await expect(ask("select create_distributed_table('metadata', 'digest')")).rejects.toThrow(/metadata_pkey lacks/);
    });
  });

  it("the guide contains the same statements as the distribute command", () => {
    const distributed = [...page.matchAll(/create_distributed_table\('(\w+)', '(\w+)', shard_count => (\d+)\)/g)];
    expect(distributed.map((match) => match.slice(1))).toEqual(
      Object.entries(DISTRIBUTED_TABLES).map((one) => [...one, String(SHARDS)]),
    );
  });

  it("the schema has no foreign keys and no sequences", async () => {
    expect(await ask("select conname from pg_constraint where contype = 'f'")).toEqual([]);
    expect(await ask("select relname from pg_class where relkind = 'S'")).toEqual([]);
  });

  it.each([
    [
      "whose primary key has a different column order and name",
      `alter table metadata drop constraint metadata_pkey;
      alter table metadata add constraint other primary key (uid, namespace)`,
    ],
    [
      "that is partitioned by uid",
      `alter table metadata rename to whole;
      create table metadata (like whole including defaults) partition by hash (uid);
      alter table metadata add primary key (namespace, uid);
      ${[0, 1, 2, 3].map((n) => `create table part_${n} partition of metadata for values with (modulus 4, remainder ${n})`).join(";")}`,
    ],
  ])("the service works with a table %s", async (name, statements) => {
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

  it("records with the same uid are in one shard, whatever their namespace, and all shards are used", async () => {
    const places = await ask<{ places: number; records: number }>(
      "select count(distinct tableoid)::int as places, count(*)::int as records from metadata group by uid",
    );
    expect(new Set(places.map((one) => one.places))).toEqual(new Set([1]));
    expect(places.filter((one) => one.records === 2).length).toBeGreaterThan(10);
    expect(await ask("select distinct tableoid::regclass::text from metadata")).toHaveLength(4);
  });
});
