import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { startProcess } from "@metadata-service/test-kit/service/service-process";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { migrate } from "../src/storage/migrate.js";
import { openDatabase } from "../src/storage/open-database.js";

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => error.message,
  );

describe("an embedded database", () => {
  it("is reopened after a PANIC, with all acknowledged data", async () => {
    const { options, remove } = await PGLITE.create();
    onTestFinished(remove);
    const folder = String(options.data);
    const { db, probe, close } = await openDatabase({ kind: "folder", folder });
    onTestFinished(close);
    await migrate(db);
    await sql`create table kept (n integer)`.execute(db);
    await sql`insert into kept values (1)`.execute(db);

    // Without the folder of its log, PostgreSQL cannot create a new log file, and ends.
    const log = join(folder, "pglite", "pg_wal");
    await rename(log, `${log}.away`);
    await sql`select pg_switch_wal()`.execute(db);
    expect(await messageOf(probe())).toContain("could not create file");
    expect(await messageOf(probe())).toContain("The embedded database failed and could not be reopened yet");
    await rename(`${log}.away`, log);
    // There is a second between two attempts.
    await expect.poll(() => messageOf(probe())).toBe("done");

    await sql`insert into kept values (2)`.execute(db);
    const { rows } = await sql`select n from kept order by n`.execute(db);
    expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it("is reopened if it is read-only for a while, although it still responds", async () => {
    const { options, remove } = await PGLITE.create();
    onTestFinished(remove);
    const { db, probe, close } = await openDatabase({ kind: "folder", folder: String(options.data) });
    onTestFinished(close);
    await migrate(db);
    // A setting of the session, which is only reset by reopening the database.
    await sql`set default_transaction_read_only to on`.execute(db);
    for (let n = 0; n < 3; n++) expect(await messageOf(probe())).toContain("read-only transaction");
    expect(await messageOf(probe())).toBe("done");
  });
});

describe("a service whose database folder is moved away", () => {
  it("reports it at /readyz, creates no new database, and exits", async () => {
    const { options, remove } = await PGLITE.create();
    onTestFinished(remove);
    const folder = String(options.data);
    const service = await startProcess(["--data", folder, "--ops-port", "0", "--log-level", "silent"]);
    onTestFinished(() => service.end("SIGKILL").then(() => {}));
    let said = "";
    service.child.stderr?.on("data", (text) => (said += text));
    // Wait until the complete output has arrived.
    const exited = once(service.child, "close").then(() => "exited");
    await rename(join(folder, "pglite"), join(folder, "away"));

    const headers = { apiKey: service.firstKey ?? "", "content-type": "application/json" };
    const create = (n: number) =>
      fetch(`${service.url}/api/v2/metadata/inspection`, {
        method: "POST",
        headers,
        body: JSON.stringify({
          uid: `record ${n}`,
          items: Array.from({ length: 100 }, (_, item) => ({
            key: `${item}`,
            type: "string",
            value: randomBytes(2_000).toString("hex"),
          })),
        }),
      }).then(({ status }) => status);
    // Open files keep working until the log of the database needs a new file.
    let status = 201;
    for (let n = 0; n < 200 && status === 201; n++) status = await create(n);
    expect(status).toBe(500);
    const ready = await fetch(`${service.opsUrl}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining("not ready: ")]);
    // Each probe is an attempt, up to the maximum.
    await expect
      .poll(() =>
        Promise.race([
          exited,
          fetch(`${service.opsUrl}/readyz`).then(
            ({ status }) => status,
            () => "gone",
          ),
        ]),
      )
      .toBe("exited");
    expect([service.child.exitCode, said]).toEqual([1, expect.stringContaining("cannot be reopened (ENOENT")]);
  });
});
