import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { CLI, databaseFlags, runCommand } from "@metadata-service/test-kit/service/service-process";
import { PGLITE, POSTGRESQL, runOn } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";
import { withoutPasswords } from "../src/commands/hide-password.js";
import { createRejectFile, rejectNames } from "../src/commands/reject-file.js";
import { readSettings } from "../src/config/settings.js";

describe("a command line", () => {
  it.each([
    [["stop"], 2, "There is no command stop. metadata-service --help lists the commands."],
    [["start", "--prot", "1"], 2, "Unknown option '--prot'. Did you mean --port?"],
    [
      ["start", "--port", "70000", "--rate", "0"],
      2,
      '--port must be a whole number from 0 to 65535, not "70000"\n--rate must be',
    ],
    [["start", "--database-url", "mysql://user:secret@host/db"], 2, "--database-url must be a URL such as postgres://"],
    [["start", "--file-url", "https://files.example"], 2, "with {id} in place of the file ID"],
    [
      ["keys", "create"],
      2,
      "--label is missing: it says in lists and logs whose key it is. Usage: metadata-service keys create",
    ],
    [["keys", "rotat", "key_1"], 2, "There is no command keys rotat. Did you mean keys rotate?"],
    [["keys", "rotate"], 2, "keys rotate needs the ID of a key; metadata-service keys list shows all keys."],
    [
      ["keys", "list", "--data", "d", "--database-url", "postgres://host/d"],
      2,
      "--data and --database-url name two databases; use one of them. metadata-service --help",
    ],
    [["import", "reports"], 2, "Usage: metadata-service import"],
    [["start", "--file-url", "https://files.example/a b/{id}"], 2, "--file-url must be an absolute URL"],
    [["start", "--file-url", "https://files.example/{name}/{id}"], 2, "--file-url must be an absolute URL"],
    [["start", "--public-url", "https://api.example?a=b"], 2, "--public-url must be a URL"],
    [["import", "reports", "/no/such/file"], 1, "There is no file /no/such/file; check the path."],
    [["import", "reports", "/tmp"], 1, "/tmp is a folder; import takes one file"],
    [["restore", "/tmp"], 1, "/tmp is a folder; restore takes one file"],
    [
      ["import", "reports", CLI, "--rejects", CLI],
      1,
      "it contains the lines to import; choose another one with --rejects",
    ],
    [
      ["export", "metadata", "--namespace", "analytics", "--data", "/no/such/folder"],
      1,
      "There is no data in /no/such",
    ],
    [["keys", "list", "--data", "/no/such/folder"], 1, "There is no data in /no/such"],
    [["move", "--data", "/no/such", "--database-url", "postgres://nobody@127.0.0.1:1/none"], 1, "There is no data in"],
    [["keys", "create", "--label", "x", "--data", `${CLI}/no`], 1, `The data folder ${CLI}/no cannot be used`],
    [["export", "metadata"], 2, "Usage: metadata-service export metadata --namespace"],
    [["distribute"], 2, "Usage: metadata-service distribute --database-url"],
    [["distribute", "--database-url", "postgres://nobody@127.0.0.1:1/none"], 1, "The database cannot be reached"],
    [["keys", "list", "--database-url", "postgres://nobody@127.0.0.1:1/none"], 1, "The database cannot be reached"],
    [
      ["keys", "list", "--database-url", "postgres://nobody@127.0.0.1:1/none"],
      1,
      "check --database-url or DATABASE_URL",
    ],
  ])("%j gets an error message that explains what is wrong", async (args, status, message) => {
    const { status: found, out, err } = await runCommand(args);
    expect([found, out, err]).toEqual([status, "", expect.stringContaining(message)]);
    expect(err).not.toMatch(/secret|\n {4}at /);
  });

  it("may name a file that contains the database URL, and flags take precedence over variables", async () => {
    const folder = await mkdtemp(join(tmpdir(), "metadata-service-url-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "url");
    const [inFile, other] = ["postgres://u:secret@file/db", "postgres://u@environment/db"];
    await writeFile(file, `${inFile}\n`);
    const variable = { METADATA_SERVICE_DATABASE_URL_FILE: file };
    const urlOf = (...settings: Parameters<typeof readSettings>) => readSettings(...settings).databaseUrl;
    expect(urlOf({ "database-url-file": file }, { DATABASE_URL: other })).toBe(inFile);
    expect(urlOf({}, variable)).toBe(inFile);
    expect(urlOf({ "database-url": other }, variable)).toBe(other);
    expect(() => readSettings({ "database-url": other, "database-url-file": file }, {})).toThrow("use one of them");
    expect(() => readSettings({ "database-url-file": `${file}.no` }, {})).toThrow(
      `--database-url-file cannot be used: There is no file ${file}.no`,
    );
    await writeFile(file, "mysql://u:secret@file/db");
    expect(() => readSettings({}, variable)).toThrow(
      /^The content of \S+url \(METADATA_SERVICE_DATABASE_URL_FILE\) must be a URL such as(?!.*secret)/,
    );
  });

  it("ignores the variables that Kubernetes sets for a service of the same name", () => {
    const added = {
      METADATA_SERVICE_PORT: "tcp://10.0.0.1:4020",
      METADATA_SERVICE_PORT_4020_TCP_ADDR: "10.0.0.1",
      METADATA_SERVICE_SERVICE_HOST: "10.0.0.1",
      METADATA_SERVICE_SERVICE_PORT_HTTP: "4020",
    };
    expect(readSettings({}, added)).toEqual(readSettings({}, {}));
    expect(() => readSettings({}, { METADATA_SERVICE_PROT: "1" })).toThrow("METADATA_SERVICE_PROT is not a known");
  });

  it("uses the folder in the flag, whatever the environment contains", async () => {
    const database = await PGLITE.create();
    onTestFinished(() => database.remove());
    const environment = { ...process.env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [CLI, "keys", "create", "--label", "x", ...databaseFlags(database.options)],
      { env: environment },
    );
    expect(stderr).toContain("Created the key");
  });

  it("reports that the database belongs to a newer version", async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const flags = databaseFlags(database.options);
    expect(await runCommand(["keys", "list", ...flags])).toMatchObject({ status: 0 });
    await runOn(database.options.databaseUrl ?? "", "insert into kysely_migration values ('9999-later', 'x')");
    expect(await runCommand(["keys", "list", ...flags])).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^The database belongs to a newer version of the service \(9999-later\); run that/),
    });
  });

  it("reports that a database without Citus cannot be distributed, and leaves it empty", async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const { databaseUrl = "" } = database.options;
    expect(await runCommand(["distribute", ...databaseFlags(database.options)])).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^This database has no extension citus; .*create extension citus\n$/),
    });
    await expect(runOn(databaseUrl, "select from metadata")).rejects.toThrow("does not exist");
  });

  it.each([
    ["postgres://u:secret@h/d?sslmode=require", "postgres://u:***@h/d?sslmode=require"],
    ["postgres://h/d?user=u&password=secret", "postgres://h/d?user=u&password=***"],
    [
      "--database-url=postgres://h/d?pass%77ord=secret&sslmode=require",
      "--database-url=postgres://h/d?pass%77ord=***&sslmode=require",
    ],
    ["postgres://h/d?sslpassword=secret#x", "postgres://h/d?sslpassword=***#x"],
    ["postgres://h/d?password=", undefined],
    ["postgres://h/d?sslmode=require", undefined],
    ["--label", undefined],
  ])("hides the password in %j", (arg, shown) => {
    expect(withoutPasswords(["start", arg])).toBe(shown === undefined ? undefined : `start ${shown}`);
  });

  it("warns about a password in a parameter of the URL", async () => {
    const { err } = await runCommand(["keys", "list", "--database-url", "postgres://127.0.0.1:1/none?password=secret"]);
    expect(err).toContain("Warning: other users of this machine can see a password on a command line");
    expect(err).not.toContain("secret");
  });

  const noLimits = process.platform === "linux" ? "" : " (skipped: the limit is set by the shell of Linux)";
  it.skipIf(noLimits !== "")(`explains that it may open too few files${noLimits}`, async () => {
    const run = promisify(execFile)("sh", [
      "-c",
      'ulimit -n 64; exec "$@"',
      "sh",
      process.execPath,
      CLI,
      "keys",
      "list",
    ]);
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr:
        "This process may open only 64 files at once, but needs at least 512; raise the limit (ulimit -n 4096 in a shell, LimitNOFILE=4096 in a systemd unit)\n",
    });
  });

  it("lists keys in columns with a header, and marks those that have expired", async () => {
    const database = await POSTGRESQL.create();
    onTestFinished(() => database.remove());
    const flags = databaseFlags(database.options);
    expect((await runCommand(["keys", "list", ...flags])).out).toMatch(
      /^ID +CREATED +LAST USED +PERMISSIONS +STATE +LABEL\n$/,
    );
    await runCommand(["keys", "create", "--label", "a b", "--scope", "read", ...flags]);
    await runCommand(["keys", "create", "--label", "old", "--expires", "2999-01-01", ...flags]);
    await runOn(
      database.options.databaseUrl ?? "",
      "update api_keys set expires_at = '2020-01-01Z' where label = 'old'",
    );
    const { out } = await runCommand(["keys", "list", ...flags]);
    const [header = "", first = "", second = ""] = out.trim().split("\n");
    expect(first).toMatch(/^key_\w+ +\S+ +never +read +expires never +a b$/);
    expect(second).toMatch(/^key_\w+ +\S+ +never +read,write +expired 2020-01-01T\S+ +old$/);
    for (const [name, text] of [
      ["PERMISSIONS", "read"],
      ["LABEL", "a b"],
    ] as const)
      expect(first.indexOf(text)).toBe(header.indexOf(name));
  });

  // `/dev/full` fails every write like a full disk. It is only opened by redirection.
  const noFullDisk = process.platform === "linux" ? "" : " (skipped: only Linux has /dev/full)";
  it.skipIf(noFullDisk !== "")(`reports that its output could not be written${noFullDisk}`, async () => {
    const run = promisify(execFile)("sh", ["-c", 'exec "$@" > /dev/full', "sh", process.execPath, CLI, "--help"]);
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The output of this command is incomplete, .*ENOSPC.* and run the command again\n$/,
      ),
    });
  });

  it.each([
    [
      "keys create --label app",
      1,
      /^The output of this command is incomplete, .*EPIPE.* revoke the key .*keys revoke\)$/m,
    ],
    ["keys --label app create", 1, /^The output of this command is incomplete, .*EPIPE/m],
    ["--help", 0, /^$/],
  ])("whose reader ends before its output: %s ends with %i", async (command, status, message) => {
    const folder = await mkdtemp(join(tmpdir(), "metadata-service-closed-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const child = spawn(process.execPath, [CLI, ...command.split(" "), "--data", folder], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect([code, said]).toEqual([status, expect.stringMatching(message)]);
  });

  it("prints help", async () => {
    const { status, out } = await runCommand(["--help"]);
    expect(status).toBe(0);
    expect(out).toContain("--database-url URL");
  });
});

describe("the reject files of two imports from standard input", () => {
  it("are two files, whichever import has the first rejected record", async () => {
    const folder = await mkdtemp(join(tmpdir(), "metadata-service-rejects-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const both = ["first", "second"].map(() => createRejectFile(rejectNames(join(folder, "orders")), () => {}));
    for (const [n, file] of both.entries()) await file.add({ line: n, reason: "no", bytes: Buffer.from("x") });
    expect(both.map((file) => /in (\S+)\.$/.exec(file.summary())?.[1])).toEqual([
      join(folder, "orders.rejects.ndjson"),
      join(folder, "orders.rejects.2.ndjson"),
    ]);
    for (const file of both) await file.close();
  });
});
