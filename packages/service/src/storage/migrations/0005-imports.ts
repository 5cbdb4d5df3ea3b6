import { type Kysely, type Migration, sql } from "kysely";

/** Creates a table of imports, so that a service sees those that other processes run. */
export const imports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table imports (
      id text collate "C" primary key,
      target text collate "C" not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      ended_at timestamptz,
      succeeded boolean,
      records bigint not null default 0,
      rejected bigint not null default 0
    )`.execute(db);
  },
};
