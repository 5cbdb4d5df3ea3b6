import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { beginDatabase } from "../src/storage/begin-database.js";
import { holdsDatabase, openDatabase } from "../src/storage/open-database.js";
import { enlarge, NO_SMALL_DISK, smallDisk, unmount } from "./support/small-disk.js";

/** Creates a data folder whose database has these files. */
async function dataFolder(names: readonly string[]): Promise<{ data: string; files: string }> {
  const data = await mkdtemp(join(tmpdir(), "metadata-service-begin-"));
  onTestFinished(() => rm(data, { recursive: true }));
  const files = join(data, "pglite");
  await mkdir(files);
  for (const name of names) await writeFile(join(files, name), "18\n");
  return { data, files };
}

it("a new database is not recognized until it is complete, and an unfinished one is removed", async () => {
  const { data, files } = await dataFolder([]);
  // The first start is killed.
  await beginDatabase(files);
  await writeFile(join(files, "PG_VERSION"), "18\n");
  expect(await holdsDatabase(data)).toBe(false);

  const finish = await beginDatabase(files);
  expect(await readdir(files)).toEqual([]);
  await writeFile(join(files, "PG_VERSION"), "18\n");
  await finish?.();
  expect(await holdsDatabase(data)).toBe(true);
  expect(await readdir(data)).toEqual(["pglite"]);
});

it("an existing database is not changed", async () => {
  const { data, files } = await dataFolder(["PG_VERSION", "postgresql.conf"]);
  expect(await beginDatabase(files)).toBeUndefined();
  expect(await readdir(data)).toEqual(["pglite"]);
  expect(await readdir(files)).toEqual(["PG_VERSION", "postgresql.conf"]);
  expect(await holdsDatabase(data)).toBe(true);
});

it("a new database has no template databases", async () => {
  // A copy of the folder that a first start created.
  const { options, remove } = await PGLITE.create();
  onTestFinished(remove);
  const { db, close } = await openDatabase({ kind: "folder", folder: String(options.data) });
  onTestFinished(close);
  const { rows } = await sql<{ oid: string }>`select oid::text, datname from pg_database`.execute(db);
  expect(rows).toEqual([{ oid: expect.any(String), datname: "postgres" }]);
  expect(await readdir(join(String(options.data), "pglite/base"))).toEqual(rows.map(({ oid }) => oid));
});

it.skipIf(NO_SMALL_DISK !== "")(
  `a disk without space for a new database is reported as such, and works once there is space${NO_SMALL_DISK}`,
  async () => {
    const disk = smallDisk(8);
    onTestFinished(() => unmount(disk));
    const location = { kind: "folder", folder: join(disk, "data") } as const;
    await expect(openDatabase(location)).rejects.toThrow(
      /cannot be used: ENOSPC: no space left on device.*; free some space on its disk/,
    );
    expect(await holdsDatabase(location.folder)).toBe(false);
    enlarge(disk, 64);
    await (await openDatabase(location)).close();
    expect(await holdsDatabase(location.folder)).toBe(true);
  },
);
