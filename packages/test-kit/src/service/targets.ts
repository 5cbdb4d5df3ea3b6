import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of a server; each test creates a new database on it. */
    postgresUrl: string;
    /** A folder with a new embedded database to copy, which is faster than extracting one. */
    emptyFolder: string;
  }
}

/** Where the service stores its data: in a folder, or in a database of PostgreSQL. */
export interface DatabaseOptions {
  readonly data?: string;
  readonly databaseUrl?: string;
}

/** A new, empty database for a test. */
export interface TestDatabase {
  readonly options: DatabaseOptions;
  remove(): Promise<void>;
}

/** A type of database that the service supports. */
export interface Target {
  readonly name: "PGlite" | "PostgreSQL";
  create(): Promise<TestDatabase>;
}

export const PGLITE: Target = { name: "PGlite", create: createFolder };
export const POSTGRESQL: Target = { name: "PostgreSQL", create: createServerDatabase };
/** Both types, which must behave the same. */
export const TARGETS: readonly Target[] = [PGLITE, POSTGRESQL];

async function createFolder(): Promise<TestDatabase> {
  const data = await mkdtemp(join(tmpdir(), "metadata-service-test-"));
  copyEmptyDatabase(data);
  return { options: { data }, remove: () => rm(data, { recursive: true, force: true }) };
}

/** A file of the empty database without the zeros at its end; folders have no content. */
interface EmptyFile {
  readonly name: string;
  readonly content?: Buffer;
  readonly size: number;
}

let emptyFiles: readonly EmptyFile[] | undefined;

function readEmptyDatabase(): readonly EmptyFile[] {
  const source = inject("emptyFolder");
  // A folder is listed before its content.
  return readdirSync(join(source, "pglite"), { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(source, path);
    if (entry.isDirectory()) return { name, size: 0 };
    const whole = readFileSync(path);
    return { name, content: withoutLastZeros(whole), size: whole.length };
  });
}

function withoutLastZeros(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

/**
 * Copies a database into a folder, as a service would create it at its first start, which takes longer. Most of its log
 * is zeros, which take no space in the copy; writing them would take most of the time.
 */
export function copyEmptyDatabase(folder: string): void {
  emptyFiles ??= readEmptyDatabase();
  mkdirSync(join(folder, "pglite"), { recursive: true });
  for (const { name, content, size } of emptyFiles) {
    const path = join(folder, name);
    if (!content) {
      mkdirSync(path);
      continue;
    }
    writeFileSync(path, content, { mode: 0o600 });
    if (size > content.length) truncateSync(path, size);
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
