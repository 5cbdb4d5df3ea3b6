/** Tests command-line parsing and output. */
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { NetworkError } from "@metadata-service/client";
import { beforeAll, describe, expect, test } from "vitest";
import { messageOf } from "../src/failures.js";
import { type RecordsServer, report, startRecordsServer } from "./support/records-server.js";
import { newFolder, run, type Setting, serverEnv } from "./support/run.js";

let server: RecordsServer;
beforeAll(async () => {
  server = await startRecordsServer(120);
  return () => server.stop();
});

const metadata = (args: string[], setting: Setting = {}) => run(args, { env: serverEnv(server), ...setting });

describe("help", () => {
  test("lists commands of the spec, and the exit codes", async () => {
    const { code, stdout } = await run(["--help"]);
    expect(code).toBe(0);
    for (const text of ["create", "purchase-orders list", "purchase-orders-v3 sync", "reports pull", "Exit codes"])
      expect(stdout).toContain(text);
  });

  test("shows parameters, arguments and examples, in lines that fit the terminal", async () => {
    for (const args of [["reports", "list"], ["reports", "sync"], ["create"], ["completion"]]) {
      const { stdout } = await run([...args, "--help"], { terminal: 60, env: { NO_COLOR: "1" } });
      for (const line of stdout.split("\n"))
        expect(line.length > 60 && /\s\S+\s/.test(line) && !/^ {2}/.test(line)).toBe(false);
      expect(stdout).toContain("Examples");
    }
    const { stdout } = await run(["help", "create"]);
    expect(stdout).toContain("metadata create <analytics|inspection> (<uid> name=value… | --from FILE) [flags]");
    expect(stdout).toContain("types: string, number, boolean, date, datetime");
  });

  test("of a group lists its commands", async () => {
    const { code, stdout } = await run(["reports"]);
    expect(code).toBe(0);
    expect(stdout).toContain("reports sync");
    expect(stdout).not.toContain("purchase-orders");
  });
});

describe("a mistake", () => {
  test.each([
    [["report", "list"], "There is no command report list. Did you mean: reports list"],
    [["reports", "list", "--limt", "5"], "Unknown option '--limt'. Did you mean --limit?"],
    [["reports", "list", "--zzz"], "Unknown option '--zzz'.\n"],
    [
      ["reports", "list", "--api-key", "k"],
      "Unknown option '--api-key'. Other users of the machine can read command lines: set",
    ],
    [
      ["create", "inspection", "--uid", "abc", "note=hi"],
      "Unknown option '--uid'. Write uid without dashes: metadata create <analytics|inspection> (<uid> name=value… | --from FILE).\n",
    ],
    [["create", "--namespace", "inspection"], "Unknown option '--namespace'. Write namespace without dashes: metadata"],
    [
      ["create", "inspection", "a", "--note", "hi"],
      "Unknown option '--note'. Write values without dashes, as name:type=value",
    ],
    [
      ["create", "inspection", "note=hi"],
      "uid is missing. Write it before the values: metadata create inspection UID note=hi.\n",
    ],
    [["reports", "list", "--limit", "five"], '--limit must be a number, not "five"'],
    [["reports", "list", "--format", "xml"], "--format must be one of table, ndjson, csv, json"],
    [["reports", "list", "extra"], "Unexpected argument: extra"],
    [["reports", "pull", "--to", "reports.xlsx"], 'The name "reports.xlsx" does not show the format.'],
    [
      ["reports", "pull", "--to", "missing/reports.csv"],
      "There is no folder missing. Create it, or choose another file.",
    ],
    [["reports", "sync"], "--to is missing"],
    [["crate", "inspection"], "There is no command crate inspection. Did you mean: create?"],
    [["list", "reports"], "Did you mean: reports list?"],
    [["repotrs", "--help"], "There is no command repotrs. Did you mean: reports list"],
    [["help", "reports", "lst"], "There is no command reports lst. Did you mean: reports list"],
    [["reports", "--limit", "5"], "The command after reports is missing. Did you mean: reports list, reports pull"],
    [["--quiet"], "The command is missing."],
    [["--zzz"], "Unknown option '--zzz'"],
    [["--limt", "5", "reports", "list"], "There is no command 5 reports."],
    [["--zzz", "reports", "list"], "Unknown option '--zzz'"],
    [["reports", "list", "--version"], "Unknown option '--version'"],
    [["reports", "list", "--limit="], "--limit N is empty"],
    [["reports", "pull", "--to="], "--to TARGET is empty"],
    [["--profile=", "reports", "list"], "--profile NAME is empty"],
    [["reports", "list", "--limit"], "Option '--limit N' needs a value"],
    [["reports", "list", "--limit", "--json=1"], "if '--json=1' is the value, write '--limit=--json=1'"],
    [["reports", "list", "--limit", "0"], "--limit must be at least 1, not 0"],
    [["reports", "list", "--limit", "-3"], "--limit must be at least 1, not -3"],
    [["reports", "list", "--limit", "1.5"], '--limit must be an integer, not "1.5"'],
    [["reports", "list", "--limit", "1", "--limit", "2"], '--limit is given twice, as "1" and "2": remove one'],
    [["--limit", "1", "reports", "list", "--limit=2"], '--limit is given twice, as "1" and "2": remove one'],
    [["reports", "pull", "--page-size", "1.5"], '--page-size must be an integer, not "1.5"'],
    [["reports", "pull", "--page-size", "0"], '--page-size must be a number above 0, not "0"'],
    [["reports", "list", "-5"], "Unexpected argument: -5"],
    [["reports", "list", "-x"], "Unknown option '-x'"],
    [["create", "other", "lot-1", "a=b"], 'NAMESPACE must be one of analytics, inspection, not "other"'],
  ])("is explained: %s", async (args, message) => {
    const result = await metadata(args);
    expect(result).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
    expect(result.stderr).toContain("--help for help.");
  });

  test("is found in a command without a terminal, too: half a command prints nothing to standard output", async () => {
    expect(await metadata(["reports", "--json"])).toMatchObject({ code: 2, stdout: "" });
  });

  test("is reported as JSON with --json", async () => {
    const { stderr } = await metadata(["reports", "list", "extra", "--json"]);
    expect(JSON.parse(stderr)).toEqual({ error: { message: "Unexpected argument: extra", exitCode: 2 } });
  });

  test("in the key has its own exit code", async () => {
    const list = (env: Record<string, string>) => run(["reports", "list"], { env });
    expect(await list({})).toMatchObject({ code: 2, stderr: expect.stringContaining("metadata login") });
    expect(await list({ ...serverEnv(server), METADATA_API_KEY: "wrong" })).toMatchObject({
      code: 3,
      stderr:
        "metadata: The key is unknown [401] (GET /api/v1/reports). Check the key: METADATA_API_KEY, --api-key-file, or log in again with metadata login.\n",
    });
  });
});

test("without a response, the message lists what to check", () => {
  const error = new NetworkError("no response: ECONNREFUSED", { operation: "listReports", method: "GET", path: "/r" });
  expect(messageOf(error)).toBe(
    "no response: ECONNREFUSED (GET /r). Check the URL and the network, or try again later.",
  );
});

describe("list", () => {
  test("prints a table that fits the terminal, and colors unless NO_COLOR is set", async () => {
    const args = ["reports", "list", "--limit", "3"];
    const { stdout } = await metadata(args, { terminal: 60, env: { ...serverEnv(server), NO_COLOR: "1" } });
    const rows = stdout.trimEnd().split("\n");
    expect(rows[0]).toMatch(/^uid +caseNumber +country/);
    expect(rows.slice(1, 4).map((row) => row.slice(0, 13))).toEqual([
      "report-000000",
      "report-000001",
      "report-000002",
    ]);
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(60);
    expect((await metadata(args, { terminal: 60 })).stdout).toContain("\u001b[1m");
    expect(stdout).not.toContain("\u001b");
  });

  test("never prints control characters, and keeps wide characters", async () => {
    server.reports.set("report-000000", report(0, { caseNumber: "\u001b[2J日本語の番号\n\u202e", country: "VN" }));
    const { stdout } = await metadata(["reports", "list", "--limit", "1", "--format", "table"]);
    server.reports.set("report-000000", report(0));
    for (const control of ["\u001b", "\u202e"]) expect(stdout).not.toContain(control);
    expect(stdout).toContain("\ufffd[2J日本語の番号");
  });

  test("prints NDJSON, CSV or JSON, over several pages", async () => {
    const ndjson = await metadata(["reports", "list", "--limit", "70"]);
    expect(ndjson.stdout.trim().split("\n")).toHaveLength(70);
    const csv = await metadata(["reports", "list", "--limit", "2", "--offset", "1", "--format", "csv"]);
    expect(csv.stdout).toMatch(/^uid,caseNumber,[^\r]*\r\nreport-000001,CN-1,/);
    const json = await metadata(["reports", "list", "--json"]);
    expect(JSON.parse(json.stdout)).toHaveLength(10);
  });
});

test("a command is found by its second name, which no help lists", async () => {
  const { commandTable } = await import("../src/generated/command-table.js");
  const commands = commandTable.commands.map((one) =>
    one.operation === "listReports" ? { ...one, alias: ["report", "list"] } : one,
  );
  const table = { ...commandTable, commands };
  expect(await metadata(["report", "list", "--limit", "1"], { table })).toMatchObject({ code: 0 });
  expect((await run(["--help"], { table })).stdout).not.toMatch(/report list/);
});

describe("flags", () => {
  const profile = async () => {
    const env = { HOME: await newFolder() };
    await run(["login", "--base-url", server.url, "--profile", "mine"], { env, stdin: server.apiKey });
    return env;
  };

  test("may stand before a command, and between its words", async () => {
    const env = await profile();
    for (const args of [
      ["--profile", "mine", "reports", "list", "--limit", "2"],
      ["--profile=mine", "--limit=2", "reports", "list"],
      ["reports", "--profile", "mine", "list", "--limit", "2"],
      ["reports", "-q", "--profile=mine", "--timeout", "5", "list", "--limit", "2", "--concurrency=3"],
      ["--profile", "mine", "--verbose", "--limit", "2", "--", "reports", "list"],
    ]) {
      const { code, stdout } = await run(args, { env });
      expect([args, code, stdout.trim().split("\n").length]).toEqual([args, 0, 2]);
    }
    const { stdout } = await run(["--profile", "mine", "--help", "reports", "list"], { env });
    expect(stdout).toContain("metadata reports list [flags]");
    expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  test("with the same value twice are accepted", async () => {
    const env = await profile();
    const args = ["--profile", "mine", "reports", "list", "--profile", "mine", "--limit", "1"];
    expect((await run(args, { env })).code).toBe(0);
  });

  test("take negative numbers, and -- ends them", async () => {
    const before = server.created.size;
    const args = ["create", "inspection", "--", "-n1", "t:number=-5"];
    expect((await metadata(args)).code).toBe(0);
    expect(server.created.size).toBe(before + 1);
    expect((await metadata(["create", "inspection", "-7", "t:number=-5"])).code).toBe(0);
    expect(server.created.has("-7")).toBe(true);
  });
});

describe("progress", () => {
  test("is a line every 10 seconds without a terminal", async () => {
    let time = 0;
    const now = () => {
      time += 6_000;
      return time;
    };
    const to = join(await newFolder(), "reports.csv");
    const { stderr } = await metadata(["reports", "pull", "--to", to], { now });
    expect(stderr).toMatch(/^\d+ of 120 records, \d+\/s, \d+ s left\n/);
    expect(stderr).toContain("Pulled 120 records in ");
  });

  test("is a bar that is removed again on a terminal, and nothing with --quiet", async () => {
    const to = join(await newFolder(), "reports.csv");
    const { stderr } = await metadata(["reports", "pull", "--to", to], { terminal: 80 });
    expect(stderr).toContain("█");
    expect(stderr).toContain("\r\u001b[KPulled 120 records");
    expect((await metadata(["reports", "pull", "--to", to, "--quiet"], { terminal: 80 })).stderr).toBe("");
    const { stdout } = await metadata(["reports", "pull", "--to", to, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ records: 120 });
  });
});

describe("login", () => {
  test("stores a profile that only its owner can read, which is then used", async () => {
    const home = await newFolder();
    const env = { HOME: home };
    const login = ["login", "--base-url", server.url];
    expect((await run(login, { env, stdin: `${server.apiKey}\n` })).code).toBe(0);
    const path = join(home, ".config", "metadata-service", "profiles.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await run(["reports", "list"], { env })).code).toBe(0);
    await run([...login, "--profile", "other", "--no-check"], { env, stdin: "wrong" });
    expect((await run(["reports", "list", "--profile", "other"], { env })).code).toBe(3);
    expect((await run(["logout"], { env })).code).toBe(0);
    expect((await run(["reports", "list"], { env })).code).toBe(2);
    expect(JSON.parse(await readFile(path, "utf8"))).toHaveProperty("other");
  });

  test("rejects an invalid address and a missing key, and its file is not used if others can read it", async () => {
    const env = { HOME: await newFolder() };
    expect((await run(["login", "--base-url", "nowhere"], { env, stdin: "key" })).code).toBe(2);
    expect((await run(["login", "--base-url", server.url], { env })).code).toBe(2);
    const folder = join(env.HOME, ".config", "metadata-service");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "profiles.json"), "{}");
    await chmod(join(folder, "profiles.json"), 0o644);
    expect(await run(["reports", "list"], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("chmod 600"),
    });
  });

  test.each(["null", "[]", "{", '{"default": 5}', '{"default": {"baseUrl": 5, "apiKey": "k"}}', '""'])(
    "does not use or replace the broken file %s",
    async (content) => {
      const env = { HOME: await newFolder() };
      const path = join(env.HOME, ".config", "metadata-service", "profiles.json");
      await mkdir(join(path, ".."), { recursive: true });
      await writeFile(path, content, { mode: 0o600 });
      const expected = { code: 1, stderr: expect.stringContaining(`${path} is not a file of profiles`) };
      expect(await run(["reports", "list"], { env })).toMatchObject(expected);
      expect(await run(["login", "--base-url", server.url], { env, stdin: server.apiKey })).toMatchObject(expected);
      expect(await readFile(path, "utf8")).toBe(content);
    },
  );

  test.each(["constructor", "__proto__", "toString"])("accepts the name %s of a profile", async (name) => {
    const env = { HOME: await newFolder() };
    const list = ["reports", "list", "--profile", name];
    expect((await run(list, { env })).stderr).toContain(`There is no profile ${name}`);
    await run(["login", "--base-url", server.url, "--profile", name], { env, stdin: server.apiKey });
    expect((await run(list, { env })).code).toBe(0);
    expect((await run(["logout", "--profile", name], { env })).code).toBe(0);
    expect((await run(list, { env })).code).toBe(2);
  });

  test("needs a home folder only for profiles, and never uses the current folder", async () => {
    const settings: Record<string, string>[] = [{ HOME: "" }, { HOME: "", XDG_CONFIG_HOME: "relative" }];
    for (const env of settings) {
      const login = await run(["login", "--base-url", server.url], { env, stdin: server.apiKey });
      expect(login).toMatchObject({ code: 1, stderr: expect.stringContaining("HOME is not set") });
      expect((await metadata(["reports", "list"], { env: { ...env, ...serverEnv(server) } })).code).toBe(0);
    }
  });

  test("takes a URL with a final slash for the same service", async () => {
    const env = { HOME: await newFolder() };
    await run(["login", "--base-url", server.url], { env, stdin: server.apiKey });
    const args = ["reports", "list", "--profile", "default", "--base-url", `${server.url}/`];
    expect((await run(args, { env })).code).toBe(0);
  });

  test("sends the key of a profile only to its service", async () => {
    const env = { HOME: await newFolder() };
    await run(["login", "--base-url", "http://127.0.0.1:9", "--no-check"], { env, stdin: server.apiKey });
    const before = server.requests.length;
    const args = ["reports", "list", "--base-url", server.url];
    expect((await run(args, { env })).code).toBe(2);
    expect((await run([...args, "--profile", "default"], { env })).code).toBe(2);
    expect(server.requests.length).toBe(before);
  });
});

test("the key is never printed", async () => {
  const folder = await newFolder();
  const key = join(folder, "key");
  await writeFile(key, server.apiKey);
  const env = { METADATA_BASE_URL: server.url, DEBUG: "1" };
  const outputs = await Promise.all(
    [
      ["reports", "list", "--verbose", "--api-key-file", key],
      ["reports", "pull", "--verbose", "--to", join(folder, "a.csv"), "--api-key-file", key],
      ["create", "inspection", "x", "--verbose", "--api-key-file", key],
    ].map((args) => run(args, { env })),
  );
  for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain(server.apiKey);
  expect(outputs[0]?.stderr).toContain("> GET /api/v1/reports");
  expect((await run(["reports", "list", "--api-key", "x"], { env })).code).toBe(2);
});

describe("completion", () => {
  const complete = async (...words: string[]) =>
    (await run(["__complete", ...words])).stdout.split("\n").filter(Boolean);

  test("knows commands, flags and values", async () => {
    expect(await complete("rep")).toEqual(["reports"]);
    expect(await complete("reports", "")).toEqual(["list", "pull", "sync"]);
    expect(await complete("reports", "list", "--form")).toEqual(["--format"]);
    expect(await complete("reports", "list", "--format", "")).toEqual(["table", "ndjson", "csv", "json"]);
    expect(await complete("create", "")).toEqual(["analytics", "inspection"]);
    expect(await complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(await complete("reports", "pull", "--to", "")).toEqual([]);
  });

  test.each(["bash", "zsh", "fish"])("prints a script for %s", async (shell) => {
    expect((await run(["completion", shell])).stdout).toContain("metadata __complete");
  });
});
