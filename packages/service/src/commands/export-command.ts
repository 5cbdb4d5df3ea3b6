import { databaseName } from "../config/database-name.js";
import { listChoice } from "../lists/list-names.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { METADATA, withAdministration } from "./with-administration.js";

/**
 * `metadata-service export metadata --namespace NAME`, `export LIST`: prints the records as they
 * were sent or imported, as lines of JSON that `import` accepts.
 */
export async function exportCommand({ words, flags, settings }: CommandLine, io: CommandIo): Promise<number> {
  const { namespace } = flags;
  const [what, ...more] = words;
  if (what === undefined || more.length > 0 || (what === METADATA) !== (namespace !== undefined))
    throw new UsageError(`Usage: metadata-service export metadata --namespace NAME, or export ${listChoice()}`);
  let count = 0;
  io.onInterrupt(() => io.err(`Interrupted. The output has only ${count} records; run the same command again.\n`));
  await withAdministration(io, { ...settings, dataMustExist: true }, async (admin) => {
    const records = namespace === undefined ? admin.exportRecords(what) : admin.exportMetadata(namespace);
    for await (const record of records) {
      await io.out(`${record}\n`);
      count += 1;
    }
  });
  io.err(`Exported ${count} records from ${databaseName(settings)}.\n`);
  return 0;
}
