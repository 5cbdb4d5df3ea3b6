import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { ImportCounts } from "../../lists/import-records.js";
import type { Database } from "../database.js";

/** Records imports in the database, because on a server each runs in a process of its own. */
export interface ImportLog {
  /**
   * Runs an import, and records its progress and its result.
   *
   * @param target the list, or the namespace, into which records are imported
   * @param run the import; it receives a function to call with its counts
   */
  watch(
    target: string,
    run: (onProgress: (counts: Readonly<ImportCounts>) => void) => Promise<ImportCounts>,
  ): Promise<ImportCounts>;
  /** Returns a summary of the imports into each target. */
  summary(): Promise<ImportSummary[]>;
}

/** A summary of the imports into one target. */
export interface ImportSummary {
  readonly target: string;
  /** The number of imports in progress. */
  readonly running: number;
  /** Whether the last import that is over failed or was interrupted. */
  readonly lastFailed: boolean;
  /** The number of rejected records of the last import that is over. */
  readonly lastRejected: number;
  /** When an import last succeeded, in seconds since 1970; undefined if none did. */
  readonly lastSuccess: number | undefined;
}

/** The interval between two updates of an import in progress, in ms. */
const UPDATE_INTERVAL = 5_000;
/** The time in seconds after which an import without updates counts as interrupted. */
const INTERRUPTED_AFTER = 60;

/** @param db a database without time limits, so that an import that takes long is recorded */
export function createImportLog(db: Database): ImportLog {
  const update = (id: string, { lines, rejected }: Readonly<ImportCounts>) =>
    sql`update imports set seen_at = now(), records = ${lines}::bigint, rejected = ${rejected}::bigint
      where id = ${id}`.execute(db);
  return {
    async watch(target, run) {
      const id = randomUUID();
      let counts: Readonly<ImportCounts> | undefined;
      await sql`delete from imports where started_at < now() - interval '400 days'`.execute(db);
      await sql`insert into imports (id, target) values (${id}, ${target})`.execute(db);
      // What matters is the import: if its progress cannot be recorded, it goes on.
      const timer = setInterval(() => void update(id, counts ?? NONE).catch(() => {}), UPDATE_INTERVAL);
      const end = async (succeeded: boolean) => {
        clearInterval(timer);
        await update(id, counts ?? NONE)
          .then(() => sql`update imports set ended_at = now(), succeeded = ${succeeded} where id = ${id}`.execute(db))
          .catch(() => {});
      };
      try {
        const done = await run((progress) => {
          counts = { ...progress };
        });
        counts = done;
        await end(true);
        return done;
      } catch (error) {
        await end(false);
        throw error;
      }
    },
    async summary() {
      const { rows } = await sql<{
        target: string;
        running: number;
        lastFailed: boolean;
        lastRejected: number;
        lastSuccess: number | null;
      }>`
        with known as (
          select *, ended_at is null and seen_at > now() - ${INTERRUPTED_AFTER}::int * interval '1 second' as is_running
          from imports
        )
        select target, count(*) filter (where is_running)::int as running,
          coalesce((array_agg(succeeded is not true order by started_at desc, id) filter (where not is_running))[1], false)
            as "lastFailed",
          coalesce((array_agg(rejected order by started_at desc, id) filter (where not is_running))[1], 0)::float8
            as "lastRejected",
          extract(epoch from max(ended_at) filter (where succeeded))::float8 as "lastSuccess"
        from known group by target order by target`.execute(db);
      return rows.map((row) => ({ ...row, lastSuccess: row.lastSuccess ?? undefined }));
    },
  };
}

const NONE: ImportCounts = { lines: 0, bytes: 0, created: 0, changed: 0, unchanged: 0, repeated: 0, rejected: 0 };
