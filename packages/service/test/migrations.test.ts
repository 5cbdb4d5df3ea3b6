import { POSTGRESQL } from "@metadata-service/test-kit/service/targets";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOn } from "./support/start.js";

/** The advisory lock of Kysely during a migration. */
const MIGRATION_LOCK = "3853314791062309107";

describe("a start while another process migrates a server database", () => {
  it("waits longer than the statement timeout of a request", async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const other = new pg.Client({ connectionString: database.options.databaseUrl });
    await other.connect();
    onTestFinished(() => other.end());
    const ask = async (statement: string) => (await other.query<{ answer: string }>(statement)).rows[0]?.answer;
    await ask(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    const starting = startOn({ ...POSTGRESQL, create: async () => database }, {}, undefined, { statementTimeout: 500 });
    let failure = "none";
    const over = starting.then(
      ({ service }) => service.stop(),
      (error: Error) => {
        failure = error.message;
      },
    );
    await expect
      .poll(async () => {
        expect(failure).toBe("none");
        return ask(`select 'yes' as answer from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory'
            and clock_timestamp() - query_start > interval '600 milliseconds'`);
      })
      .toBe("yes");
    await ask(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
    // A later statement may exceed its time limit on a slow machine, but this one did not.
    await over;
    expect(await ask("select count(*)::text as answer from kysely_migration")).toBe("1");
  });
});
