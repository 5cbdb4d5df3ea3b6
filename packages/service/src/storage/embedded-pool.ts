import { PGlite } from "@electric-sql/pglite";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { PrivateFiles } from "./private-files.js";

/**
 * Memory is what an embedded database is short of: 32 MiB of page cache instead of 128 takes 100 MB off the process and
 * costs nothing measurable, for the page cache of the system stands behind it.
 */
const START_PARAMETERS = ["-c", "shared_buffers=32MB", "-c", "wal_buffers=1MB"];

/**
 * PGlite behind the interface of a connection pool, so that the query builder drives it with the same dialect as a
 * PostgreSQL server: a pool with one connection, handed to one user at a time.
 *
 * @param folder where it keeps its files
 */
export async function openEmbeddedPool(folder: string): Promise<PostgresPool> {
  const engine = await PGlite.create({
    fs: new PrivateFiles(folder),
    startParams: [...PGlite.defaultStartParams, ...START_PARAMETERS],
  });
  let last: Promise<unknown> = Promise.resolve();

  return {
    async connect() {
      let release = () => {};
      const previous = last;
      last = new Promise<void>((resolve) => {
        release = resolve;
      });
      await previous;
      return connection(engine, release);
    },
    async end() {
      await last;
      await engine.close();
    },
  };
}

function connection(engine: PGlite, release: () => void): PostgresPoolClient {
  const query = async (sql: string, parameters: readonly unknown[]) => {
    const { rows, affectedRows } = await engine.query(sql, [...parameters]);
    return { command: "UPDATE" as const, rowCount: affectedRows ?? 0, rows };
  };
  return { query: query as PostgresPoolClient["query"], release };
}
