/** Where whole lists may be written. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startMock } from "@metadata-service/mock";
import { afterAll, describe, expect, it } from "vitest";
import { writeNewFile } from "../src/place-in-folder.js";
import { connect, newFolder, WAYS } from "./support/session.js";

const mock = await startMock({ size: 60 });
afterAll(() => mock.stop());

const write = (folder: string, name: string) => writeNewFile(folder, name, (path) => writeFile(path, "new"));

describe("a new file", () => {
  it("appears in the folder, or below it", async () => {
    const folder = await newFolder();
    await mkdir(join(folder, "sub"));
    for (const name of [
      "a.csv",
      "sub/b.csv",
      "sub/../c.csv",
      "..d.csv".slice(1) === ".d.csv" ? "d..csv" : "",
      "äöü 1.csv",
    ]) {
      await write(folder, name);
      expect(await readFile(join(folder, name), "utf8")).toBe("new");
    }
    expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it.each([
    ["../a.csv", "outside"],
    ["sub/../../a.csv", "outside"],
    ["link/a.csv", "outside"],
    ["/tmp/a.csv", "not a name"],
    ["a\0.csv", "not a name"],
    [".bashrc", "not a name"],
    [".", "not a name"],
    ["..", "not a name"],
    ["none/a.csv", "There is no folder none"],
    ["there.csv", "exists already"],
    ["dangling.csv", "exists already"],
    ["sub", "exists already"],
  ])("is refused at %j: %s", async (name, message) => {
    const [folder, outside] = [await newFolder(), await newFolder()];
    await mkdir(join(folder, "sub"));
    await writeFile(join(folder, "there.csv"), "old");
    await symlink(outside, join(folder, "link"));
    await symlink(join(outside, "made.csv"), join(folder, "dangling.csv"));
    await expect(write(folder, name)).rejects.toThrow(message);
    expect(await readFile(join(folder, "there.csv"), "utf8")).toBe("old");
    expect(await readdir(outside)).toEqual([]);
  });

  it("never replaces one that another program created meanwhile, nor goes where its folder leads now", async () => {
    const [folder, outside] = [await newFolder(), await newFolder()];
    const created = writeNewFile(folder, "a.csv", async (path) => {
      await writeFile(path, "new");
      await writeFile(join(folder, "a.csv"), "of another program");
    });
    await expect(created).rejects.toThrow("exists already");
    expect(await readFile(join(folder, "a.csv"), "utf8")).toBe("of another program");
    await mkdir(join(folder, "sub"));
    const moved = writeNewFile(folder, "sub/b.csv", async (path) => {
      await writeFile(path, "new");
      await rename(join(folder, "sub"), join(folder, "away"));
      await symlink(outside, join(folder, "sub"));
    });
    await expect(moved).rejects.toThrow("outside");
    expect(await readdir(outside)).toEqual([]);
  });
});

describe("pull_to_file", () => {
  const pull = async (args: readonly string[], to: string, more: object = {}) => {
    const client = await connect(WAYS[0], mock, args);
    const { content, isError } = await client.callTool({
      name: "pull_to_file",
      arguments: { list: "listReports", to, ...more },
    });
    return { isError: isError ?? false, text: JSON.stringify(content) };
  };

  it("is not there without --files", async () => {
    const client = await connect(WAYS[0], mock, ["--allow-writes"]);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("pull_to_file");
  });

  it.each([
    ["reports.sqlite", "only if metadata-mcp was started with --allow-writes"],
    ["reports.duckdb", "only if metadata-mcp was started with --allow-writes"],
    ["postgres://localhost/dw", "only if metadata-mcp was started with --allow-writes"],
    ["reports.txt", "does not show the format"],
    ["https://evil.example/a.csv", "There is no folder"],
    ["../a.csv", "outside"],
    ["POSTGRES://localhost/dw.csv", "There is no folder"],
  ])("refuses the target %s", async (to, message) => {
    const folder = await newFolder();
    const { isError, text } = await pull(["--files", folder], to);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("writes a new database with --allow-writes, and takes no password", async () => {
    const folder = await newFolder();
    const args = ["--files", folder, "--allow-writes"];
    expect(await pull(args, "reports.sqlite")).toMatchObject({ isError: false });
    expect(await readdir(folder)).toEqual(["reports.sqlite"]);
    expect(await pull(args, "reports.sqlite")).toMatchObject({ isError: true });
    expect(await pull(args, "postgres://a:secret@127.0.0.1:1/dw")).toEqual({
      isError: true,
      text: expect.stringContaining("PGPASSWORD"),
    });
  });

  it("takes the filters of the list, and no other arguments", async () => {
    const folder = await newFolder();
    const args = ["--files", folder];
    const filtered = await pull(args, "a.csv", { arguments: { updated_from: "2999-01-01T00:00:00Z" } });
    expect(filtered.text).toContain("Wrote 0 records");
    for (const wrong of [{ limit: 5 }, { updatedFrom: "2026-01-01T00:00:00Z" }, []])
      expect(await pull(args, "b.csv", { arguments: wrong })).toMatchObject({ isError: true });
    expect(existsSync(join(folder, "b.csv"))).toBe(false);
  });
});
