/**
 * `npm run test:connectors`: runs the generated connectors of Airbyte and dlt with their engines against the mock, and
 * compares what they read with what the client reads. Names select engines: `npm run test:connectors -- dlt`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "@metadata-service/client";
import { type Mock, startMock } from "@metadata-service/mock";
import { run } from "@metadata-service/spec-tools/run";
import { airbyte } from "./airbyte.js";
import { dlt } from "./dlt.js";
import type { Engine, Read } from "./engine.js";
import { pythonEnvironment } from "./python.js";

const SIZE = 1000;
/** The faults that are simulated while the lists are read. */
const SCENARIOS = ["none", "flaky", "rate-limited", "silent-clamp"];
/**
 * Reports change once: before the last of this number of requests, which are sent here. The number is higher than the
 * number of requests in a second read, so they do not change again.
 */
const CHANGES_BEFORE = 200;
const CHANGED = 5;

const totals = { passed: 0, failed: 0, skipped: 0 };

function report(name: string, problems: readonly string[]): void {
  totals[problems.length === 0 ? "passed" : "failed"]++;
  console.log(`${problems.length === 0 ? "passed" : "FAILED"}  ${name}`);
  for (const problem of problems) console.log(`        ${problem.replaceAll("\n", "\n        ")}`);
}

/** Runs a check; an exception counts as a problem, too. */
async function check(name: string, problemsOf: () => Promise<readonly string[]>): Promise<void> {
  report(name, await problemsOf().catch((error: Error) => [error.message]));
}

/** Returns what the client reads: the uids of each list, by the name of its stream. */
async function expectedOf(client: Client): Promise<Map<string, string[]>> {
  const uids = async (records: Promise<{ uid: string }[]>) => (await records).map(({ uid }) => uid).sort();
  return new Map([
    ["purchase_orders", await uids(client.listPurchaseOrders().toArray())],
    ["purchase_orders_v3", await uids(client.listPurchaseOrdersV3().toArray())],
    ["reports", await uids(client.listReports().toArray())],
  ]);
}

/** Returns the differences between the stored records and those that the client read. */
function differences(stored: Read["stored"], expected: ReadonlyMap<string, string[]>): string[] {
  return [...expected].flatMap(([name, uids]) => {
    const found = [...(stored.get(name) ?? [])].sort();
    const isSame = found.length === uids.length && found.every((uid, i) => uid === uids[i]);
    if (isSame) return [];
    return [`${name}: ${found.length} records, ${new Set(found).size} different ones; the client reads ${uids.length}`];
  });
}

async function tryEngine(engine: Engine, mock: Mock, client: Client, folder: string): Promise<void> {
  mock.use("none");
  const expected = await expectedOf(client);
  for (const uids of expected.values())
    if (uids.length !== SIZE) throw new Error(`The client read ${uids.length} records`);
  for (const [name, problemsOf] of Object.entries(engine.checks(mock, join(folder, "checks"))))
    await check(`${engine.name}: ${name}`, problemsOf);
  for (const scenario of SCENARIOS) {
    mock.use(scenario);
    const title = `${engine.name}: ${SIZE} of ${SIZE} records of each list (scenario ${scenario})`;
    await check(title, async () => differences((await engine.read(mock, join(folder, scenario))).stored, expected));
  }
  await check(`${engine.name}: the second read returns only changed records`, async () => {
    mock.use({ name: "changes", summary: "Some reports change.", drift: { every: CHANGES_BEFORE, edit: CHANGED } });
    for (let request = 0; request < CHANGES_BEFORE; request++) await client.listReports({ limit: 1 }).page();
    const { loaded, stored } = await engine.read(mock, join(folder, "none"));
    const problems = differences(stored, expected);
    const count = loaded.get("reports") ?? 0;
    // The last record of the first read is in the overlap of the two windows.
    if (count < CHANGED || count > CHANGED + 1) problems.push(`reports: ${count} records, for ${CHANGED} changed ones`);
    return problems;
  });
}

async function tryAll(names: readonly string[]): Promise<void> {
  const environment = await pythonEnvironment();
  if ("lacks" in environment) {
    totals.skipped += 2;
    console.log(`skipped  Airbyte and dlt: ${environment.lacks}`);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "metadata-connectors-"));
  const mock = await startMock({ size: SIZE });
  const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
  try {
    for (const engine of [airbyte(environment), dlt(environment)])
      if (names.length === 0 || names.includes(engine.name))
        await tryEngine(engine, mock, client, join(folder, engine.name));
  } finally {
    await mock.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await run(async () => {
  await tryAll(process.argv.slice(2));
  process.exitCode = totals.failed === 0 ? 0 : 1;
  console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
});
