import { resolve } from "node:path";
import { createRules } from "@metadata-service/server-rules";
import { AdministrationError } from "../admin/administration.js";
import { refuseAdministration } from "../admin/serve-administration.js";
import { document } from "../bundled-document.js";
import { databaseName } from "../config/database-name.js";
import { DEFAULTS } from "../config/service-options.js";
import { openStores } from "../open-stores.js";
import { copyDatabase, NotEmptyError } from "../storage/embedded/copy-database.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { requireData } from "./with-administration.js";

/**
 * `metadata-service move --data DIR --database-url URL`: copies everything in a data folder, including keys, into an
 * empty PostgreSQL database. The folder is not changed. The service must not be running, because records stored during
 * the copy would be missed.
 */
export async function moveCommand({ words, settings }: CommandLine, io: CommandIo): Promise<number> {
  if (words.length > 0 || settings.databaseUrl === undefined)
    throw new UsageError(
      "Usage: metadata-service move --data DIR --database-url-file FILE (or --database-url URL); it copies the data folder to an empty PostgreSQL database",
    );
  const rules = createRules(document);
  const both = { ...DEFAULTS, ...settings };
  await requireData(both.data);
  const from = await openStores({ ...both, databaseUrl: undefined }, rules);
  if (from.lock) refuseAdministration(from.lock);
  try {
    const to = await openStores({ ...both, databaseConnections: 1 }, rules, {
      onWait: (sentence) => io.err(`${sentence}\n`),
    });
    try {
      const { metadata, list_records, api_keys, leftKeys } = await copyDatabase(from.db, to.db);
      const [source, target] = [{ data: both.data }, settings].map(databaseName);
      io.err(
        `Copied ${metadata} metadata records, ${list_records} list records and ${api_keys} keys from ${source} to ${target}.\n`,
      );
      for (const id of leftKeys)
        io.err(`The key ${id} was not copied, because it is published in the documentation.\n`);
      io.err(
        `Now move ${resolve(both.data)} away: commands that name no database use ./data. For this one, set METADATA_SERVICE_DATABASE_URL_FILE or --database-url-file.\n`,
      );
      return 0;
    } catch (error) {
      if (error instanceof NotEmptyError) throw new AdministrationError(error.message, { cause: error });
      throw error;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
