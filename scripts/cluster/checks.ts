import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@metadata-service/client";
import { httpTarget, runContract, type Target, textReport } from "@metadata-service/contract";
import { startMock } from "@metadata-service/mock";
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { ask } from "@metadata-service/test-kit/service/ask";
import { runCommand, type ServiceProcess, startProcess } from "@metadata-service/test-kit/service/service-process";
import { type Cluster, type Machines, WORKERS } from "./cluster.js";
import { type Caller, create, describe, type Load, startLoad } from "./create-requests.js";

/** Two processes of the service on a cluster. */
export interface Parts {
  /** Whether to run everything that takes minutes. */
  readonly isFull: boolean;
  readonly cluster: Cluster;
  readonly services: readonly ServiceProcess[];
  readonly caller: Caller;
}

/** A check of the service on a cluster; resolves to what to report about it. */
interface Check {
  readonly name: string;
  /** Whether the check stops and adds workers, and so needs a cluster that it may change. */
  readonly needsMachines?: boolean;
  run(parts: Parts): Promise<string>;
}

/** Thrown by a check that this machine cannot run; the message explains why. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}

/** The exit code of `vanished-worker.ts` on a machine that cannot run it. */
export const NOT_HERE = 3;

type ProcessError = Error & { readonly code: unknown; readonly stderr: string };

/** Cases whose requests are rejected before a database is queried, by the same code on all of them. */
const REFUSED_BEFORE =
  /^\w+ (rejects|paths|methods|media types|API key|namespace|JSON|fields|types|item rules|query|numbers|[\w-]+ grammar)\b/;
const READS_OR_STORES = new RegExp(`^(?!${REFUSED_BEFORE.source.slice(1)})`);

/** What `distribute` prints as long as Citus has its default settings. */
export const WARNS_OF_ENDLESS_WAITS = /^citus\.node_conninfo has no tcp_user_timeout/m;

/** The worker that is stopped. */
export const DOWN = 2;
/** The number of create requests sent at once, so that many of them share a statement. */
export const AT_ONCE = 300;
/** The number of requests that compete for a uid. */
const RACERS = 20;
const RACES = 10;
/** The number of acknowledged create requests to wait for before and after a worker is stopped or added. */
export const MANY = 200;
/** The number of shards to move if not all are moved. */
const FEW_SHARDS = 3;

/**
 * Uses two processes, on tables that are not distributed yet.
 *
 * @param isFull whether to run everything that takes minutes
 */
export async function withParts(
  cluster: Cluster,
  isFull: boolean,
  use: (parts: Parts) => Promise<void>,
): Promise<void> {
  const flags = ["--database-url", cluster.url, "--log-level", "warn", "--database-connections", "10"];
  const services = [await startProcess(flags)];
  try {
    const apiKey = services[0]?.firstKey;
    if (apiKey === undefined)
      throw new Error("The database already has API keys; set CITUS_URL to a database that the service has never used");
    // Both processes get the same public URL, as behind a load balancer.
    services.push(await startProcess([...flags, "--public-url", services[0]?.url ?? ""]));
    await use({ isFull, cluster, services, caller: { urls: services.map(({ url }) => url), apiKey } });
  } finally {
    await Promise.all(services.map((service) => service.end()));
  }
}

export function machinesOf({ machines }: Cluster): Machines {
  if (!machines) throw new Error("This check needs a separate cluster");
  return machines;
}

export async function distribute({ cluster }: Parts): Promise<string> {
  const { status, err } = await runCommand(["distribute", "--database-url", cluster.url]);
  assert.equal(status, 0, err);
  return err.trim();
}

/** Returns the records that one process exports, by uid. */
async function exported({ cluster }: Parts): Promise<Map<string, string>> {
  const args = ["export", "metadata", "--namespace", "inspection", "--database-url", cluster.url];
  const { status, out, err } = await runCommand(args);
  assert.equal(status, 0, err);
  const records = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { uid: string; createdDate: string });
  return new Map(records.map(({ uid, createdDate }) => [uid, createdDate]));
}

/**
 * Checks that every acknowledged record is stored. If a worker fails between the two phases of a commit, its part stays
 * prepared until Citus completes it, by default every minute; the check does not wait for that, but makes it happen.
 */
export async function nothingLost(parts: Parts, load: Load): Promise<string> {
  const missing = async () => {
    const stored = await exported(parts);
    return [...load.acknowledged].filter(([uid, createdDate]) => stored.get(uid) !== createdDate);
  };
  const late = await missing();
  if (late.length > 0) await ask(parts.cluster.url, "select recover_prepared_transactions()");
  assert.deepEqual(late.length > 0 ? await missing() : late, []);
  const delayed = late.length > 0 ? `, ${late.length} not visible until Citus completed its two-phase commits` : "";
  return `${describe(load.statuses)}; 0 of ${load.acknowledged.size} acknowledged create requests lost${delayed}`;
}

/** Returns the port of the worker with the shard of each uid. */
export async function workersOf({ cluster }: Parts, uids: readonly string[]): Promise<Map<string, number>> {
  const rows = await ask<{ uid: string; port: number }>(
    cluster.url,
    `select uid, nodeport as port from unnest($1::text[]) as uid
    join pg_dist_placement on shardid = get_shard_id_for_distribution_column('metadata', convert_to(uid, 'UTF8'))
    join pg_dist_node using (groupid)`,
    [uids],
  );
  return new Map(rows.map(({ uid, port }) => [uid, port]));
}

/** Moves shards to the new worker: enough to balance all workers, or only the first few. */
async function moveShards({ cluster, isFull }: Parts): Promise<number> {
  const { portOf } = machinesOf(cluster);
  const target = portOf(WORKERS + 1);
  if (isFull) {
    await ask(cluster.url, "select citus_rebalance_start()");
    await ask(cluster.url, "select citus_rebalance_wait()");
  } else {
    const few = await ask<{ id: string; port: number }>(
      cluster.url,
      `select shardid as id, nodeport as port from citus_shards
      where table_name = 'metadata'::regclass order by shardid limit ${FEW_SHARDS}`,
    );
    for (const { id, port } of few)
      await ask(cluster.url, "select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3)", [
        id,
        port,
        target,
      ]);
  }
  const [found] = await ask<{ count: number }>(
    cluster.url,
    "select count(*)::int from citus_shards where table_name = 'metadata'::regclass and nodeport = $1",
    [target],
  );
  return found?.count ?? 0;
}

/** Sends requests to the two processes alternately. */
function inTurn({ urls, apiKey }: Caller): Target {
  const targets = urls.map((baseUrl) => httpTarget({ baseUrl, apiKey }));
  const [first] = targets;
  if (!first) throw new Error("There is a process");
  let sent = 0;
  return {
    ...first,
    name: "two processes on Citus",
    send: (request) => (targets[sent++ % targets.length] ?? first).send(request),
    async close() {
      for (const target of targets) await target.close?.();
    },
  };
}

async function importLists({ cluster }: Parts): Promise<void> {
  const mock = await startMock({ port: 0 });
  const client = createClient({ baseUrl: mock.url, apiKey: mock.apiKey });
  const lists = {
    "purchase-orders": await client.listPurchaseOrdersV3({ limit: 200 }).toArray(),
    reports: await client.listReports({ limit: 50 }).toArray(),
  };
  await mock.stop();
  for (const [name, records] of Object.entries(lists)) {
    const lines = records.map((record) => JSON.stringify(record)).join("\n");
    const { status, err } = await runCommand(["import", name, "-", "--database-url", cluster.url], lines);
    assert.equal(status, 0, err);
  }
}

/** Creates a key and revokes it. */
async function revokeKey({ cluster }: Parts): Promise<void> {
  const database = ["--database-url", cluster.url];
  const made = await runCommand(["keys", "create", "--label", "leaked", ...database]);
  const id = /key_\w+/.exec(made.err)?.[0] ?? "";
  const { status, err } = await runCommand(["keys", "revoke", id, ...database]);
  assert.equal(status, 0, err);
  assert.match(err, /^The key \w+ is revoked in the PostgreSQL database /);
}

const stacksIn = (log: string) => log.split("\n").filter((line) => line.includes('"stack"')).length;

export const CHECKS: readonly Check[] = [
  {
    name: "distribute: distributes existing records, and can be repeated",
    async run(parts) {
      const before = await create(parts.caller, 0, { uid: "before", value: "x" });
      const first = await distribute(parts);
      assert.match(
        first,
        /^metadata: now distributed by uid, 64 shards on \d+ workers?\napi_keys: on the coordinator\n/,
      );
      assert.match(first, WARNS_OF_ENDLESS_WAITS);
      assert.match(await distribute(parts), /^metadata: already distributed by uid/);
      const again = await create(parts.caller, 1, { uid: "before", value: "x" });
      assert.deepEqual([await again.json(), again.status], [await before.json(), 201]);
      const [left] = await ask<{ bytes: string }>(parts.cluster.url, "select pg_relation_size('metadata') as bytes");
      assert.equal(Number(left?.bytes), 0, "The coordinator has kept the records that it copied to the workers");
      return first;
    },
  },
  {
    name: "distribute: rejects a worker",
    needsMachines: true,
    async run({ cluster }) {
      const url = new URL(cluster.url);
      url.port = String(machinesOf(cluster).portOf(1));
      const { status, err } = await runCommand(["distribute", "--database-url", url.href]);
      assert.deepEqual([status, err], [1, "This is a worker of a Citus cluster; use the URL of its coordinator\n"]);
      return "";
    },
  },
  {
    name: "contract suite, on two processes alternately",
    async run(parts) {
      await importLists(parts);
      const target = inTurn(parts.caller);
      const only = parts.isFull ? undefined : READS_OR_STORES;
      const options = { effort: "quick", uidPrefix: "contract-", anyUid: true, patience: 0, only } as const;
      const report = await runContract({ document, target, ...options }).finally(() => target.close?.());
      assert.equal(report.failed, 0, textReport(report));
      return `${report.passed} cases`;
    },
  },
  {
    name: `exactly one of ${RACERS} create requests wins each race for a uid`,
    async run({ caller }) {
      for (let race = 0; race < RACES; race++) {
        const responses = await Promise.all(
          Array.from({ length: RACERS }, (_, n) => create(caller, n, { uid: `race-${race}`, value: `${n}` })),
        );
        const statuses = responses.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [201, ...Array.from({ length: RACERS - 1 }, () => 400)]);
      }
      return "";
    },
  },
  {
    name: "one worker down: exactly the create requests for its shards fail; lists work, and a key can be revoked",
    needsMachines: true,
    async run(parts) {
      const { cluster, caller, services } = parts;
      const machines = machinesOf(cluster);
      const uids = Array.from({ length: AT_ONCE }, (_, n) => `down-${n}`);
      const workers = await workersOf(parts, uids);
      await machines.kill(DOWN);
      const responses = await Promise.all(uids.map((uid, n) => create(caller, n, { uid, value: "x" })));
      const failed = uids.filter((_, n) => responses[n]?.status !== 201);
      assert.deepEqual(
        failed,
        uids.filter((uid) => workers.get(uid) === machines.portOf(DOWN)),
      );
      for (const response of responses.filter(({ status }) => status !== 201)) {
        assert.deepEqual([response.status, response.headers.get("retry-after")], [500, "1"]);
        assert.match(await response.text(), /cannot be reached; try again/);
      }
      const list = await fetch(`${caller.urls[0]}/api/v1/reports`, { headers: { apiKey: caller.apiKey } });
      assert.equal(list.status, 200);
      await revokeKey(parts);
      const stacks = services.map(({ log }) => stacksIn(log())).reduce((sum, one) => sum + one, 0);
      assert.ok(stacks < 20, `${stacks} stacks in the log`);
      await machines.start(DOWN);
      const load = startLoad(caller, "after");
      await load.inARow(MANY);
      await load.stop();
      return `${failed.length} of ${AT_ONCE}; ${stacks} stacks in the log`;
    },
  },
  {
    name: "a worker is killed and restarted under load: no acknowledged record is lost",
    needsMachines: true,
    async run(parts) {
      const machines = machinesOf(parts.cluster);
      const load = startLoad(parts.caller, "killed");
      await load.inARow(MANY);
      await machines.kill(1);
      await load.failures(20);
      await machines.start(1);
      await load.inARow(MANY);
      await load.stop();
      return nothingLost(parts, load);
    },
  },
  {
    name: "a worker is added under load, and shards are moved to it: no request fails",
    needsMachines: true,
    async run(parts) {
      const { cluster, caller } = parts;
      const load = startLoad(caller, "added");
      await load.inARow(MANY);
      await machinesOf(cluster).add(WORKERS + 1);
      assert.match(await distribute(parts), /\n1 worker has no shards yet; .*citus_rebalance_start\(\)$/);
      const moved = await moveShards(parts);
      await load.inARow(MANY);
      await load.stop();
      const layout = await distribute(parts);
      assert.match(layout, /64 shards on 4 workers\n/);
      // 429 is allowed, for a machine that is too slow for its load.
      const failures = [...load.statuses.keys()].filter((status) => status !== 201 && status !== 429);
      assert.deepEqual(failures, []);
      return `${moved} shards moved; ${await nothingLost(parts, load)}`;
    },
  },
  {
    name: "the machine of a worker disappears: create requests for its shards get a 500; the others work at once when Citus has another address",
    needsMachines: true,
    async run() {
      // In a separate network, because its addresses could be those of real machines.
      const program = fileURLToPath(new URL("vanished-worker.ts", import.meta.url));
      const args = ["--net", process.execPath, ...process.execArgv, program];
      const { stdout } = await promisify(execFile)("unshare", args).catch((error: ProcessError) => {
        if (error.code !== NOT_HERE && !error.stderr.startsWith("unshare:")) throw error;
        throw new NotHere(`this machine cannot have a second network: ${error.stderr.trim()}`);
      });
      return stdout.trim();
    },
  },
];
