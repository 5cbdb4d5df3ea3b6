import { execFile } from "node:child_process";
import { lstat, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { escapeHidden } from "@metadata-service/spec-tools/languages";
import { CLI, databaseFlags, runCommand } from "@metadata-service/test-kit/service/service-process";
import { TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../src/logger.js";
import { json, KEY, startOn } from "../support/start.js";

// The attacker: somebody whose records an operator imports and exports.

/** Texts that reverse the following text, clear the screen with a C1 control, and ring the bell. */
const HIDDEN = ["\u202e", "\u2066", "\u200f", "\u009b2J", "\u0085", "\u001b[2J", "\u007f", "\r"];
const hiddenIn = (text: string) => /(?!\n)[\p{Cc}\p{Bidi_Control}]/u.test(text);

describe.each(TARGETS)("the sender of imported records, on $name", (target) => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await target.create();
    folder = await mkdtemp(join(tmpdir(), "metadata-service-sender-"));
  });
  afterAll(async () => {
    await database.remove();
    await rm(folder, { recursive: true });
  });
  const importing = (source: string, ...more: string[]) => [
    "import",
    "reports",
    source,
    ...more,
    ...databaseFlags(database.options),
  ];

  it("cannot send control characters to the terminal through error messages", async () => {
    const source = join(folder, "messages.ndjson");
    await writeFile(source, HIDDEN.map((text) => `{"uid": ${text}, "\u202e${text}": 1}\n`).join(""));
    const { status, err } = await runCommand(importing(source));
    expect(status).toBe(1);
    expect(err).toContain("line 1: ");
    expect(hiddenIn(err)).toBe(false);
    const named = await runCommand([
      "export",
      "metadata",
      "--namespace",
      "x\u202ey",
      ...databaseFlags(database.options),
    ]);
    expect(named.err).toContain("Unknown namespace x\\u202ey");
  });

  it("cannot make rejected lines readable to other users", async () => {
    const source = join(folder, "open.ndjson");
    await writeFile(source, "rejected\n");
    expect(await runCommand(importing(source))).toMatchObject({ status: 1 });
    expect((await lstat(`${source}.rejects.ndjson`)).mode & 0o777).toBe(0o600);
    // The next reject file gets a different name.
    expect((await runCommand(importing(source))).err).toContain(`${source}.rejects.2.ndjson`);
  });

  it("cannot make a reject file overwrite the source, under any name, or any other existing file", async () => {
    const source = join(folder, "kept.ndjson");
    await writeFile(source, "not JSON\n");
    const sameFile = await runCommand(importing("-", "--rejects", source), { file: source });
    expect(sameFile).toMatchObject({ status: 1, err: expect.stringContaining("it contains the lines to import") });
    const [link, dangling] = [join(folder, "link"), join(folder, "dangling")];
    await symlink(source, link);
    await symlink(join(folder, "missing"), dangling);
    for (const rejects of [link, source])
      expect(await runCommand(importing(source, "--rejects", rejects))).toMatchObject({
        status: 1,
        err: expect.stringContaining("it contains the lines to import"),
      });
    const other = join(folder, "other");
    await writeFile(other, "precious");
    for (const rejects of [other, dangling])
      expect(await runCommand(importing(source, "--rejects", rejects))).toMatchObject({
        status: 1,
        err: expect.stringContaining("already exists"),
      });
    expect([await readFile(source, "utf8"), await readFile(other, "utf8")]).toEqual(["not JSON\n", "precious"]);
    await expect(lstat(join(folder, "missing"))).rejects.toThrow("ENOENT");
  });
});

describe("the sender of exported records", () => {
  it("cannot send control characters to the terminal: an export shows them as JSON escapes", async () => {
    const [target] = TARGETS;
    if (!target) throw new Error("No target");
    const under = await startOn(target);
    const value = `${HIDDEN.join("")}\u{1f49a}`;
    await json(under.create({ uid: "hidden", items: [{ key: "k", type: "string", value }] }), 201);
    const { data = "" } = under.database.options;
    const command = [process.execPath, CLI, "export", "metadata", "--namespace", "inspection", "--data", data];
    // `script` runs a command in a new terminal, which ends lines with a carriage return.
    const { stdout } = await promisify(execFile)("script", ["-qec", command.join(" "), "/dev/null"]);
    await under.end();
    const line = stdout.split(/\r?\n/).find((text) => text.startsWith("{")) ?? "";
    expect(hiddenIn(line)).toBe(false);
    expect(JSON.parse(line)).toMatchObject({ uid: "hidden", items: [{ value }] });
  });

  it("cannot write control characters to the log", () => {
    const lines: string[] = [];
    const logger = createLogger("info", { write: (line) => void lines.push(line) });
    logger.info({ path: `/${HIDDEN.join("")}`, key: KEY }, "answered");
    expect(hiddenIn(lines.join(""))).toBe(false);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ path: `/${HIDDEN.join("")}`, key: "[redacted]" });
    expect(escapeHidden("as it is:\t\n \u{1f49a} \u00e9 \u05d0")).toBe("as it is:\t\n \u{1f49a} \u00e9 \u05d0");
  });
});
