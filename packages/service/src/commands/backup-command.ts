import { constants } from "node:fs";
import { open, rm } from "node:fs/promises";
import { AdministrationError } from "../admin/administration.js";
import { databaseName } from "../config/database-name.js";
import { endsBackup } from "../storage/embedded/backup.js";
import { type CommandIo, type CommandLine, UsageError } from "./io.js";
import { withAdministration } from "./with-administration.js";

/** Characters per write. */
const PART = 256 * 1024;

/**
 * `metadata-service backup FILE`: writes a consistent snapshot of the database, including keys, to a new file that
 * only its owner can read. The service may be running.
 */
export async function backupCommand({ words, settings }: CommandLine, io: CommandIo): Promise<number> {
  const [file, ...more] = words;
  if (file === undefined || more.length > 0)
    throw new UsageError("Usage: metadata-service backup FILE, where FILE does not exist yet");
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  const handle = await open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600).catch((cause: Error) => {
    const advice = "choose a new file in a folder that exists and is writable";
    throw new AdministrationError(`The backup cannot be written (${cause.message}); ${advice}`, { cause });
  });
  try {
    let text = "";
    let last = "";
    await withAdministration(io, { ...settings, dataMustExist: true }, async (admin) => {
      for await (const line of admin.backup()) {
        last = line;
        text += `${line}\n`;
        if (text.length < PART) continue;
        await handle.appendFile(text);
        text = "";
      }
    });
    if (!endsBackup(last))
      throw new AdministrationError("The service stopped before the backup was complete; try again");
    await handle.appendFile(text);
    // Operators may delete other copies after this, so the backup must be on disk.
    await handle.sync();
    await handle.close();
    io.err(
      `The backup of ${databaseName(settings)} is in ${file}. It contains all records and the hashes of the keys; protect it like the database.\n`,
    );
    return 0;
  } catch (error) {
    await handle.close();
    await rm(file, { force: true });
    throw error;
  }
}
