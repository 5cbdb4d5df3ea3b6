import { createHash } from "node:crypto";
import { type CompiledQuery, sql } from "kysely";
import type { PoolClient, QueryResult } from "pg";

const MARK = "/* prepared */";

/** The SQL comment at the start of statements to prepare: those that run often and have few variants. */
export const PREPARED = sql.raw(MARK);

/** Puts {@link PREPARED} at the start of a compiled statement. */
export function toPrepare(statement: CompiledQuery): CompiledQuery {
  return { ...statement, sql: `${MARK} ${statement.sql}` };
}

/**
 * Error codes behind a pooler that uses a different connection for each statement: the prepared statement is missing,
 * or it already exists.
 */
const NAMES_DO_NOT_WORK = new Set(["26000", "42P05"]);

/**
 * Runs statements, and prepares those that begin with {@link PREPARED} once for each connection, because parsing a long
 * statement takes longer than running it. Behind a pooler that does not support this, it stops preparing.
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
