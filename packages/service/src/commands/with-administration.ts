import { resolve } from "node:path";
import document from "@metadata-service/openapi/openapi.json" with { type: "json" };
import { createRules } from "@metadata-service/server-rules";
import { type Administration, AdministrationError } from "../admin/administration.js";
import { createRemoteAdministration } from "../admin/remote-administration.js";
import { refuseAdministration } from "../admin/serve-administration.js";
import { DEFAULTS, type ServiceOptions } from "../config/service-options.js";
import { openStores } from "../open-stores.js";
import { withFolderOwner } from "../storage/data-folder-lock.js";
import { holdsDatabase } from "../storage/open-database.js";

/** What commands call the metadata records, beside the names of the lists. */
export const METADATA = "metadata";

/**
 * Lets a command do its work on the database: through the service that has the data folder open, if one has, and else by
 * opening the database itself.
 */
export async function withAdministration<T>(
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
  const stores = await openStores(settings, createRules(document));
  if (stores.lock) refuseAdministration(stores.lock);
  try {
    return await work(stores.administration());
  } finally {
    await stores.close();
  }
}

/** For commands that are about what is there: a new, empty database would answer them, and wrongly. */
export async function requireData(folder: string): Promise<void> {
  if (!(await holdsDatabase(resolve(folder))))
    throw new AdministrationError(
      `There are no data in ${resolve(folder)}; name the folder of the service with --data`,
    );
}
