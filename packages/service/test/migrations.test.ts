import { databaseFlags, runCommand } from "@metadata-service/test-kit/service/service-process";
import { PGLITE, POSTGRESQL, TARGETS } from "@metadata-service/test-kit/service/targets";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { startService } from "../src/index.js";
import { asFirstRelease } from "./support/old-database.js";
import { startOn } from "./support/start.js";

const OLD_KEY = `ms_${"k".repeat(43)}`;
describe.each(TARGETS)("a $name database of the first release", (target) => {
  it("is migrated: its keys have the same permissions, and can be rotated and revoked", async () => {
    const database = await target.create();
    onTestFinished(() => database.remove());
    await asFirstRelease(database, [OLD_KEY]);
    const service = await startService(database.options);
    onTestFinished(() => service.stop());
    const statusOf = async (apiKey: string) =>
      (await fetch(`${service.url}/api/v1/reports`, { headers: { apiKey } })).status;
    expect([service.firstKey, service.notices]).toEqual([undefined, expect.any(Array)]);
    expect(await statusOf(OLD_KEY)).toBe(200);
    const [old] = await service.administration.listKeys();
    expect(old).toMatchObject({ id: "key_old0", namespace: null, mayRead: true, mayWrite: true, wellKnown: false });
    const next = await service.administration.rotateKey("key_old0", null);
    expect([await statusOf(OLD_KEY), await statusOf(next?.key ?? "")]).toEqual([200, 200]);
    await service.administration.revokeKey("key_old0");
    expect([await statusOf(OLD_KEY), await statusOf(next?.key ?? "")]).toEqual([401, 200]);
  });

  it("leads to a warning if it contains a publicly known key, until the key is revoked", async () => {
    const database = await target.create();
    onTestFinished(() => database.remove());
    await asFirstRelease(database, ["demo-key"]);
    const warning = expect.stringMatching(/key_old0 is published in the documentation.*keys revoke key_old0/);
    const flags = databaseFlags(database.options);
    const start = async () => {
      const service = await startService(database.options);
      await service.stop();
      return service.notices.filter((notice) => notice.includes("key_"));
    };
    expect(await start()).toEqual([warning]);
    expect(await runCommand(["keys", "list", ...flags])).toMatchObject({ status: 0, err: warning });
    expect(await runCommand(["keys", "revoke", "key_old0", ...flags])).toMatchObject({ status: 0 });
    expect(await start()).toEqual([]);
    expect(await runCommand(["keys", "list", ...flags])).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^Keys in .*:\n$/),
    });
  });
});

describe("moving a folder of the first release", () => {
  it("copies its keys, except the publicly known one", async () => {
    const [folder, server] = [await PGLITE.create(), await POSTGRESQL.create()];
    onTestFinished(async () => void (await Promise.all([folder.remove(), server.remove()])));
    await asFirstRelease(folder, [OLD_KEY, "demo-key"]);
    const before = await startService(folder.options);
    const made = await before.administration.createKey("made since", null);
    await before.stop();
    const flags = ["--data", String(folder.options.data), "--database-url", String(server.options.databaseUrl)];
    expect(await runCommand(["move", ...flags])).toMatchObject({
      status: 0,
      err: expect.stringMatching(/and 2 keys from .+ to .+\.\nThe key key_old1 was not copied/),
    });
    const after = await startService(server.options);
    onTestFinished(() => after.stop());
    const statusOf = async (apiKey: string) =>
      (await fetch(`${after.url}/api/v1/reports`, { headers: { apiKey } })).status;
    expect(await Promise.all([OLD_KEY, made.key, "demo-key"].map(statusOf))).toEqual([200, 200, 401]);
  });
});

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
    expect(await ask("select count(*)::text as answer from kysely_migration")).toBe("5");
  });
});
