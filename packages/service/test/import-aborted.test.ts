import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { moment } from "@metadata-service/test-kit/service/records";
import {
  CLI,
  databaseFlags,
  runCommand,
  type ServiceProcess,
  startProcess,
} from "@metadata-service/test-kit/service/service-process";
import { PGLITE, type TestDatabase } from "@metadata-service/test-kit/service/targets";
import { expect, it, onTestFinished } from "vitest";
import { IMPORT_FORMATS } from "../src/lists/import-formats.js";
import { MAX_RECORD_BYTES } from "../src/lists/import-records.js";
import { withFolderOwner } from "../src/storage/embedded/data-folder-lock.js";

const FIELDS = ["uid", "createdDate", "updatedDate", "note"] as const;
const report = (uid: string, note = 'a "b",\né 💚') => ({
  uid,
  createdDate: moment(1),
  updatedDate: moment(1),
  note,
});
type Report = ReturnType<typeof report>;
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const FILES: Record<(typeof IMPORT_FORMATS)[number], (reports: readonly Report[]) => string> = {
  ndjson: (reports) => reports.map((one) => `${JSON.stringify(one)}\n`).join(""),
  json: (reports) => JSON.stringify(reports, undefined, 1),
  csv: (reports) =>
    [FIELDS.join(), ...reports.map((one) => FIELDS.map((field) => cell(one[field])).join())]
      .map((line) => `${line}\r\n`)
      .join(""),
};

async function start(): Promise<{ database: TestDatabase; service: ServiceProcess; flags: string[] }> {
  const database = await PGLITE.create();
  onTestFinished(() => database.remove());
  const flags = databaseFlags(database.options);
  const service = await startProcess(flags);
  onTestFinished(() => service.end().then(() => {}));
  return { database, service, flags };
}

/** Sends the beginning of an import and disconnects as soon as the service has it. */
function abortedImport(socketPath: string, format: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const sent = request({ socketPath, method: "POST", path: `/imports/reports/${format}`, agent: false });
    sent.on("error", () => resolve());
    sent.on("close", () => resolve());
    sent.on("response", (response) => response.on("error", () => {}).resume());
    // An empty chunk is not sent, so that this also aborts before the first byte.
    sent.flushHeaders();
    if (bytes.length === 0) sent.on("socket", (socket) => socket.on("connect", () => sent.destroy()));
    else sent.write(bytes, () => sent.destroy());
  });
}

it.each(IMPORT_FORMATS)("the service survives an import of %s that is aborted at any byte", async (format) => {
  const { database, service, flags } = await start();
  const bytes = Buffer.from(FILES[format]([report("1"), report("2")]));
  await withFolderOwner(database.options.data ?? "", async (socketPath) => {
    for (let end = 0; end < bytes.length; end++) await abortedImport(socketPath, format, bytes.subarray(0, end));
    return { result: undefined };
  });
  const all = await runCommand(["import", "reports", "-", "--format", format, ...flags], bytes.toString());
  expect(all).toMatchObject({ status: 0, err: expect.stringMatching(/^2 records read: .* 0 rejected/) });
  expect(service.child.exitCode).toBeNull();
});

it.each(IMPORT_FORMATS)("the service survives Ctrl-C of the command that imports %s", async (format) => {
  const { service, flags } = await start();
  const text = FILES[format](Array.from({ length: 3_000 }, (_, n) => report(`${n}`)));
  const command = spawn(process.execPath, [CLI, "import", "reports", "-", "--format", format, ...flags], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  command.stdin.on("error", () => {});
  command.stdin.write(text.slice(0, -10));
  const headers = { apiKey: service.firstKey ?? "" };
  // Batches are stored while the rest of the file is awaited.
  await expect
    .poll(async () => (await (await fetch(`${service.url}/api/v1/reports?limit=1`, { headers })).json()).count)
    .toBeGreaterThan(0);
  command.kill("SIGINT");
  await once(command, "close");
  expect((await runCommand(["keys", "list", ...flags])).status).toBe(0);
  expect((await fetch(service.url)).status).toBe(200);
});

it.each(IMPORT_FORMATS)("a record of %s may have 64 KiB; a larger one is rejected by its line", async (format) => {
  const { database } = await start();
  const flags = databaseFlags(database.options);
  const sized = (uid: string, bytes: number) =>
    report(uid, "x".repeat(bytes - Buffer.byteLength(JSON.stringify(report(uid, "")))));
  const records = [
    sized("largest", MAX_RECORD_BYTES),
    sized("larger", MAX_RECORD_BYTES + 1),
    sized("huge", 20 * 1024 * 1024),
    report("after it"),
  ];
  // An array with spaces would have larger records.
  const text = format === "json" ? JSON.stringify(records) : FILES[format](records);
  const rejects = ["--rejects", join(database.options.data ?? "", "rejects.ndjson")];
  const { status, err } = await runCommand(["import", "reports", "-", "--format", format, ...rejects, ...flags], text);
  expect(err).toMatch(/^4 records read: 2 new, .* 2 rejected/m);
  expect(status).toBe(1);
});

it("an import that is interrupted says what stays, and how to go on", async () => {
  const database = await PGLITE.create();
  onTestFinished(() => database.remove());
  const flags = databaseFlags(database.options);
  const child = spawn(process.execPath, [CLI, "import", "reports", "-", ...flags], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.on("data", (part) => {
    told += part;
  });
  // More than a pipe holds, so it is taken only by a command that reads.
  const lines = Array.from({ length: 5_000 }, (_, i) => `${JSON.stringify(report(`r-${i}`))}\n`).join("");
  await new Promise((resolve) => child.stdin.write(lines, resolve));
  child.kill("SIGINT");
  expect((await once(child, "close"))[1]).toBe("SIGINT");
  expect(told).toMatch(/^Interrupted\. What was stored so far stays in .*; run the same command again/);
});
