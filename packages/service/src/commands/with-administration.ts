import { resolve } from "node:path";
import { createRules } from "@metadata-service/server-rules";
import { type Administration, AdministrationError } from "../admin/administration.js";
import { createRemoteAdministration } from "../admin/remote-administration.js";
import { refuseAdministration } from "../admin/serve-administration.js";
import { document } from "../bundled-document.js";
import { DEFAULTS, type ServiceOptions } from "../config/service-options.js";
import { openStores } from "../open-stores.js";
import { withFolderOwner } from "../storage/embedded/data-folder-lock.js";
import { holdsDatabase } from "../storage/open-database.js";
import type { CommandIo } from "./io.js";

/** The name of the metadata records in commands. */
export const METADATA = "metadata";

/**
 * Runs a command on the database: through the running service if it has the data folder open, otherwise by opening the
 * database itself.
 */
export async function withAdministration<T>(
  { err }: Pick<CommandIo, "err">,
  options: ServiceOptions & { readonly dataMustExist?: boolean },
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  const settings = { ...DEFAULTS, ...options };
  if (settings.databaseUrl === undefined) {
    const done = await withFolderOwner(resolve(settings.data), async (socketPath) => ({
      result: await work(createRemoteAdministration(socketPath)),
    }));
    if (done) return done.result;
    if (options.dataMustExist) await requireData(settings.data);
  }
  const stores = await openStores(settings, createRules(document), {
    onWait: (sentence) => err(`${sentence}\n`),
  });
  if (stores.lock) refuseAdministration(stores.lock);
  try {
    return await work(stores.administration());
  } finally {
    await stores.close();
  }
}

/** Fails if there is no data, so that a mistyped folder does not silently become a new, empty database. */
export async function requireData(folder: string): Promise<void> {
  if (!(await holdsDatabase(resolve(folder))))
    throw new AdministrationError(
      `There is no data in ${resolve(folder)}; set the data folder of the service with --data`,
    );
}
