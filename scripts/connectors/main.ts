/**
 * `npm run extra -- connectors`: runs the generated connectors of Airbyte and dlt with their engines against the mock, and
 * compares what they read with what the client reads. Names select engines: `npm run extra -- connectors dlt`.
 */
import { join } from "node:path";
import { type Client, createClient } from "@metadata-service/client";
import { type Mock, startMock } from "@metadata-service/mock";
import { run } from "@metadata-service/spec-tools/run";
import { readArguments } from "../lib/arguments.js";
import { inFolder } from "../lib/in-folder.js";
import { Tally } from "../lib/tally.js";
import { airbyte } from "./airbyte.js";
import { dlt } from "./dlt.js";
import type { Engine, Read } from "./engine.js";
import { type Oddity, startOddServer } from "./odd-server.js";
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

const tally = new Tally();

/** Runs a check; an exception counts as a problem, too. */
async function check(name: string, problemsOf: () => Promise<readonly string[]>): Promise<void> {
  const problems = await problemsOf().catch((error: Error) => [error.message]);
  tally.report(problems.length === 0 ? "passed" : "failed", name, problems.join("\n"));
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

/** An update time with this number of digits after the second. */
const withDigits = (digits: number, zone: string) => (seconds: number, n: number) => {
  const time = new Date(Date.UTC(2026, 10, 1) + seconds * 1000).toISOString().slice(0, 19);
  return `${time}${digits === 0 ? "" : `.${String(n).padStart(digits, "1").slice(-digits)}`}${zone}`;
};

/** Times that alternate between notations: `08:00:00.5Z`, `10:00:01.123456789+02:00`. */
const mixed = (seconds: number, n: number) => {
  const hours = n % 3;
  const digits = [0, 3, 6, 7, 9][n % 5] ?? 0;
  const zone = n % 4 === 0 ? "Z" : `+0${hours}:00`;
  return withDigits(digits, zone)(seconds + (zone === "Z" ? 0 : hours * 3600), n);
};

const ODDITIES: Readonly<Record<string, Oddity>> = {
  "times with 7 digits of a second": { size: 400, time: withDigits(7, "Z") },
  "times with 9 digits of a second": { size: 400, time: withDigits(9, "+00:00") },
  "times in mixed notations": { size: 1000, time: mixed },
  "a server that ignores limit": { size: 300, ignores: "limit" },
  "a server that ignores updated_from": { size: 300, ignores: "updated_from" },
  "pages of 7 records, totals that change, and integers as identities": {
    size: 300,
    cap: 7,
    totals: "change",
    numbers: true,
  },
  "empty lists": { size: 0 },
};

/** The records of the second read: the touched one, and those within the overlap of 300 seconds. */
const REREAD = 302;

async function tryOddity(engine: Engine, name: string, oddity: Oddity, folder: string): Promise<void> {
  const server = await startOddServer(oddity);
  const lists = ["purchase_orders", "purchase_orders_v3", "reports"];
  const expected = new Map(lists.map((list) => [list, [...server.uids].sort()]));
  try {
    await check(`${engine.name}: ${name}`, async () => {
      const first = await engine.read(server, folder);
      if (oddity.size === 0) return differences(first.stored, expected);
      server.touch(3);
      const { loaded, stored } = await engine.read(server, folder);
      const again = ["purchase_orders_v3", "reports"].flatMap((list) => {
        const count = loaded.get(list) ?? 0;
        const isRead = count >= 1 && count <= Math.min(REREAD, oddity.size);
        return isRead ? [] : [`${list}: the second read returned ${count} records`];
      });
      return [...differences(first.stored, expected), ...differences(stored, expected), ...again];
    });
  } finally {
    await server.stop();
  }
}

async function tryIgnoredOffset(engine: Engine, folder: string): Promise<void> {
  const server = await startOddServer({ size: 500, ignores: "offset" });
  try {
    await check(`${engine.name}: a server that ignores offset is an error`, () =>
      engine.read(server, folder).then(
        () => ["the read succeeded"],
        ({ message }: Error) => (/ignores offset/.test(message) ? [] : [message]),
      ),
    );
  } finally {
    await server.stop();
  }
}

async function tryOddities(engine: Engine, folder: string): Promise<void> {
  for (const [index, [name, oddity]] of Object.entries(ODDITIES).entries())
    await tryOddity(engine, name, oddity, join(folder, `odd-${index}`));
  if (engine.detectsIgnoredOffset) await tryIgnoredOffset(engine, join(folder, "offset"));
}

async function tryAll(names: readonly string[]): Promise<void> {
  const environment = await pythonEnvironment();
  if ("lacks" in environment) {
    for (const engine of ["Airbyte", "dlt"]) tally.report("skipped", engine, environment.lacks);
    return;
  }
  const mock = await startMock({ size: SIZE });
  const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
  await inFolder("connectors", async (folder) => {
    for (const engine of [airbyte(environment), dlt(environment)])
      if (names.length === 0 || names.includes(engine.name)) {
        await tryEngine(engine, mock, client, join(folder, engine.name));
        await tryOddities(engine, join(folder, engine.name));
      }
  }).finally(() => mock.stop());
}

await run(async () => {
  await tryAll(readArguments({ command: "extra", words: ["airbyte", "dlt"] }).words);
  tally.end();
});
