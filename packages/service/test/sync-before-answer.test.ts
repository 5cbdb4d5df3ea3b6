import { spawnSync } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startProcess } from "@metadata-service/test-kit/service/service-process";
import { PGLITE } from "@metadata-service/test-kit/service/targets";
import { describe, expect, it, onTestFinished } from "vitest";

/** The reason why system calls cannot be traced here; empty if they can. */
const SKIPPED = ((): string => {
  if (process.platform !== "linux") return " (skipped: strace runs on Linux)";
  const { error, status, stderr } = spawnSync("strace", ["-o", "/dev/null", "true"], { encoding: "utf8" });
  if (error) return " (skipped: strace is not installed)";
  return status === 0 ? "" : ` (skipped: strace may not trace here: ${stderr.trim()})`;
})();

/** If threads alternate, strace shows a call in two lines; this matches the second one. */
const CALL = /^\d+ +(?:<\.\.\. )?(\w+)(?: resumed>|\()(.*)$/;
const CREATES = 40;

describe.skipIf(SKIPPED !== "")(`the system calls of a service on an embedded database${SKIPPED}`, () => {
  it("sync the folder of an earlier version once, and the write-ahead log before each 201", async () => {
    const { options, remove } = await PGLITE.create();
    onTestFinished(remove);
    const folder = String(options.data);
    const trace = join(folder, "trace");
    // The folder as an earlier version left it.
    await rm(join(folder, "pglite", "synced"));
    const files = await filesIn(join(folder, "pglite"));
    const calls = "trace=fsync,fdatasync,pwrite64,write,writev";
    // -D: the service stays our child process, and gets our signals.
    const strace = ["strace", "-D", "-f", "-y", "-s", "32", "-e", calls, "-o", trace];
    const service = await startProcess(["--data", folder, "--log-level", "silent"], {}, strace);
    const create = async (n: number) => {
      const response = await fetch(`${service.url}/api/v2/metadata/inspection`, {
        method: "POST",
        headers: { apiKey: service.firstKey ?? "", "content-type": "application/json" },
        body: JSON.stringify({ uid: `record ${n}`, items: [{ key: "k", type: "string", value: "v" }] }),
      });
      expect(response.status).toBe(201);
      await response.arrayBuffer();
    };
    // One at a time, then all at once.
    for (let n = 0; n < CREATES / 2; n++) await create(n);
    await Promise.all(Array.from({ length: CREATES / 2 }, (_, n) => create(CREATES / 2 + n)));
    await service.end();

    const text = await traceWhenEnded(trace, service.child.pid ?? 0);
    const synced = new Set(Array.from(text.matchAll(/ fsync\(\d+<([^>]+)>/g), ([, path]) => path));
    // Files that the start itself removes may be missing.
    const left = new Set(await filesIn(join(folder, "pglite")));
    expect(files.filter((file) => left.has(file) && !synced.has(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(300);

    const seen = readTrace(text);
    expect(seen.tooEarly).toEqual([]);
    expect(seen.answers).toBe(CREATES);
    expect(seen.syncs).toBeGreaterThan(CREATES / 2);
  });
});

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** The tracer may end slightly later than the traced process. */
async function traceWhenEnded(path: string, pid: number): Promise<string> {
  const end = new RegExp(`^${pid} +\\+\\+\\+ (?:exited|killed)`, "m");
  await expect.poll(() => readFile(path, "utf8")).toMatch(end);
  return readFile(path, "utf8");
}

/** Tracks writes to the log, syncs, and responses. */
function readTrace(text: string): { answers: number; syncs: number; tooEarly: string[] } {
  const tooEarly: string[] = [];
  let notSynced: string | undefined;
  let answers = 0;
  let syncs = 0;
  for (const line of text.split("\n")) {
    const [, name = "", rest = ""] = CALL.exec(line) ?? [];
    const isLog = rest.includes("/pg_wal/0");
    if (isLog && name.startsWith("pwrite")) notSynced = line;
    // The result of a sync that another thread interrupted is in a later line, without the file.
    const isSync = name === "fsync" && rest.endsWith("= 0") && (isLog || line.includes("resumed"));
    if (isSync) {
      notSynced = undefined;
      syncs++;
    }
    if (!rest.includes("HTTP/1.1 201")) continue;
    answers++;
    if (notSynced !== undefined) tooEarly.push(`${notSynced} -> ${line}`);
  }
  return { answers, syncs, tooEarly };
}
