import { type Kysely, type Migration, sql } from "kysely";

/**
 * The texts of which pages are put together (decision 0103). Records that already exist have none, and are converted
 * when they are read.
 */
export const recordsAsShown: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table list_records add column checked bigint, add column renamed text[]`.execute(db);
  },
};
