import { randomUUID } from "node:crypto";
import { constants, copyFile, link, lstat, realpath, rm } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { CommandError } from "@metadata-service/cli/parts";

/**
 * Writes a new file below a folder. It appears when it is complete, and never replaces another one.
 *
 * @param folder its real path
 * @param name the path of the file in the folder
 * @param write writes the content to a temporary path beside the file, with the same extension
 * @throws CommandError if the file is outside of the folder, or exists
 */
export async function writeNewFile(
  folder: string,
  name: string,
  write: (path: string) => Promise<void>,
): Promise<void> {
  const file = await fileIn(folder, name);
  // The link at the end would fail, too, but after the work. A link that leads nowhere is there as well.
  if (await lstat(file).catch(() => undefined)) throw exists(name);
  const part = join(dirname(file), `.${basename(file, extname(file))}.${randomUUID()}${extname(file)}`);
  try {
    await write(part);
    // A folder may have been replaced by a link meanwhile.
    if ((await fileIn(folder, name)) !== file) throw new CommandError(`${name} is another place now. Try again.`);
    await link(part, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") throw exists(name);
      // Some file systems have no links.
      return copyFile(part, file, constants.COPYFILE_EXCL);
    });
  } finally {
    for (const end of ["", "-journal", "-wal", "-shm", ".wal"]) await rm(part + end, { force: true });
  }
}

const exists = (name: string) => new CommandError(`${name} exists already. Choose another name.`);

async function fileIn(folder: string, name: string): Promise<string> {
  if (isAbsolute(name) || name.includes("\0") || basename(name).startsWith("."))
    throw new CommandError(
      `${JSON.stringify(name)} is not a name in the folder of --files. Use one such as reports.csv.`,
    );
  const path = resolve(folder, name);
  const parent = await realpath(dirname(path)).catch(() => {
    throw new CommandError(`There is no folder ${dirname(name)} in the folder of --files.`);
  });
  const way = relative(folder, parent);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way))
    throw new CommandError(`${name} is outside of the folder of --files.`);
  return join(parent, basename(path));
}
