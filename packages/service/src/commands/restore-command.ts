import { createReadStream, rmSync } from "node:fs";
import { access, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { createRules } from "@metadata-service/server-rules";
import { readLines } from "@metadata-service/spec-tools/input";
import { AdministrationError } from "../admin/administration.js";
import { refuseAdministration } from "../admin/serve-administration.js";
import { document } from "../bundled-document.js";
import { databaseName } from "../config/database-name.js";
import { DEFAULTS } from "../config/service-options.js";
import { openStores, type StoreSettings } from "../open-stores.js";
import { BackupError, restoreBackup } from "../storage/embedded/backup.js";
import { NotEmptyError } from "../storage/embedded/copy-database.js";
import { createListWriter } from "../storage/lists/list-writer.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { sourceFile } from "./source-file.js";

/**
 * `metadata-service restore FILE`: restores a backup into an empty database in one transaction. No service may use the
 * database while it runs.
 */
export async function restoreCommand({ words, settings }: CommandLine, io: CommandIo): Promise<number> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0)
    throw new UsageError("Usage: metadata-service restore FILE, where FILE was written by metadata-service backup");
  // Fail before a database is created for a missing backup.
  await sourceFile(file, "restore");
  const options = { ...DEFAULTS, ...settings };
  const made = options.databaseUrl === undefined ? await newFolder(options.data) : undefined;
  // A later start would serve an empty database.
  const whole = { recursive: true, force: true };
  let isRestored = false;
  io.onInterrupt(() => {
    if (isRestored) return;
    if (made !== undefined) rmSync(made, whole);
    io.err("Interrupted; nothing was restored.\n");
  });
  try {
    return await restore(file, options, io, () => {
      isRestored = true;
    });
  } catch (error) {
    if (made !== undefined) await rm(made, whole);
    throw error;
  }
}

async function restore(file: string, settings: StoreSettings, io: CommandIo, onRestored: () => void): Promise<number> {
  const { db, lock, close } = await openStores(settings, createRules(document), {
    onWait: (sentence) => io.err(`${sentence}\n`),
  });
  if (lock) refuseAdministration(lock);
  try {
    const rows = await restoreBackup(linesOf(file), db);
    onRestored();
    await createListWriter(db).settle();
    io.err(`Restored ${rows} rows into ${databaseName(settings)}. The keys are those of the backup.\n`);
    return 0;
  } catch (error) {
    if (error instanceof NotEmptyError || error instanceof BackupError)
      throw new AdministrationError(`${error.message}; nothing was restored`, { cause: error });
    throw error;
  } finally {
    await close();
  }
}

/** The path of a data folder that does not exist yet. */
async function newFolder(folder: string): Promise<string | undefined> {
  const path = resolve(folder);
  return access(path).then(
    () => undefined,
    () => path,
  );
}

async function* linesOf(file: string): AsyncGenerator<string> {
  for await (const lines of readLines(createReadStream(file), Number.POSITIVE_INFINITY))
    for (const { bytes } of lines) yield String(bytes);
}
