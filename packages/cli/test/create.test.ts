/** Creating records from arguments and files. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { lines } from "./support/contents.js";
import { type RecordsServer, startRecordsServer } from "./support/records-server.js";
import { newFolder, run, type Setting, serverEnv } from "./support/run.js";

let server: RecordsServer;
beforeEach(async () => {
  server = await startRecordsServer(0);
  return () => server.stop();
});

const metadata = (args: string[], setting: Setting = {}) => run(args, { env: serverEnv(server), ...setting });

const record = (n: number, value: unknown = n) => ({ uid: `lot-${n}`, items: [{ key: "n", type: "number", value }] });

async function file(name: string, text: string): Promise<string> {
  const path = join(await newFolder(), name);
  await writeFile(path, text);
  return path;
}

const ndjson = (records: unknown[]) => records.map((one) => `${JSON.stringify(one)}\n`).join("");

describe("one record", () => {
  test("is built from typed arguments", async () => {
    const photo = "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
    const args = ["note=Lot 7: passed = yes", "weight:number=12.5", `photo:file=${photo}`, "sealed:boolean=true"];
    const lists = ["colours:string-array=blue,navy", "sizes:number-array=[1.5,-3]", "day:date=2026-11-21"];
    const nested = ['size:object=[{"key":"width","type":"number","value":2}]'];
    const { code, stdout } = await metadata(["create", "inspection", "lot-1", ...args, ...lists, ...nested]);
    expect(code).toBe(0);
    expect(server.created.get("lot-1")?.["items"]).toEqual([
      { key: "note", type: "string", value: "Lot 7: passed = yes" },
      { key: "weight", type: "number", value: 12.5 },
      { key: "photo", type: "file", value: photo },
      { key: "sealed", type: "boolean", value: true },
      { key: "colours", type: "string-array", value: ["blue", "navy"] },
      { key: "sizes", type: "number-array", value: [1.5, -3] },
      { key: "day", type: "date", value: "2026-11-21" },
      { key: "size", type: "object", value: [{ key: "width", type: "number", value: 2 }] },
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { uid: "lot-1" } });
  });

  test.each([
    [["lot-1", "weight:number=heavy"], 'weight:number must be a number, not "heavy"'],
    [["lot-1", "weight:weight=1"], "weight: unknown type weight; use one of string, number,"],
    [["lot-1", "weight"], '"weight" is not a value to set; write name=value or name:type=value'],
    [[], "No record is given"],
  ])("is rejected before it is sent: %s", async (words, message) => {
    expect(await metadata(["create", "inspection", ...words])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
    expect(server.requests).toEqual([]);
  });

  test("may have its ID as a value", async () => {
    expect(await metadata(["create", "inspection", "uid=lot-1", "note=x"])).toMatchObject({ code: 0 });
    expect([...server.created.keys()]).toEqual(["lot-1"]);
  });

  test("that the service rejects leads to a separate exit code", async () => {
    expect(await metadata(["create", "inspection", "lot-1"])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("items must have at least 1 item [400] (POST /api/v2/metadata/inspection)."),
    });
  });
});

describe("many records", () => {
  test("can be read from NDJSON; the rejected ones are kept with their reasons", async () => {
    const from = await file(
      "records.ndjson",
      `${ndjson([record(1), { uid: "lot-2", items: [] }])}{oops\n\n${ndjson([record(4)])}`,
    );
    const rejects = `${from}.rejects`;
    expect(await metadata(["create", "inspection", "--from", from, "--rejects", rejects])).toMatchObject({
      code: 4,
      stderr: `2 stored, 0 already there, 2 rejected. See ${rejects}.\n`,
    });
    expect([...server.created.keys()].sort()).toEqual(["lot-1", "lot-4"]);
    expect(lines(await readFile(rejects, "utf8")).map((line) => JSON.parse(line))).toEqual([
      { line: 2, status: 400, reason: expect.stringContaining("items must have"), record: { uid: "lot-2", items: [] } },
      { line: 3, reason: expect.stringContaining("not JSON"), record: "{oops" },
    ]);
  });

  test("can be read from CSV on standard input", async () => {
    const stdin =
      '\ufeffuid,note,weight:number,tags:string-array\r\nlot-1,"a ""b""\nc",1.5,"x,y"\r\nlot-2,,,z\r\nlot-3,n,heavy,\r\n';
    const args = ["create", "inspection", "--from", "-", "--format", "csv", "--json"];
    const { code, stdout } = await metadata(args, { stdin });
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      stored: 2,
      refused: 1,
      rejects: [{ line: 5, reason: expect.stringContaining("heavy") }],
    });
    expect(server.created.get("lot-1")?.["items"]).toEqual([
      { key: "note", type: "string", value: 'a "b"\nc' },
      { key: "weight", type: "number", value: 1.5 },
      { key: "tags", type: "string-array", value: ["x", "y"] },
    ]);
    expect(server.created.get("lot-2")?.["items"]).toEqual([{ key: "tags", type: "string-array", value: ["z"] }]);
  });

  test("are counted as existing if they were created before", async () => {
    server.created.set("lot-1", { ...record(1), createdDate: "2026-01-01T00:00:00.000000+00:00" });
    const from = await file("records.ndjson", ndjson([record(1), record(2)]));
    expect(await metadata(["create", "inspection", "--from", from])).toMatchObject({
      code: 0,
      stderr: "1 stored, 1 already there, 0 rejected.\n",
    });
  });

  test("are sent with at most 20 requests in flight", async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    // Holds all responses until 20 requests are waiting.
    server.onRequest = () =>
      new Promise((resolve) => {
        most = Math.max(most, waiting.push(resolve));
        if (waiting.length >= 20) for (const release of waiting.splice(0)) setImmediate(release);
      });
    const from = await file("records.ndjson", ndjson(Array.from({ length: 200 }, (_, n) => record(n))));
    expect((await metadata(["create", "inspection", "--from", from])).code).toBe(0);
    expect(most).toBe(20);
  });

  test("are no longer sent after a failure that is not about a record; another run sends only the rest", async () => {
    const from = await file("records.ndjson", ndjson(Array.from({ length: 60 }, (_, n) => record(n))));
    const args = ["create", "inspection", "--from", from, "--concurrency", "1"];
    const env = serverEnv(server);
    server.onRequest = (count) => {
      if (count > 30) throw new Error("the connection is cut");
    };
    expect((await metadata([...args, "--api-key-file", await file("key", "wrong")])).code).toBe(3);
    const wrong = server.requests.length;
    const stop = new AbortController();
    server.onRequest = (count) => (count === wrong + 30 ? stop.abort(new Error("stopped by the test")) : undefined);
    expect((await metadata(args, { signal: stop.signal, env })).code).toBe(1);
    expect(server.created.size).toBeGreaterThanOrEqual(29);
    const before = server.requests.length;
    expect(await metadata(args)).toMatchObject({ code: 0, stderr: "60 stored, 0 already there, 0 rejected.\n" });
    expect(server.requests.length - before).toBeLessThanOrEqual(31);
  });

  test("are not sent to another service or operation in the name of an interrupted run", async () => {
    const other = await startRecordsServer(0);
    onTestFinished(() => other.stop());
    const from = await file("records.ndjson", ndjson(Array.from({ length: 5 }, (_, n) => record(n))));
    const args = (namespace: string) => ["create", namespace, "--from", from, "--concurrency", "1"];
    const stop = new AbortController();
    server.onRequest = (count) => (count === 3 ? stop.abort(new Error("stopped by the test")) : undefined);
    await metadata(args("inspection"), { signal: stop.signal });
    const elsewhere = [
      [args("inspection"), other.url, "inspection"],
      [args("analytics"), server.url, "analytics"],
    ] as const;
    for (const [words, url, namespace] of elsewhere)
      expect(await metadata(words, { env: { ...serverEnv(server), METADATA_BASE_URL: url } })).toMatchObject({
        code: 1,
        stderr: `metadata: ${from}.progress records which records were sent to createMetadata inspection at ${server.url}, and this command sends them to createMetadata ${namespace} at ${url}. Finish the other run first; or name another file with --state, to send all records.\n`,
      });
    expect(other.requests).toEqual([]);
    // A journal of an earlier version does not name the service.
    const journal = await readFile(`${from}.progress`, "utf8");
    await writeFile(`${from}.progress`, journal.slice(journal.indexOf("\n") + 1));
    expect(await metadata(args("inspection"))).toMatchObject({ code: 0 });
    expect(server.created.size).toBe(5);
  });

  test("whose line was changed are sent again", async () => {
    const from = await file("records.ndjson", ndjson([record(1), record(2)]));
    const stop = new AbortController();
    server.onRequest = (count) => (count === 2 ? stop.abort(new Error("stopped by the test")) : undefined);
    const args = ["create", "inspection", "--from", from, "--concurrency", "1"];
    await metadata(args, { signal: stop.signal });
    await writeFile(from, ndjson([record(3), record(2)]));
    expect((await metadata(args)).code).toBe(0);
    expect([...server.created.keys()].sort()).toEqual(["lot-1", "lot-2", "lot-3"]);
  });

  test("cannot be sent by two processes at once", async () => {
    const from = await file("records.ndjson", ndjson([record(1)]));
    await writeFile(`${from}.progress.lock`, `${process.ppid}`);
    expect(await metadata(["create", "inspection", "--from", from])).toMatchObject({
      code: 1,
      stderr: `metadata: Another metadata command (process ${process.ppid}) is using ${from}.progress. Wait until it ends, or choose another file.\n`,
    });
  });
});
