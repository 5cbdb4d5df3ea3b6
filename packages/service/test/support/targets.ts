import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { ServiceOptions } from "../../src/index.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of a server; each test creates a new database on it. */
    postgresUrl: string;
    /** A folder with a new embedded database to copy, because creating one takes seconds. */
    emptyFolder: string;
  }
}

/** A new, empty database for a test. */
export interface TestDatabase {
  readonly options: Pick<ServiceOptions, "data" | "databaseUrl">;
  remove(): Promise<void>;
}

/** A type of database that the service supports. */
export interface Target {
  readonly name: "PGlite" | "PostgreSQL";
  create(): Promise<TestDatabase>;
}

/** Both types, which must behave the same. */
export const PGLITE: Target = { name: "PGlite", create: createFolder };
export const POSTGRESQL: Target = { name: "PostgreSQL", create: createServerDatabase };
export const TARGETS: readonly Target[] = [PGLITE, POSTGRESQL];

async function createFolder(): Promise<TestDatabase> {
  const data = await mkdtemp(join(tmpdir(), "metadata-service-test-"));
  copyEmptyDatabase(data);
  return { options: { data }, remove: () => rm(data, { recursive: true, force: true }) };
}

/**
 * Copies a database into a folder, as a service would create it at its first start, which would take seconds.
 * Synchronous, because Node's asynchronous `cp` takes three times as much CPU time for these thousand files.
 */
export function copyEmptyDatabase(folder: string): void {
  const source = inject("emptyFolder");
  mkdirSync(join(folder, "pglite"), { recursive: true });
  for (const entry of readdirSync(join(source, "pglite"), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const copy = join(folder, relative(source, path));
    // A folder is listed before its content.
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

/** Runs a statement in a server database over a separate connection. */
export async function runOn(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
