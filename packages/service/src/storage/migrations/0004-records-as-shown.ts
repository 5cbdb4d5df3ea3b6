import { type Kysely, type Migration, sql } from "kysely";

/**
 * Adds the texts from which pages are assembled. Existing records have none, and are converted
 * when they are read.
 */
export const recordsAsShown: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table list_records add column checked bigint, add column renamed text[]`.execute(db);
  },
};
