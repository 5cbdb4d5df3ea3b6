import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database.js";
import { DatabaseError } from "../database-error.js";

/** The time to wait for a database server that is starting up, in ms. */
const START_WAIT = 60_000;
/** The time without a response after which operators are told, in ms. */
const SILENCE = 5_000;
/** The time between two attempts, in ms. */
const PAUSE = 500;

/** The oldest version of PostgreSQL with all that the statements of the service use. */
const OLDEST = 13;

/** The code of a server that is starting up, shutting down or in recovery. */
const STARTING = "57P03";

/**
 * Waits for a database server that is starting up, and checks that it has what the service needs.
 *
 * @param onWait called once if it has to wait, with a sentence for operators
 * @throws DatabaseError if its version is too old, or the encoding of the database is not UTF8
 */
export async function awaitServer(db: Database, onWait: (sentence: string) => void): Promise<void> {
  const until = performance.now() + START_WAIT;
  let isWaiting = false;
  const tell = (reason: string) => {
    if (!isWaiting) onWait(`Waiting up to ${START_WAIT / 1_000} seconds for the database server: ${reason}`);
    isWaiting = true;
  };
  const silence = setTimeout(tell, SILENCE, "it has not responded yet");
  try {
    for (;;) {
      try {
        return await requireSupport(db);
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        if (code !== STARTING || performance.now() > until) throw error;
        tell(message);
      }
      await sleep(PAUSE);
    }
  } finally {
    clearTimeout(silence);
  }
}

async function requireSupport(db: Database): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string; name: string }>`
    select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_database() as name`.execute(db);
  const [{ version = "", encoding = "", name = "" } = {}] = rows;
  if (Number.parseInt(version, 10) < OLDEST)
    throw new DatabaseError(`The database server is PostgreSQL ${version}; use version ${OLDEST} or later`);
  if (encoding === "UTF8") return;
  const copy = `"${`${name}_utf8`.replaceAll('"', '""')}"`;
  throw new DatabaseError(
    `The database ${name} has the encoding ${encoding}, which cannot store every text; create one with UTF8 (create database ${copy} encoding 'UTF8' template template0 locale 'C'), copy existing data with pg_dump and pg_restore, and use its URL`,
  );
}
