import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { PoolClient, QueryResult } from "pg";

const MARK = "/* prepared */";

/** Begins a statement that is worth preparing: there are few different texts of it, and it runs often. */
export const PREPARED = sql.raw(MARK);

/** A pooler that gives each statement another connection: there is no statement of that name, or there is one already. */
const NAMES_DO_NOT_WORK = new Set(["26000", "42P05"]);

/**
 * Runs statements, and prepares those that begin with {@link PREPARED} once for each connection: to parse a long statement takes
 * PostgreSQL longer than to run it. Behind a pooler with which that does not work, it stops preparing any.
 */
export function statementRunner(): (client: PoolClient, text: string, values: unknown[]) => Promise<QueryResult> {
  const names = new Map<string, string>();
  let isPreparing = true;

  const nameOf = (text: string): string => {
    const name = names.get(text) ?? createHash("sha256").update(text, "utf8").digest("hex").slice(0, 16);
    names.set(text, name);
    return name;
  };
  return async (client, text, values) => {
    if (!isPreparing || !text.startsWith(MARK)) return client.query(text, values);
    try {
      return await client.query({ name: nameOf(text), text, values });
    } catch (error) {
      if (!NAMES_DO_NOT_WORK.has((error as { code?: string }).code ?? "")) throw error;
      // The statement did not start, so it can be sent again.
      isPreparing = false;
      return client.query(text, values);
    }
  };
}
