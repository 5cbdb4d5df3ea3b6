/**
 * Kills commands with SIGKILL, runs them again, and checks the result. A seeded random generator picks the request at
 * which the process is killed; that request and all later ones are still waiting for their responses. `npm run
 * test:soak` kills 20 times on each target.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { type PostgresServer, startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOf } from "./support/contents.js";
import { type RecordsServer, report, startRecordsServer } from "./support/records-server.js";
import { bin, newFolder, type Result, serverEnv, start } from "./support/run.js";

const KILLS = Number(process.env["KILLS"] ?? 1);
const TARGETS =
  KILLS > 1 ? ["ndjson", "csv", "parquet", "duckdb", "sqlite", "postgres"] : ["csv", "sqlite", "postgres"];
const SIZE = 400;
let postgres: PostgresServer;
let server: RecordsServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());
beforeEach(async () => {
  server = await startRecordsServer(SIZE);
  return () => server.stop();
});

/** Creates a random number generator that returns the same sequence in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * Runs a command and kills it at its n-th request, or a few turns of the event loop later. The command may end before
 * that.
 */
async function killed(args: string[], at: number, later: number): Promise<Result> {
  const { child, result } = start(args, serverEnv(server));
  const before = server.requests.length;
  server.onRequest = async () => {
    if (server.requests.length - before < at) return;
    for (let turn = 0; turn < later; turn++) await new Promise(setImmediate);
    child.kill("SIGKILL");
  };
  const outcome = await result;
  server.onRequest = () => {};
  return outcome;
}

const finish = (args: string[]) => start(args, serverEnv(server)).result;

const uids = (rows: Record<string, unknown>[]) => rows.map(({ uid }) => uid).sort();

async function leftovers(to: string): Promise<string[]> {
  if (!existsSync(dirname(to))) return [];
  return (await readdir(dirname(to))).filter((name) => /\.(part|lock|progress)$/.test(name));
}

const newTarget = async (kind: string) =>
  kind === "postgres" ? postgres.createDatabase() : join(await newFolder(), `reports.${kind}`);

describe.each(TARGETS)("with the target %s,", (kind) => {
  test("a pull that is killed changes nothing, and the next one is complete", async () => {
    const to = await newTarget(kind);
    const args = ["reports", "pull", "--to", to];
    expect((await finish(args)).code).toBe(0);
    const next = random(1);
    let kills = 0;
    for (let turn = 0; turn < KILLS; turn++) {
      const before = uids(await rowsOf(to));
      server.reports.set(`new-${turn}`, report(turn, { uid: `new-${turn}` }));
      const { code } = await killed(args, 1 + Math.floor(next() * 8), Math.floor(next() * 40));
      if (code === -1) {
        kills++;
        expect(uids(await rowsOf(to))).toEqual(before);
      }
    }
    expect(kills).toBeGreaterThan(0);
    expect(await finish(args)).toMatchObject({ code: 0 });
    expect(uids(await rowsOf(to))).toEqual([...server.reports.keys()].sort());
    expect(await leftovers(to)).toEqual([]);
  });

  test("a sync continues after it was killed, and the target is complete", async () => {
    const to = await newTarget(kind);
    const args = ["reports", "sync", "--to", to, "--page-size", "20"];
    const next = random(2);
    let kills = 0;
    for (let turn = 0; turn < KILLS; turn++) {
      server.reports.set(`new-${turn}`, report(turn, { uid: `new-${turn}`, updatedDate: server.lastMoment() }));
      const { code } = await killed(args, 1 + Math.floor(next() * 20), Math.floor(next() * 60));
      if (code === -1) kills++;
    }
    expect(kills).toBeGreaterThan(0);
    expect(await finish(args)).toMatchObject({ code: 0 });
    const found = uids(await rowsOf(to));
    const expected = [...server.reports.keys()].sort();
    // A record updated at the very end of the last window may only be returned by the next sync.
    const { reports } = server;
    reports.delete(`new-${KILLS - 1}`);
    expect(expected).toEqual(expect.arrayContaining(found));
    expect(found).toEqual(expect.arrayContaining([...reports.keys()]));
    expect(new Set(found).size).toBe(found.length);
    expect(await leftovers(to)).toEqual([]);
  });
});

test("a create command continues after it was killed: every record is stored once, and every rejection is kept", async () => {
  const next = random(3);
  for (let turn = 0; turn < KILLS; turn++) {
    const folder = await newFolder();
    const from = join(folder, "records.ndjson");
    const rejects = join(folder, "rejects.ndjson");
    const records = Array.from({ length: 100 }, (_, n) => ({
      uid: `lot-${turn}-${n}`,
      items: n % 10 === 9 ? [] : [{ key: "n", type: "number", value: n }],
    }));
    await writeFile(from, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const args = ["create", "inspection", "--from", from, "--rejects", rejects];
    server.created.clear();
    const { code } = await killed(args, 1 + Math.floor(next() * 90), Math.floor(next() * 40));
    expect(code).toBe(-1);
    expect(await finish([...args, "--json"])).toMatchObject({
      code: 4,
      stdout: '{"stored":90,"alreadyThere":0,"refused":10,"unknown":0}\n',
    });
    expect(server.created.size).toBe(90);
    expect((await rowsOf(rejects)).map(({ line }) => line)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(await leftovers(from)).toEqual([]);
  }
});

test("Ctrl-C ends a command cleanly, and the message explains how to continue", async () => {
  const to = join(await newFolder(), "reports.csv");
  const { child, result } = start(["reports", "pull", "--to", to], serverEnv(server));
  // No request gets a response from then on, so only the signal can end the command.
  server.onRequest = (count) => {
    if (count < 3) return undefined;
    if (count === 3) child.kill("SIGINT");
    return once(child, "exit").then(() => {});
  };
  expect(await result).toEqual({
    code: 130,
    stdout: "",
    stderr: "metadata: Interrupted. No file or table was changed. Run the command again to pull from the start.\n",
  });
  expect(await readdir(dirname(to))).toEqual([]);
});

test("a command ends when the reader of its output closes it", async () => {
  const child = spawn(process.execPath, [bin, "reports", "pull"], {
    env: { HOME: tmpdir(), ...serverEnv(server) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const complaints = text(child.stderr);
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(await complaints).not.toContain("EPIPE");
});
