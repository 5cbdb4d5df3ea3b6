// Copy this file, name it after the operation, and add a line to BY_HAND in handlers.ts:
//   getSomething: ({ db }) => getSomething(db),
// A new table is a migration: see "Add an operation to the service" in CONTRIBUTING.md.
import { Refusal } from "@metadata-service/server-rules";
import { sql } from "kysely";
import type { Database } from "../storage/database.js";
import type { Handler } from "./handler.js";

/** `getSomething`: what it does, in a sentence. */
export function getSomething(db: Database): Handler {
  // The path, the query and the body are valid by the schema of the operation, and the result must be valid too.
  return async ({ path }) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration where name = ${path["id"]}`.execute(
      db,
    );
    const [row] = rows;
    if (!row) throw new Refusal(404);
    return { body: { id: row.name } };
  };
}
