import { execFile } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { findInstallation, type Installation, Node } from "./nodes.js";
import { createSeparateNetwork, type SeparateNetwork } from "./separate-network.js";

/** The number of workers of a new cluster. */
export const WORKERS = 3;

/** The operations of a test on the machines of a cluster that it started. Workers are numbered from 1. */
export interface Machines {
  /** Kills a worker abruptly, as a power failure would; the others keep running. */
  kill(worker: number): Promise<void>;
  start(worker: number): Promise<void>;
  add(worker: number): Promise<void>;
  /**
   * Moves a worker to a separate machine; Citus does not know its new address yet. The network is removed with the
   * cluster.
   *
   * @throws Error if this machine cannot have such a network
   */
  separate(worker: number): Promise<SeparateNetwork>;
  portOf(worker: number): number;
}

/** A Citus cluster whose database is empty. */
export interface Cluster {
  /** The URL of the coordinator. */
  readonly url: string;
  /** Undefined for a cluster whose URL was given. */
  readonly machines: Machines | undefined;
  stop(): Promise<void>;
}

/** Thrown if there is no cluster to test on; the message explains why. */
export class NoCluster extends Error {
  override readonly name = "NoCluster";
}

/**
 * Opens the cluster with the URL CITUS_URL, or a new one where PostgreSQL with the extension citus is installed.
 *
 * @throws NoCluster if there is neither, or the cluster does not start on this machine
 */
async function openCluster(): Promise<Cluster> {
  const given = process.env["CITUS_URL"];
  if (given) return { url: given, machines: undefined, stop: async () => {} };
  const installation = await findInstallation().catch((error: Error) => {
    throw new NoCluster(`CITUS_URL is not set, and ${error.message}`);
  });
  return startCluster(installation);
}

/** Uses such a cluster, and stops it in the end, or if the process is told to end. */
export async function withCluster(use: (cluster: Cluster) => Promise<void>): Promise<void> {
  const cluster = await openCluster();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => void cluster.stop().finally(() => process.exit(1)));
  await use(cluster).finally(() => cluster.stop());
}

async function startCluster(installation: Installation): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-citus-"));
  // The user of PostgreSQL needs access to its data.
  await chmod(folder, 0o755);
  const base = await freePorts(WORKERS + 2);
  const data = (worker: number) => join(folder, worker === 0 ? "coordinator" : `worker-${worker}`);
  const coordinator = new Node(installation, data(0), base);
  const workers = new Map<number, Node>();
  let network: SeparateNetwork | undefined;
  const workerAt = (worker: number): Node => {
    const node = workers.get(worker);
    if (!node) throw new Error(`There is no worker ${worker}.`);
    return node;
  };
  const add = async (worker: number) => {
    const node = new Node(installation, data(worker), base + worker);
    workers.set(worker, node);
    await node.create();
    await coordinator.ask(`select citus_add_node('127.0.0.1', ${node.port})`);
  };
  const separate = async (worker: number) => {
    network = await createSeparateNetwork();
    const node = workerAt(worker);
    await node.kill();
    await node.configure("listen_addresses = '*'");
    await appendFile(join(node.data, "pg_hba.conf"), `host all all ${network.here}/32 trust\n`);
    const user = installation.user ? ["runuser", "-u", "postgres", "--"] : [];
    const moved = new Node(installation, node.data, node.port, [...network.inside, ...user]);
    workers.set(worker, moved);
    await persistently(() => moved.start());
    return network;
  };
  const stop = async () => {
    for (const node of [...workers.values(), coordinator]) await node.kill().catch(() => {});
    await network?.remove();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await coordinator.create();
    await coordinator.ask(`select citus_set_coordinator_host('127.0.0.1', ${base})`);
    for (let worker = 1; worker <= WORKERS; worker++) await add(worker);
    const machines: Machines = {
      kill: (worker) => workerAt(worker).kill(),
      start: (worker) => persistently(() => workerAt(worker).start()),
      add,
      separate,
      portOf: (worker) => base + worker,
    };
    return { url: coordinator.url, machines, stop };
  } catch (error) {
    const reason = await whyNot(error as Error, join(data(0), "log"));
    await stop().catch(() => {});
    throw new NoCluster(`Citus does not start on this machine: ${reason}`, { cause: error });
  }
}

/** Returns the last lines in the log of the coordinator, or else of the program that failed. */
async function whyNot(error: Error & { stderr?: string }, log: string): Promise<string> {
  const { stdout = "" } = await promisify(execFile)("grep", ["-h", "FATAL", log]).catch(() => ({ stdout: "" }));
  const said = stdout || error.stderr || error.message;
  return said.trim().split("\n").at(-1) ?? "";
}

/** Retries a start, because files and ports of a killed server may block the next one for a moment. */
async function persistently(start: () => Promise<unknown>): Promise<void> {
  for (let attempts = 30; ; attempts--)
    try {
      await start();
      return;
    } catch (error) {
      if (attempts === 1) throw error;
      await wait(1_000);
    }
}

/** Returns the first of several consecutive free ports. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const servers: Server[] = [];
    const listen = async (port: number) => {
      const server = createServer().listen(port, "127.0.0.1");
      await once(server, "listening");
      servers.push(server);
      return (server.address() as AddressInfo).port;
    };
    try {
      const first = await listen(0);
      for (let n = 1; n < count; n++) await listen(first + n);
      return first;
    } catch {
      // One of them is in use or does not exist.
    } finally {
      for (const server of servers) server.close();
      await Promise.all(servers.map((server) => once(server, "close")));
    }
  }
}
