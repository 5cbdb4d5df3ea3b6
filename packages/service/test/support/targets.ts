import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { ServiceOptions } from "../../src/index.js";

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
  await cp(join(inject("emptyFolder"), "pglite"), join(data, "pglite"), { recursive: true });
  return { options: { data }, remove: () => rm(data, { recursive: true, force: true }) };
}

let made = 0;

async function createServerDatabase(): Promise<TestDatabase> {
  const url = new URL(inject("postgresUrl"));
  const name = `t${process.pid}_${++made}_${Date.now()}`;
  await onServer(`create database ${name}`);
  url.pathname = `/${name}`;
  return { options: { databaseUrl: url.href }, remove: () => onServer(`drop database ${name} with (force)`) };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(statement);
  await client.end();
}
