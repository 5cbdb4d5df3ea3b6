/**
 * Checks what happens when the machine of a worker disappears: its packets are dropped without a reply. Starts its own
 * cluster, and prints what to report. To be run with `unshare --net`, see `separate-network.ts`.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { run } from "@metadata-service/spec-tools/run";
import { ask } from "@metadata-service/test-kit/service/ask";
import {
  AT_ONCE,
  DOWN,
  distribute,
  MANY,
  machinesOf,
  NOT_HERE,
  NotHere,
  nothingLost,
  type Parts,
  WARNS_OF_ENDLESS_WAITS,
  withParts,
  workersOf,
} from "./checks.js";
import { withCluster } from "./cluster.js";
import { create, describe, startLoad } from "./create-requests.js";
import { startLoopback } from "./separate-network.js";

/** Changes settings of the coordinator as the guide says, except that the test's cluster has no TLS. */
async function applyGuide({ cluster }: Parts): Promise<void> {
  const guide = await readFile(new URL("../../packages/service/GROWING.md", import.meta.url), "utf8");
  const statements = guide.match(/^alter system set citus\.node_conn.*$/gm) ?? [];
  assert.equal(statements.length, 2);
  for (const statement of statements) await ask(cluster.url, statement.replace("sslmode=require", "sslmode=disable"));
  await ask(cluster.url, "select pg_reload_conf()");
}

/** Sends create requests at the same time; returns the statuses of those for shards of a worker, and of the others. */
async function createAtOnce(
  parts: Parts,
  prefix: string,
  worker: number,
): Promise<Record<"ofWorker" | "ofOthers", Map<number, number>>> {
  const uids = Array.from({ length: AT_ONCE / 2 }, (_, n) => `${prefix}-${n}`);
  const workers = await workersOf(parts, uids);
  const responses = await Promise.all(uids.map((uid, n) => create(parts.caller, n, { uid, value: "x" })));
  const statuses = { ofWorker: new Map<number, number>(), ofOthers: new Map<number, number>() };
  responses.forEach(({ status }, n) => {
    const counts = workers.get(uids[n] ?? "") === worker ? statuses.ofWorker : statuses.ofOthers;
    counts.set(status, (counts.get(status) ?? 0) + 1);
  });
  return statuses;
}

async function check(parts: Parts): Promise<string> {
  const { cluster, caller } = parts;
  const { portOf, separate } = machinesOf(cluster);
  const port = portOf(DOWN);
  const setAddress = (from: number, address: string, to: number) =>
    ask(cluster.url, "select citus_update_node(nodeid, $2, $3) from pg_dist_node where nodeport = $1", [
      from,
      address,
      to,
    ]);
  await distribute(parts);
  const network = await separate(DOWN).catch((error: Error) => {
    throw new NotHere(error.message);
  });
  await setAddress(port, network.address, port);
  await applyGuide(parts);
  assert.doesNotMatch(await distribute(parts), WARNS_OF_ENDLESS_WAITS);
  const before = startLoad(caller, "before");
  await before.inARow(MANY);
  await before.stop();

  await network.disconnect();
  const gone = await createAtOnce(parts, "gone", port);
  // A create request gets a 429 if the service cannot start it in time.
  assert.deepEqual(unexpected(gone.ofWorker, [500, 429]), []);
  assert.deepEqual(unexpected(gone.ofOthers, [201, 429]), []);

  // An address that refuses connections.
  await setAddress(port, "127.0.0.1", 1);
  const refused = await createAtOnce(parts, "refused", 1);
  assert.deepEqual(unexpected(refused.ofWorker, [500]), []);
  assert.deepEqual(unexpected(refused.ofOthers, [201]), []);

  await network.reconnect();
  await setAddress(1, network.address, port);
  const after = startLoad(caller, "after");
  await after.inARow(MANY);
  await after.stop();
  await nothingLost(parts, before);
  return [
    `for its shards ${describe(gone.ofWorker)}, for others ${describe(gone.ofOthers)}`,
    `with another address ${describe(refused.ofWorker)} and ${describe(refused.ofOthers)}`,
    `when it is back ${await nothingLost(parts, after)}`,
  ].join("; ");
}

function unexpected(statuses: ReadonlyMap<number, number>, expected: readonly number[]): number[] {
  return [...statuses.keys()].filter((status) => !expected.includes(status));
}

async function checkOnNewCluster(): Promise<void> {
  await startLoopback();
  await withCluster((cluster) => withParts(cluster, false, async (parts) => console.log(await check(parts))));
}

await run(() =>
  checkOnNewCluster().catch((error: unknown) => {
    if (!(error instanceof NotHere)) throw error;
    console.error(error.message);
    process.exitCode = NOT_HERE;
  }),
);
