import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { ServiceOptions } from "../../src/index.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of a server; each test makes a new database on it. */
    postgresUrl: string;
    /** A folder with an embedded database that has just been made, to copy: making one takes seconds. */
    emptyFolder: string;
  }
}

/** Where a test keeps its data: new and empty each time. */
export interface TestDatabase {
  readonly options: Pick<ServiceOptions, "data" | "databaseUrl">;
  remove(): Promise<void>;
}

/** A kind of database that the service runs on. */
export interface Target {
  readonly name: "PGlite" | "PostgreSQL";
  create(): Promise<TestDatabase>;
}

/** Both kinds: what holds for one must hold for the other. */
export const TARGETS: readonly Target[] = [
  { name: "PGlite", create: createFolder },
  { name: "PostgreSQL", create: createServerDatabase },
];

async function createFolder(): Promise<TestDatabase> {
  const data = await mkdtemp(join(tmpdir(), "metadata-service-test-"));
  copyEmptyDatabase(data);
  return { options: { data }, remove: () => rm(data, { recursive: true, force: true }) };
}

/**
 * Puts a database into a folder: what a service would make there at its first start, without the seconds that it takes.
 * Synchronous, because `cp` of Node.js takes three times as much processor time for these thousand files.
 */
export function copyEmptyDatabase(folder: string): void {
  const source = inject("emptyFolder");
  mkdirSync(join(folder, "pglite"), { recursive: true });
  for (const entry of readdirSync(join(source, "pglite"), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const copy = join(folder, relative(source, path));
    // A folder comes before what is in it.
    if (entry.isDirectory()) mkdirSync(copy);
    else copyFileSync(path, copy);
  }
}

let made = 0;

async function createServerDatabase(): Promise<TestDatabase> {
  const server = inject("postgresUrl");
  const url = new URL(server);
  const name = `t${process.pid}_${++made}_${Date.now()}`;
  await runOn(server, `create database ${name}`);
  url.pathname = `/${name}`;
  return {
    options: { databaseUrl: url.href },
    remove: () => runOn(server, `drop database ${name} with (force)`),
  };
}

/** Runs a statement on a server database over a connection other than the service's. */
export async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
