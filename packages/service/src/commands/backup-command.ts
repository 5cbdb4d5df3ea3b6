import { constants } from "node:fs";
import { open, rm } from "node:fs/promises";
import { AdministrationError } from "../admin/administration.js";
import { endsBackup } from "../storage/backup.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { withAdministration } from "./with-administration.js";

/** Written at once, in characters. */
const PART = 256 * 1024;

/**
 * `metadata-service backup FILE`: writes everything that the database keeps at one moment, keys included, into a new file that only
 * its owner can read. The service may run meanwhile.
 */
export async function backupCommand({ words, settings }: CommandLine, io: CommandIo): Promise<number> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0) throw new UsageError("backup takes FILE, a new file to write to");
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch((cause: Error) => {
    throw new AdministrationError(`The backup cannot be written (${cause.message}); name a file that does not exist`, {
      cause,
    });
  });
  try {
    let text = "";
    let last = "";
    await withAdministration({ ...settings, dataMustExist: true }, async (admin) => {
      for await (const line of admin.backup()) {
        last = line;
        text += `${line}\n`;
        if (text.length < PART) continue;
        await handle.appendFile(text);
        text = "";
      }
    });
    if (!endsBackup(last)) throw new AdministrationError("The service ended before the backup was whole; try again");
    await handle.appendFile(text);
    // Whoever deletes other copies after this relies on it.
    await handle.sync();
    await handle.close();
    io.err(`The backup is in ${file}. It contains all records and keys' hashes: keep it as safe as the database.\n`);
    return 0;
  } catch (error) {
    await handle.close();
    await rm(file, { force: true });
    throw error;
  }
}
