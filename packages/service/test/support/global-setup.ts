import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@metadata-service/test-kit/service/postgres-server";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../src/storage/open-database.js";

/** One PostgreSQL server for the whole run, and one empty folder to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "metadata-service-empty-"));
  const [server] = await Promise.all([startPostgres(), makeEmptyDatabase(folder)]);
  project.provide("postgresUrl", await server.createDatabase());
  project.provide("emptyFolder", folder);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeEmptyDatabase(folder: string): Promise<void> {
  const { close } = await openDatabase({ kind: "folder", folder });
  await close();
}
