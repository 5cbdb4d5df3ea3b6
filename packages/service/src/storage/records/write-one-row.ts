import { sql } from "kysely";
import type { Database } from "../database.js";

/**
 * Writes the only row of a table that exists for this. If it resolves, the database can write, and this row and all
 * that was committed before are on disk, and on the replicas for which commits wait: the log is written in order.
 */
export async function writeOneRow(db: Database): Promise<void> {
  await sql`insert into write_probe values (1, now()) on conflict (id) do update set written_at = now()`.execute(db);
}
