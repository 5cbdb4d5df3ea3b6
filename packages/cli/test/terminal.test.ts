/** Tests that data cannot act on a terminal, and that every byte of it reaches a pipe. */
import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { written } from "@metadata-service/spec-tools/terminal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RecordsServer, report, startRecordsServer } from "./support/records-server.js";
import { bin, run, serverEnv } from "./support/run.js";

/** Sets the title, clears the screen, reorders the text after it. */
const HOSTILE = "\u001b]0;title\u0007\u001b[2J\u009b31m\u202ereversed\u2066\u200f";
const SHOWN = "\\u001b]0;title\\u0007\\u001b[2J\\u009b31m\\u202ereversed\\u2066\\u200f";

let server: RecordsServer;
beforeAll(async () => {
  server = await startRecordsServer(0);
  server.reports.set("report-000000", report(0, { caseNumber: HOSTILE }));
});
afterAll(() => server.stop());

test.each(["csv", "ndjson", "json", "table"])("%s on a terminal shows what data would do", async (format) => {
  const args = ["reports", "list", "--format", format];
  const { stdout } = await run(args, { env: { ...serverEnv(server), NO_COLOR: "1" }, terminal: 200 });
  expect(stdout).not.toMatch(/[^\P{Cc}\r\n\t]|\p{Bidi_Control}/u);
  if (format !== "table") expect(stdout.replaceAll("\\\\", "\\")).toContain(SHOWN);
});

test("into a pipe, every byte stays", async () => {
  const { stdout } = await run(["reports", "list", "--format", "csv"], { env: serverEnv(server) });
  expect(stdout).toContain(HOSTILE);
});

const noScript = spawnSync("script", ["--version"]).status !== 0 ? " (skipped: there is no script of util-linux)" : "";

test.skipIf(noScript !== "")(`the command guards the terminal of its process${noScript}`, async () => {
  const command = `"${process.execPath}" "${bin}" reports list --format csv`;
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", ...serverEnv(server) };
  const { stdout } = await promisify(execFile)("script", ["-qec", command, "/dev/null"], { env });
  expect(stdout).toContain(SHOWN);
  expect(stdout).not.toContain("\u001b]");
});

test("what the program itself draws is not data", () => {
  expect(written("a\u001b[1mb", true)).toBe("a\\u001b[1mb");
  expect(written("a\u001b[1mb", true, true)).toBe("a\u001b[1mb");
  expect(written("a\u001b[8;1Hb\r\nc\rd", true, true)).toBe("a\\u001b[8;1Hb\r\nc\\u000dd");
});

test("--safe-csv puts an apostrophe before texts that look like formulas, and nothing else changes", async () => {
  const texts = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "1-1", ""];
  for (const [n, caseNumber] of texts.entries())
    server.reports.set(`report-00000${n}`, report(n, { caseNumber, number: -1, "=field": "=x" }));
  const env = serverEnv(server);
  for (const args of [["list", "--limit", "50"], ["pull"]]) {
    const csv = async (...flags: string[]) =>
      (await run(["reports", ...args, "--format", "csv", ...flags], { env })).stdout;
    const [plain, safe] = [await csv(), await csv("--safe-csv")].map((text) => text.replaceAll('"', ""));
    for (const text of texts.slice(0, 6)) {
      expect(plain).toContain(`,${text},`);
      expect(safe).toContain(`,'${text},`);
    }
    expect(safe?.replaceAll(/,'([=+\-@\t\r])/g, ",$1")).toBe(plain);
  }
  server.reports.clear();
});
