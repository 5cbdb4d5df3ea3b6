/** Outputs that cannot be written, and targets that are links, pipes or devices. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { type RecordsServer, startRecordsServer } from "./support/records-server.js";
import { bin, newFolder, type Result, serverEnv } from "./support/run.js";

const SIZE = 200;
let server: RecordsServer;
let folder: string;
beforeEach(async () => {
  server = await startRecordsServer(SIZE);
  folder = await newFolder();
  return () => server.stop();
});

/** Runs a script in the folder; `metadata` is the command. */
async function shell(script: string): Promise<Result> {
  const child = spawn("bash", ["-c", `metadata() { "${process.execPath}" "${bin}" "$@"; }; ${script}`], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, ...serverEnv(server) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr };
}

const at = (name: string) => join(folder, name);
const lines = async (name: string) => (await readFile(at(name), "utf8")).split("\n").length - 1;

// `/dev/full` fails every write like a full disk. It is only opened by redirection.
const noFullDisk = process.platform === "linux" ? "" : " (skipped: only Linux has /dev/full)";
describe.skipIf(noFullDisk !== "")(`a full disk${noFullDisk}`, () => {
  test.each([
    "reports pull",
    "reports pull --format csv",
    "reports list",
    "reports list --json",
    "reports list --format json",
    "reports pull --to x.csv --json",
    "create inspection lot-1 note=x",
    "--help",
    "--version",
    "reports pull --help",
    "completion bash",
    "__complete rep",
  ])("fails metadata %s", async (args) => {
    const { code, stderr } = await shell(`metadata ${args} > /dev/full`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining("Cannot write to standard output: ENOSPC: no space left on device"),
    });
    expect(stderr).not.toContain("Pulled");
  });

  test("of standard error fails a command that has done its work", async () => {
    expect(await shell("metadata reports pull --to x.ndjson 2> /dev/full")).toMatchObject({ code: 1 });
    expect(await lines("x.ndjson")).toBe(SIZE);
    expect(await shell("metadata nonsense 2> /dev/full")).toMatchObject({ code: 2 });
  });

  test.each([
    ["metadata reports pull --to x.ndjson", "Cannot write x.ndjson: EFBIG", []],
    ["metadata reports pull --to x.csv", "Cannot write x.csv: EFBIG", []],
    ["metadata reports sync --to x.csv", "Cannot write x.csv.state: EFBIG", ["x.csv.state"]],
    ["metadata reports pull --to x.sqlite", "Cannot write x.sqlite: ", ["x.sqlite"]],
    ["metadata reports pull > x.out", "Cannot write to standard output: EFBIG", ["x.out"]],
  ])("that takes only the beginning fails %s", async (command, reason, left) => {
    expect(await shell(`ulimit -f 8; ${command}`)).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
    expect(await readdir(folder)).toEqual(left);
  });

  test("fails before the file of the progress or of the rejects is lost", async () => {
    await writeFile(at("in.ndjson"), `${JSON.stringify({ uid: "a", items: [] })}\n`.repeat(500));
    expect(await shell("ulimit -f 8; metadata create inspection --from in.ndjson")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Cannot write in.ndjson.progress: EFBIG"),
    });
    expect(await shell("metadata create inspection --from in.ndjson --rejects /dev/fd/3 3> /dev/full")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Cannot write /dev/fd/3: ENOSPC"),
    });
  });
});

test("a reader that has enough ends a command without an error", async () => {
  const script = "metadata reports pull | head -1 > first; echo $" + "{PIPESTATUS[0]}";
  expect(await shell(script)).toMatchObject({ code: 0, stdout: "0\n" });
  expect(await lines("first")).toBe(1);
});

describe("a link", () => {
  test.each([
    ["to a file", "x.csv", "x.csv"],
    ["to a file that does not exist", "new.csv", "new.csv"],
    ["to a link in another folder", "sub/link.csv", "x.csv"],
  ])("%s is kept, and the file it leads to is replaced", async (_, leads, file) => {
    await writeFile(at("x.csv"), "old");
    await chmod(at("x.csv"), 0o640);
    await mkdir(at("sub"));
    await symlink("../x.csv", at("sub/link.csv"));
    await symlink(leads, at("link.csv"));
    for (const command of ["pull", "sync"])
      expect(await shell(`metadata reports ${command} --to link.csv`)).toMatchObject({ code: 0 });
    expect(await readlink(at("link.csv"))).toBe(leads);
    expect((await lstat(at(file))).isFile()).toBe(true);
    expect(await lines(file)).toBe(SIZE + 1);
    if (file === "x.csv") expect((await stat(at(file))).mode & 0o777).toBe(0o640);
    expect((await readdir(folder)).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test.each([
    ["back to itself", "link.csv", "link.csv is a link that leads back to itself"],
    ["into a folder that does not exist", "gone/x.csv", "There is no folder"],
    ["to a folder", ".", "link.csv is a folder"],
  ])("%s is refused", async (_, leads, reason) => {
    await symlink(leads, at("link.csv"));
    expect(await shell("metadata reports pull --to link.csv")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(reason),
    });
    expect(await readlink(at("link.csv"))).toBe(leads);
  });

  test("to a state, a database, the rejects or the profiles is kept", async () => {
    for (const name of ["a.state", "a.sqlite", "rejects.ndjson"]) await symlink(`real-${name}`, at(name));
    await mkdir(at(".config/metadata-service"), { recursive: true });
    await symlink("../../real.json", at(".config/metadata-service/profiles.json"));
    await writeFile(at("in.ndjson"), '{"uid":"a","items":[]}\n');
    const scripts = [
      ["metadata reports sync --to a.csv --state a.state && metadata reports sync --to a.csv --state a.state", 0],
      ["metadata reports pull --to a.sqlite", 0],
      ["metadata create inspection --from in.ndjson --rejects rejects.ndjson", 4],
      ["echo key | metadata login --no-check --base-url http://localhost", 0],
    ] as const;
    for (const [script, code] of scripts) expect(await shell(script), script).toMatchObject({ code });
    for (const name of ["a.state", "a.sqlite", "rejects.ndjson", ".config/metadata-service/profiles.json"])
      expect((await lstat(at(name))).isSymbolicLink(), name).toBe(true);
    expect(await lines("real-rejects.ndjson")).toBe(1);
    expect((await stat(at("real.json"))).mode & 0o777).toBe(0o600);
  });
});

const noPipes = process.platform === "win32" ? " (skipped: Windows has no named pipes in folders)" : "";
describe.skipIf(noPipes !== "")(`a target that is no file${noPipes}`, () => {
  test("is written into", async () => {
    expect(
      await shell("mkfifo pipe; cat pipe > got & metadata reports pull --to pipe --format csv; wait"),
    ).toMatchObject({ code: 0 });
    expect(await lines("got")).toBe(SIZE + 1);
    expect((await lstat(at("pipe"))).isFIFO()).toBe(true);
    for (const target of ["/dev/fd/3", "/dev/stdout"]) {
      expect(
        await shell(`echo before > out; metadata reports pull --format csv --to ${target} 3>> out >> out`),
      ).toMatchObject({ code: 0 });
      expect(await lines("out")).toBe(SIZE + 2);
    }
  });

  test.each([
    "pull --to pipe --format parquet",
    "pull --to pipe --format sqlite",
    "pull --to pipe --format duckdb",
    "sync --to pipe --format csv",
    "sync --to a.csv --state pipe",
  ])("is refused by %s", async (args) => {
    expect(await shell(`mkfifo pipe; metadata reports ${args}`)).toMatchObject({
      code: 1,
      stderr: "metadata: pipe is a pipe or a device, not a file. Name a file.\n",
    });
    expect((await lstat(at("pipe"))).isFIFO()).toBe(true);
  });
});
