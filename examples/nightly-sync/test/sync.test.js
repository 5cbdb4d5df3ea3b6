/** Runs the program as a scheduler does, as a separate process, against the mock. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { createClient } from "@metadata-service/client";
import { startMock } from "@metadata-service/mock";
import Database from "libsql";

const main = fileURLToPath(new URL("../src/main.js", import.meta.url));

/** Starts a mock, and creates a file for its records; both are removed after the test. */
async function setUp(t, options) {
  const mock = await startMock({ port: 0, size: 300, ...options });
  t.after(() => mock.stop());
  const folder = await mkdtemp(join(tmpdir(), "nightly-sync-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return { mock, file: join(folder, "metadata.db") };
}

function start({ mock, file }) {
  const env = { ...process.env, METADATA_URL: mock.url, METADATA_KEY: mock.apiKey };
  return spawn(process.execPath, [main, file], { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function run(setup) {
  const child = start(setup);
  const [[code], printed, errors] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { code, printed, errors };
}

/** Returns the records that the mock lists now, by table; perhaps not all if a list keeps changing. */
async function listAll({ mock }) {
  const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
  return {
    reports: await client.listReports({}, { drift: "continue" }).toArray(),
    purchase_orders: await client.listPurchaseOrdersV3({}, { drift: "continue" }).toArray(),
  };
}

/** Checks that the file contains exactly these versions of the records. */
function assertStored({ file }, records) {
  const database = new Database(file);
  for (const [table, listed] of Object.entries(records)) {
    const rows = database.prepare(`SELECT uid, record FROM ${table}`).all();
    const stored = new Map(rows.map(({ uid, record }) => [uid, JSON.parse(record)]));
    for (const record of listed) assert.deepEqual(stored.get(record.uid), record);
  }
  database.close();
}

const { scenarios } = await (async () => {
  const mock = await startMock({ port: 0 });
  const state = await fetch(`${mock.url}/__mock/state`).then((response) => response.json());
  await mock.stop();
  return state;
})();

describe("stores every record", { concurrency: 4 }, () => {
  // `huge` is not a fault, and its million records take minutes. The other two are tested below.
  for (const { name } of scenarios.filter(({ name }) => !["huge", "expired-key", "drift"].includes(name)))
    it(`under the scenario ${name}`, async (t) => {
      const setup = await setUp(t, { scenario: name });
      const { code, printed, errors } = await run(setup);
      assert.equal(code, 0, errors);
      const most = name === "empty" ? 0 : 300;
      assert.match(printed, new RegExp(`^reports: ${most} stored, ${most} in all`));
      assertStored(setup, await listAll(setup));
    });
});

it("stores in the next run what changed during a run, under the scenario drift", async (t) => {
  const setup = await setUp(t, { scenario: "drift" });
  const first = await run(setup);
  assert.equal(first.code, 0, first.errors);

  const before = await listAll(setup);
  await waitForClock(setup.mock, before);
  const second = await run(setup);
  assert.equal(second.code, 0, second.errors);
  const after = await listAll(setup);
  // Records that changed again after the start of the second run belong to a third one.
  for (const table of Object.keys(after)) {
    const known = new Map(before[table].map((record) => [record.uid, record]));
    const unchanged = after[table].filter((record) => isDeepStrictEqual(known.get(record.uid), record));
    assert.ok(unchanged.length > 100, `${unchanged.length} ${table} did not change`);
    assertStored(setup, { [table]: unchanged });
  }
});

/**
 * Waits until the server's clock, which has whole seconds, is later than the last change, because a sync reads up to
 * that time.
 */
async function waitForClock(mock, records) {
  const times = Object.values(records)
    .flat()
    .map((record) => Date.parse(record.updatedDate ?? record.updated_at));
  const newest = Math.max(...times);
  // The mock runs in this process. Its `Date` shows the next second with a small delay.
  await setTimeout(newest + 1000 - Date.now());
  let date;
  do date = (await fetch(mock.url)).headers.get("date");
  while (Date.parse(date) <= newest);
}

for (const signal of ["SIGKILL", "SIGTERM"])
  it(`continues where ${signal} ended it`, async (t) => {
    // From the 13th request on, responses are delayed: the first batches are stored, but not the rest.
    const hang = {
      name: "hang",
      summary: "Hangs.",
      faults: [{ operations: ["listReports"], after: 12, delay: 600_000 }],
    };
    const setup = await setUp(t, { size: 1000, scenarios: [hang], scenario: "hang" });
    const child = start(setup);
    const exit = once(child, "exit");
    const lines = [];
    for await (const line of createInterface({ input: child.stderr })) {
      if (lines.push(line) === 1) child.kill(signal);
    }
    await exit;
    if (signal === "SIGTERM") assert.equal(lines.at(-1), "Error: stopped by SIGTERM; the next run continues here");

    setup.mock.use("none");
    const { code, printed, errors } = await run(setup);
    assert.equal(code, 0, errors);
    const [, stored] = /^reports: (\d+) stored, 1000 in all$/m.exec(printed) ?? [];
    assert.ok(Number(stored) < 1000, `it stored ${stored} again`);
    assertStored(setup, await listAll(setup));
  });

it("reads only changed records in the next run", async (t) => {
  const setup = await setUp(t, {});
  await run(setup);
  const { printed } = await run(setup);
  assert.match(printed, /^reports: 0 stored, 300 in all\npurchase_orders: 0 stored, 300 in all$/m);
});

it("prints the reason if it fails, and is complete after the cause is fixed", async (t) => {
  const setup = await setUp(t, { scenario: "expired-key" });
  const { code, errors } = await run(setup);
  assert.equal(code, 1);
  assert.match(errors, /UnauthorizedError: Session cannot be retrieved/);
  setup.mock.use("none");
  assert.equal((await run(setup)).code, 0);
  assertStored(setup, await listAll(setup));
});
