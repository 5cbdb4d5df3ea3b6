import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moment } from "@metadata-service/test-kit/service/records";
import { CLI, runCommand, startProcess } from "@metadata-service/test-kit/service/service-process";
import { copyEmptyDatabase, PGLITE } from "@metadata-service/test-kit/service/targets";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startService } from "../../src/index.js";
import { UnsafeFolderError } from "../../src/storage/embedded/private-folder.js";
import { asOtherUser, NO_OTHER_USER, NOBODY, startAsOtherUser } from "../support/other-user.js";

// The attacker: another user with an account on the machine of the service.

const modesIn = async (folder: string) => {
  const names = ["", ...(await readdir(folder, { recursive: true }))];
  return Promise.all(names.map(async (name) => ({ name, mode: (await lstat(join(folder, name))).mode & 0o777 })));
};
const openTo = async (folder: string) =>
  (await modesIn(folder)).filter(({ mode }) => mode & 0o077).map(({ name }) => name);

/** Tries everything that another user could do with a file of the database. */
const TRY_FILES = `
  const [data] = args;
  const file = path.join(data, "pglite", "PG_VERSION");
  tell({
    list: outcome(() => fs.readdirSync(path.join(data, "pglite"))),
    read: outcome(() => fs.readFileSync(file)),
    write: outcome(() => fs.closeSync(fs.openSync(file, "r+"))),
    plant: outcome(() => fs.writeFileSync(path.join(data, "lock.99"), "")),
  });`;

const alone = NO_OTHER_USER ? ` (skipped: ${NO_OTHER_USER})` : "";
describe.skipIf(alone)(`another user of the machine, with an existing data folder${alone}`, () => {
  let base: string;
  let data: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), "metadata-service-open-"));
    await chmod(base, 0o755);
    data = join(base, "data");
    await mkdir(data);
    await chmod(data, 0o755);
    onTestFinished(() => rm(base, { recursive: true, force: true }));
  });

  it("cannot read or write a new database, whatever the umask of the service", async () => {
    const flags = ["start", "--port", "0", "--ops-port", "off", "--data", data];
    const service = spawn("sh", ["-c", 'umask 000; exec "$@"', "sh", process.execPath, CLI, ...flags], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(() => void service.kill("SIGKILL"));
    let said = "";
    service.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    await expect.poll(() => said).toContain("Ready");
    expect(await asOtherUser(TRY_FILES, data)).toEqual({
      list: "EACCES",
      read: "EACCES",
      write: "EACCES",
      plant: "EACCES",
    });
    expect(await openTo(join(data, "pglite"))).toEqual([]);
    const connected = await asOtherUser<string>(
      `const socket = net.connect(path.join(args[0], "lock.1"), () => tell("connected")).on("error", (error) => tell(error.code));
       socket.on("close", () => process.exit()).setTimeout(5000, () => process.exit());`,
      data,
    );
    expect(connected).toBe("EACCES");
    const ended = once(service, "exit");
    service.kill("SIGTERM");
    await ended;
  });

  it("loses access that an earlier version left open, and the operator is informed", async () => {
    const made = await PGLITE.create();
    onTestFinished(() => made.remove());
    data = String(made.options.data);
    await chmod(data, 0o755);
    for (const { name } of await modesIn(join(data, "pglite"))) {
      const path = join(data, "pglite", name);
      await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o666);
    }
    expect(await asOtherUser(TRY_FILES, data)).toMatchObject({ list: "done", read: "done", write: "done" });
    const service = await startService({ data, fileUrl: "https://files.example/{id}" });
    onTestFinished(() => service.stop());
    expect(service.notices).toEqual([
      expect.stringMatching(/^Other users had access to .*; removed their access to \d+ files and folders/),
    ]);
    expect(await asOtherUser(TRY_FILES, data)).toMatchObject({ list: "EACCES", read: "EACCES", write: "EACCES" });
    expect(await openTo(join(data, "pglite"))).toEqual([]);
  });

  it("cannot replace the folder: a folder that others may write to is rejected, and so is one in such a folder", async () => {
    await chmod(data, 0o777);
    await expect(startService({ data })).rejects.toThrow(/is not safe: other users may write to it.*chmod go-w/);
    await chmod(data, 0o700);
    await chmod(base, 0o777);
    await expect(startService({ data })).rejects.toThrow(UnsafeFolderError);
    await expect(startService({ data: join(data, "new", "folder") })).rejects.toThrow(
      `other users may write to ${base}`,
    );
    await chmod(base, 0o770);
    await chown(base, 0, NOBODY);
    await expect(startService({ data })).rejects.toThrow(UnsafeFolderError);
    expect(await readdir(data)).toEqual(["new"]);
  });

  it("cannot replace a folder that the sticky bit protects, as in /tmp", async () => {
    await chmod(base, 0o1777);
    const rename = `tell(outcome(() => fs.renameSync(args[0], args[0] + "-mine")))`;
    expect(await asOtherUser(rename, data)).toMatch(/EPERM|EACCES/);
    copyEmptyDatabase(data);
    const service = await startService({ data });
    await service.stop();
  });

  it("cannot create the folder first: a folder or a database of another user is rejected", async () => {
    await chown(data, NOBODY, NOBODY);
    await expect(startService({ data })).rejects.toThrow(`belongs to the user with the ID ${NOBODY}`);
    await chown(data, 0, 0);
    await mkdir(join(data, "pglite"));
    await chown(join(data, "pglite"), NOBODY, NOBODY);
    await expect(startService({ data })).rejects.toThrow(`belongs to the user with the ID ${NOBODY}`);
  });

  it("cannot impersonate the service to a command", async () => {
    await writeFile(
      join(base, "orders.ndjson"),
      `${JSON.stringify({ uid: "po", created_at: moment(1), updated_at: moment(2) })}\n`,
    );
    const answer = `
      let taken = 0;
      const server = net.createServer((socket) => socket.on("data", (bytes) => fs.writeSync(1, "took " + bytes.length + "\\n")));
      server.listen(path.join(args[0], "lock.7"), () => fs.writeSync(1, "listens\\n"));`;
    await chmod(data, 0o777);
    const other = startAsOtherUser(answer, data);
    onTestFinished(() => void other.kill("SIGKILL"));
    let heard = "";
    other.stdout?.setEncoding("utf8").on("data", (text: string) => (heard += text));
    await expect.poll(() => heard).toContain("listens");
    const importing = ["import", "purchase-orders", join(base, "orders.ndjson"), "--data", data];
    for (const [mode, message] of [
      [0o777, "other users may write to it"],
      // The folder was secured again, but the socket remained.
      [0o755, "lock.7 belongs to the user with the ID"],
    ] as const) {
      await chmod(data, mode);
      expect(await runCommand(importing)).toMatchObject({ status: 1, out: "", err: expect.stringContaining(message) });
    }
    expect(heard).toBe("listens\n");
  });

  it("cannot connect to the socket of a service, and commands do not trust a socket to which others can connect", async () => {
    await chmod(data, 0o755);
    copyEmptyDatabase(data);
    const service = await startProcess(["--data", data, "--log-level", "silent"]);
    onTestFinished(() => service.end("SIGKILL").then(() => {}));
    expect((await lstat(join(data, "lock.1"))).mode & 0o777).toBe(0o600);
    await chmod(join(data, "lock.1"), 0o666);
    expect(await runCommand(["keys", "list", "--data", data])).toMatchObject({
      status: 1,
      err: expect.stringContaining("other users may connect to it"),
    });
    await chmod(join(data, "lock.1"), 0o600);
    expect(await runCommand(["keys", "list", "--data", data])).toMatchObject({ status: 0 });
  });
});
