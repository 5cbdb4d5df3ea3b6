import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The programs of a PostgreSQL with the extension citus. */
export interface Installation {
  readonly programs: string;
  /** The user that runs the servers, because PostgreSQL refuses root; undefined for the user of this process. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * Finds PostgreSQL with citus where its packages install it, by `pg_config`.
 *
 * @throws Error with the reason if there is none
 */
export async function findInstallation(): Promise<Installation> {
  const config = async (flag: string) => (await run("pg_config", [flag])).stdout.trim();
  const libraries = await config("--pkglibdir").catch(() => {
    throw new Error("there is no pg_config, so no PostgreSQL that could run Citus");
  });
  if (!existsSync(join(libraries, "citus.so"))) throw new Error(`${libraries} has no citus.so`);
  const id = async (flag: string) => Number((await run("id", [flag, "postgres"])).stdout);
  const user = process.getuid?.() === 0 ? { uid: await id("-u"), gid: await id("-g") } : undefined;
  return { programs: await config("--bindir"), user };
}

/** One PostgreSQL server of a cluster. */
export class Node {
  constructor(
    readonly installation: Installation,
    readonly data: string,
    readonly port: number,
    /** The command, and its first arguments, with which its programs are run. */
    readonly inside: readonly string[] = [],
  ) {}

  async #program(name: string, ...args: string[]): Promise<void> {
    const [command = "", ...first] = [...this.inside, join(this.installation.programs, name)];
    // `inside` needs root, so it is not run as another user.
    const user = this.inside.length > 0 ? {} : this.installation.user;
    await run(command, [...first, ...args], { ...user, cwd: "/" });
  }

  async create(): Promise<void> {
    await mkdir(this.data);
    const { user } = this.installation;
    if (user) await chown(this.data, user.uid, user.gid);
    await this.#program("initdb", "--username=postgres", "--auth=trust", "--pgdata", this.data);
    await this.configure(
      `port = ${this.port}`,
      "listen_addresses = '127.0.0.1'",
      "unix_socket_directories = ''",
      "shared_preload_libraries = 'citus'",
      "wal_level = logical",
      "max_prepared_transactions = 200",
    );
    await this.start();
    await this.ask("create extension citus");
  }

  configure(...lines: string[]): Promise<void> {
    return appendFile(join(this.data, "postgresql.conf"), lines.map((line) => `${line}\n`).join(""));
  }

  start(): Promise<void> {
    return this.#program("pg_ctl", "--wait", "--pgdata", this.data, "--log", join(this.data, "log"), "start");
  }

  /** Ends it as a power failure would, without a last write. */
  kill(): Promise<void> {
    return this.#program("pg_ctl", "--pgdata", this.data, "--mode", "immediate", "stop");
  }

  ask(statement: string): Promise<void> {
    return this.#program("psql", "--quiet", "--command", statement, this.url);
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }
}
