import { type Kysely, type Migration, sql } from "kysely";

/** Creates tables for shared limits. They are unlogged, so limits start again after a crash. */
export const sharedLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create unlogged table rate_buckets (
      key_id text collate "C" primary key,
      tokens double precision not null,
      refilled_at timestamptz not null
    )`.execute(db);
    await sql`create unlogged table request_slots (
      key_id text collate "C" not null,
      process_id text collate "C" not null,
      in_flight integer not null,
      seen_at timestamptz not null,
      primary key (key_id, process_id)
    )`.execute(db);
  },
};
