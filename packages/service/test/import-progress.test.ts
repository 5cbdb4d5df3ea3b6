import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { moment } from "@metadata-service/test-kit/service/records";
import { CLI, databaseFlags } from "@metadata-service/test-kit/service/service-process";
import { TARGETS, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { importProgress } from "../src/commands/import-progress.js";
import { run } from "../src/commands/run.js";

const ERASE = "\x1b[K";

/** Returns what a terminal shows for a text, in which carriage returns make later text overwrite earlier text. */
function screenOf(sent: string): string[] {
  const lines: string[] = [""];
  let column = 0;
  for (const part of sent.replaceAll(ERASE, "\0").split(/([\r\n\0])/)) {
    const line = lines.at(-1) ?? "";
    if (part === "\r") column = 0;
    else if (part === "\0") lines[lines.length - 1] = line.slice(0, column);
    else if (part === "\n") {
      lines.push("");
      column = 0;
    } else {
      lines[lines.length - 1] = line.slice(0, column) + part + line.slice(column + part.length);
      column += part.length;
    }
  }
  return lines.map((line) => line.trimEnd());
}

const counted = (lines: number, bytes: number) => ({
  lines,
  bytes,
  created: lines,
  changed: 0,
  unchanged: 0,
  repeated: 0,
  rejected: 0,
});

describe("the progress of an import", () => {
  const start = (isTerminal: boolean, size?: number) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let sent = "";
    const progress = importProgress({ isTerminal, draw: (text) => (sent += text) }, size);
    return { progress, screen: () => screenOf(sent), sent: () => sent };
  };

  it("is a bar that is updated in place, with percentage, records and rate", () => {
    const { progress, screen } = start(true, 1_000);
    vi.advanceTimersByTime(500);
    progress.show(counted(5_000, 250));
    expect(screen()).toEqual([`[${"=".repeat(8)}${" ".repeat(22)}] 25% 5000 records, 10000 per second`]);
    // The rate has fewer digits now, and nothing of the longer line may remain.
    vi.advanceTimersByTime(11_500);
    progress.show(counted(6_000, 999));
    expect(screen()).toEqual([`[${"=".repeat(30)}] 99% 6000 records, 500 per second`]);
    progress.show(counted(10_001, 1_200));
    expect(screen()[0]).toContain("] 100% 10001 records, ");
    progress.end();
    progress.end();
    expect(screen()).toHaveLength(2);
  });

  it("has no percentage if the size is unknown, and no infinite rate at the start", () => {
    const { progress, screen } = start(true);
    progress.show(counted(7, 250));
    expect(screen()).toEqual(["7 records, 7000 per second"]);
  });

  it("stays below messages", () => {
    const { progress, screen } = start(true, 1_000);
    progress.say("line 1: wrong");
    vi.advanceTimersByTime(1_000);
    progress.show(counted(10, 500));
    progress.say("line 11: short");
    const bar = `[${"=".repeat(15)}${" ".repeat(15)}] 50% 10 records, 10 per second`;
    expect(screen()).toEqual(["line 1: wrong", "line 11: short", bar]);
  });

  it("is not shown without a terminal", () => {
    const { progress, sent } = start(false, 1_000);
    progress.show(counted(5_000, 250));
    progress.say("line 1: wrong");
    progress.end();
    expect(sent()).toBe("line 1: wrong\n");
  });
});

describe("the import command", () => {
  const RECORDS = 15_000;
  const [, server] = TARGETS;
  let folder: string;
  let file: string;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "metadata-service-progress-"));
    file = join(folder, "orders.ndjson");
    const order = (n: number) => ({ uid: `po-${n}`, created_at: moment(n), updated_at: moment(n) });
    const lines = Array.from({ length: RECORDS }, (_, n) => JSON.stringify(order(n)));
    lines.splice(9_000, 0, "no record");
    await writeFile(file, lines.join("\n"));
    if (!server) throw new Error("There is a target PostgreSQL");
    database = await server.create();
  });
  afterAll(async () => {
    await database.remove();
    await rm(folder, { recursive: true });
  });
  const args = () => ["import", "purchase-orders", file, ...databaseFlags(database.options)];
  const inCommand = async (isTerminal: boolean) => {
    let sent = "";
    const status = await run(args(), {
      environment: {},
      stdin: (async function* () {})(),
      out: async () => {},
      err(text) {
        sent += text;
      },
      draw(text) {
        sent += text;
      },
      onInterrupt: () => {},
      stdinFile: () => undefined,
      isTerminal,
      stopped: () => new Promise(() => {}),
    });
    return { status, sent };
  };
  const REJECT = /^line 9001: the record is not JSON/;
  const SUMMARY =
    /^15001 records read: .* 1 rejected\. The rejected lines, .* are in .*\.rejects(?:\.\d)?\.ndjson\. Imported into the .+\.$/;

  it("shows the full bar on a terminal, with the rejected line above it and the summary below", async () => {
    const { status, sent } = await inCommand(true);
    expect(status).toBe(1);
    expect(screenOf(sent)).toEqual([
      expect.stringMatching(REJECT),
      expect.stringMatching(/^\[={30}\] 100% 15001 records, [1-9]\d* per second$/),
      expect.stringMatching(SUMMARY),
      "",
    ]);
    const parts = [...sent.matchAll(/\] (\d+)% (\d+) records/g)].map(([, part, records]) => [
      Number(part),
      Number(records),
    ]);
    const shown = [...new Set(parts.map(([part]) => part))];
    expect(shown.length).toBeGreaterThanOrEqual(3);
    expect(parts).toEqual([...parts].sort(([a = 0], [b = 0]) => a - b));
  });

  it("does not write the bar into a file or a pipe", async () => {
    const { sent } = await inCommand(false);
    expect(sent).not.toContain("\r");
    expect(sent).not.toContain(ERASE);
    expect(sent.split("\n")).toEqual([expect.stringMatching(REJECT), expect.stringMatching(SUMMARY), ""]);
  });

  const SCRIPT = "/usr/bin/script";
  const missing = process.platform === "linux" && existsSync(SCRIPT) ? "" : `${SCRIPT} of util-linux is not installed`;
  it.skipIf(missing)(`works on a real terminal${missing ? ` (skipped: ${missing})` : ""}`, async () => {
    const typescript = join(folder, "typescript");
    const command = [process.execPath, CLI, ...args()].map((word) => `'${word}'`).join(" ");
    const ran = await promisify(execFile)(SCRIPT, ["-qefc", command, typescript]).catch(
      (error: { code: number }) => error,
    );
    expect(ran).toMatchObject({ code: 1 });
    const [, ...said] = (await readFile(typescript, "utf8")).split("\n");
    const screen = screenOf(said.join("\n")).filter((line) => !line.startsWith("Script done"));
    expect(screen).toEqual([
      expect.stringMatching(REJECT),
      expect.stringMatching(/^\[={30}\] 100% 15001 records, [1-9]\d* per second$/),
      expect.stringMatching(SUMMARY),
      "",
      "",
    ]);
  });
});
