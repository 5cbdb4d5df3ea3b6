// About this API: its reports are imported.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { moment } from "@metadata-service/test-kit/service/records";
import { databaseFlags, runCommand } from "@metadata-service/test-kit/service/service-process";
import { TARGETS } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import { databaseName } from "../src/config/database-name.js";

describe("the name of a database", () => {
  it.each([
    ["postgres://u:secret@db.example/metadata", "metadata on db.example"],
    ["postgresql://u:secret@db.example:5433/my%20data?sslmode=require", "my data on db.example:5433"],
    ["postgres://u:secret@[::1]/metadata", "metadata on ::1"],
    ["postgres://u@/metadata?host=/var/run/postgresql&password=secret", "metadata on /var/run/postgresql"],
    ["postgres://u:secret@db.example", "u on db.example"],
  ])("of %s is without its password", (databaseUrl, name) => {
    expect(databaseName({ databaseUrl, data: "./data" })).toBe(`the PostgreSQL database ${name}`);
  });

  it("of a folder is its path, because ./data is another folder elsewhere", () => {
    expect(databaseName({})).toBe(`the folder ${resolve("data")}`);
    expect(databaseName({ data: "/srv/data" })).toBe("the folder /srv/data");
  });
});

describe.each(TARGETS)("every command that changes or saves something on $name", (target) => {
  it("names the database that it used", async () => {
    const home = await mkdtemp(join(tmpdir(), "metadata-service-names-"));
    onTestFinished(() => rm(home, { recursive: true }));
    const [database, empty] = [await target.create(), await target.create()];
    onTestFinished(() => database.remove());
    onTestFinished(() => empty.remove());
    const run = async (options: typeof database.options, args: readonly string[], input = "") => {
      const { status, err } = await runCommand([...args, ...databaseFlags(options)], input);
      expect([args, status, err]).toEqual([args, 0, expect.stringContaining(` ${databaseName(options)}`)]);
      return err;
    };
    const idIn = (err: string) => /key_\w+/.exec(err)?.[0] ?? "";
    const { options } = database;
    const id = idIn(await run(options, ["keys", "create", "--label", "x"]));
    await run(options, ["keys", "rotate", id]);
    await run(options, ["keys", "list"]);
    await run(options, ["keys", "revoke", id]);
    const report = { uid: "1", createdDate: moment(1), updatedDate: moment(1) };
    await run(options, ["import", "reports", "-"], JSON.stringify(report));
    expect(await run(options, ["export", "reports"])).toContain("Exported 1 records");
    await run(options, ["backup", join(home, "backup")]);
    await run(empty.options, ["restore", join(home, "backup")]);
    expect(await runCommand(["keys", "revoke", "key_nobody", ...databaseFlags(options)])).toMatchObject({
      status: 1,
      err: expect.stringContaining(`There is no key key_nobody in ${databaseName(options)}`),
    });
  });
});
