import { AdministrationError } from "../admin/administration.js";
import { migrate } from "../storage/migrate.js";
import { openDatabase } from "../storage/open-database.js";
import { DistributeError, distribute, requireCoordinator } from "../storage/server/distribute.js";
import { whyUnusable } from "../storage/server/why-unusable.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";

/**
 * `metadata-service distribute --database-url URL`: distributes the tables over the workers of a Citus cluster, and
 * creates them first if necessary. It can be repeated, and the service may be running.
 */
export async function distributeCommand({ words, settings }: CommandLine, io: CommandIo): Promise<number> {
  const { databaseUrl: url } = settings;
  if (words.length > 0 || url === undefined)
    throw new UsageError(
      "Usage: metadata-service distribute --database-url-file FILE (or --database-url URL), with the URL of the Citus coordinator",
    );
  const { db, close } = await openDatabase({ kind: "server", url, connections: 1 });
  try {
    await requireCoordinator(db);
    await migrate(db);
    for (const sentence of await distribute(db)) io.err(`${sentence}\n`);
    return 0;
  } catch (error) {
    if (error instanceof DistributeError) throw new AdministrationError(error.message, { cause: error });
    throw whyUnusable(error) ?? error;
  } finally {
    await close();
  }
}
